import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openAccount } from "../../provider/src/api/service";
import { kindNames } from "../../provider/src/everyKind";
import { exportOf } from "../../provider/src/export/build";
import { emptyMap } from "../../provider/src/export/map";
import { programOf } from "../../provider/src/export/program";
import { readContent } from "../../provider/src/export/read";
import { resolveSettings } from "../../provider/src/host/settings";
import { kinds } from "../../provider/src/kinds";
import { readAllObjects, readObject } from "../../provider/src/reads/objects";
import { readPreview } from "../../provider/src/rehearse/program";
import { assertOnlyOwnResources } from "../../provider/src/rehearse/run/refusals";
import { statedProgram } from "../../provider/src/rehearse/run/statedProgram";
import { cycle, send, stageOf } from "../support/runningAccount";
import { openStage } from "./rows/stage";

// What a fourth kind has to add, and nothing else: itself to the list of kinds, and the shape of its answers.
vi.mock(import("../../provider/src/kinds"), async (original) => {
  const { kinds: three } = await original();
  const { tagKind } = await import("./tag/tag");
  return { kinds: { ...three, Tag: tagKind } };
});
vi.mock(import("../../provider/src/reads/objectShapes"), async (original) => {
  const { objectShapes } = await original();
  return { objectShapes: { ...objectShapes, Tag: z.object({ id: z.string(), name: z.string() }) } };
});

const stage = stageOf(() => openStage("full"));
const tag = kindNames.at(-1) ?? "List";
let account: ReturnType<typeof openAccount>;

beforeEach(async () => {
  await cycle(stage().sandbox, "Fintech Q1");
  await send(stage().sandbox, "POST", "/v1/tag", { name: "Hot leads", colour: "red" });
  const settings = resolveSettings(
    (name) => ({ apiKey: stage().sandbox.accounts.owner.apiKeys[0], baseUrl: stage().sandbox.url })[String(name)],
    () => undefined,
    new Set(),
  );
  const logger = { debug() {}, info() {}, warn() {} };
  account = openAccount(settings, { logger }, Object.values(kinds));
});
afterEach(() => account.close());

describe("a fourth kind", () => {
  it("is read, in its own words", async () => {
    expect(await readAllObjects(account, tag)).toMatchObject([{ name: "Hot leads" }]);
    await expect(readObject(account, tag, { name: "Cold leads" })).rejects.toThrow(
      'could not read tag "Cold leads": no tag of the acting user has this name.',
    );
  });

  it("is exported, selected by its word, and written into the program", async () => {
    const content = await readContent(account);
    const context = { acknowledged: new Set<string>(), premiumSeats: undefined, launch: "allow" as const };
    const program = programOf(exportOf(content, { map: emptyMap, context, isWanted: () => true }));
    const source = [...program.modules.values()].flat().map((part) => ("source" in part ? part.source : part.finished));
    expect(source.join("\n")).toContain('new outreach.Tag("hot-leads", { name: "Hot leads", colour: "red" });');
    const { stdout } = await stage().run(["export", "--list", "--only", "tags"]);
    expect(stdout.trim().split("\n").slice(1)).toEqual([expect.stringMatching(/^tag +\d+ +Hot leads +hot-leads/)]);
    const { stderr } = await stage().run(["export", "--list", "--only", "qqqqqqqqqqqq"]);
    expect(stderr).toContain("the account has no list, source agent, campaign or tag with this id or name.");
    expect(stderr).toContain("The words lists, agents, campaigns and tags name all of a kind.");
  });

  it("is counted among the operations that doctor tries", async () => {
    expect((await stage().run(["doctor"])).stdout.replace(/\s+/g, " ")).toContain(
      "lists, source agents, campaigns and tags are listed and read by id",
    );
    await stage().sandbox.configure({ specOnly: true });
    expect((await stage().run(["doctor"])).stdout.replace(/\s+/g, " ")).toContain("list campaigns, list tags");
  });

  it("costs status no request and no line while it cannot run", async () => {
    await stage().requests();
    const { code, stdout } = await stage().run(["status"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Fintech Q1")]);
    expect((await stage().requests()).filter((request) => request.includes("/v1/tag"))).toEqual([]);
  });

  const type = "pulumi-nodejs:dynamic/outreach:Tag";
  const urn = `urn:pulumi:prod::acme::${type}::hot`;

  it("is rehearsed: no other package's resource in a preview, and declared from a state", () => {
    const previewed = JSON.stringify({ steps: [{ urn, newState: { type, custom: true, inputs: { name: "Hot" } } }] });
    expect(readPreview(previewed, undefined)?.foreign).toEqual([]);
    const inputs = { name: "Hot", colour: "red", __provider: "text" };
    const state = { deployment: { resources: [{ urn, type, custom: true, id: "12", inputs }] } };
    expect(statedProgram(JSON.stringify(state))).toContain(
      'const resource0 = new outreach.Tag("hot", { "name": "Hot", "colour": "red" });',
    );
    const foreign = [{ what: "resource", type: "aws:s3:Bucket", name: "files" }] as const;
    expect(() => assertOnlyOwnResources(foreign)).toThrow(
      "has only lists, source agents, campaigns and tags: for example",
    );
  });
});
