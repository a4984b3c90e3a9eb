import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openAccount } from "../../../provider/src/api/service";
import { functionsOf } from "../../../provider/src/host/function";
import { id, strict, text } from "../../../provider/src/kind/schema";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { objectNamed } from "../../../provider/src/reads/objects";

const cacheFolder = mkdtempSync(join(tmpdir(), "outreach-function-"));
beforeAll(async () => {
  vi.stubEnv("OUTREACH_CACHE_FOLDER", cacheFolder);
  vi.stubEnv("OUTREACH_API_KEY", "the_key");
  vi.stubEnv("OUTREACH_BASE_URL", "http://127.0.0.1:9");
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "12", state: inputs }), call: () => ({}) });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cacheFolder, { recursive: true, force: true });
});

const defineFunction = functionsOf(async () => ({
  openAccount: (settings, surroundings) => openAccount(settings, surroundings, []),
}));
const args = strict("the arguments of getThing", { id: id().optional(), name: text({ what: "the name" }).optional() });
const thing = defineFunction({
  ...{ name: "getThing", args, isForAnybody: true },
  async read(_, { id: wanted, name = "" }) {
    if (wanted !== undefined) throw new Refusal(`could not read thing ${wanted}.`);
    return objectNamed("List", [], name);
  },
});

/** The error of an Output, whose promises all fail with it. */
async function failureOf(output: pulumi.Output<unknown>): Promise<string> {
  const promises: unknown[] = ["promise", "allResources"].map((name) => Reflect.get(output, name).call(output));
  const parts: unknown[] = [...promises, ...["isKnown", "isSecret"].map((name) => Reflect.get(output, name))];
  const [first] = await Promise.allSettled(parts);
  return String(first?.status === "rejected" ? first.reason : "it has not failed");
}

describe("the error for a secret argument", () => {
  it.each([
    ["a plain text", "hidden"],
    ["quotes, which it escapes", 'the "hidden" one'],
    ["a sign that turns the text, which it replaces", "hidden \u202eone"],
    ["more characters than it shows", `hidden ${"x".repeat(200)}`],
    ["spaces, which it joins", "  hidden   one  "],
  ])("repeats no part of %s", async (_, name) => {
    expect(await failureOf(thing.output({ name: pulumi.secret(name) }))).toBe(
      'Error: getThingOutput: could not read list "[secret]": no list of the acting user has this name.\nThe user has no lists.',
    );
  });

  it("repeats no number", async () => {
    expect(await failureOf(thing.output({ id: pulumi.secret(4567) }))).toBe(
      "Error: getThingOutput: could not read thing [secret].",
    );
  });
});
