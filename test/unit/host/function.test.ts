import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openAccount } from "../../../provider/src/api/service";
import type { Settings } from "../../../provider/src/api/settings";
import { functionsOf } from "../../../provider/src/host/function";
import { List, Provider } from "../../../provider/src/index";
import { id, strict, text } from "../../../provider/src/kind/schema";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { mockEngine } from "./mockedEngine";

const cacheFolder = mkdtempSync(join(tmpdir(), "outreach-function-"));
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

/** The reads in order, and the opened accounts. */
let reads: unknown[];
let opened: Settings[];
let run = 0;

/** The next run of a program in this process, as with the Automation API: everything else is unchanged. */
async function startNextRun(preview = false): Promise<void> {
  await mockEngine({ idOf: () => (preview ? "" : "12"), stack: `stack-${run}`, preview });
}

async function startRun(preview = false): Promise<void> {
  reads = [];
  opened = [];
  run += 1;
  vi.unstubAllEnvs();
  vi.stubEnv("OUTREACH_CACHE_FOLDER", cacheFolder);
  vi.stubEnv("OUTREACH_API_KEY", "the_key");
  // Another service for each run, so that no account of the previous run is found.
  vi.stubEnv("OUTREACH_BASE_URL", `http://127.0.0.1:9/run-${run}`);
  pulumi.runtime.setAllConfig({});
  await startNextRun(preview);
}
beforeEach(() => startRun());

const defineFunction = functionsOf(async () => ({
  openAccount(settings, surroundings) {
    opened.push(settings);
    return openAccount(settings, surroundings, []);
  },
}));
const args = strict("the arguments of getThing", {
  id: id().optional(),
  name: text({ what: "the name" }).optional(),
  inner: z.strictObject({ words: z.array(z.string()) }).optional(),
});
const read = async (given: { name?: string }) => {
  reads.push(given);
  await new Promise((resolve) => setImmediate(resolve));
  if (given.name === "broken") throw new Refusal(`could not read thing ${JSON.stringify(given.name)}.`, "Try again.");
  return { name: given.name, number: reads.length, words: ["one"] };
};
const thing = defineFunction({ name: "getThing", args, isForAnybody: true, read: (_, given) => read(given) });
const lasting = defineFunction({
  ...{ name: "getLasting", args, isForAnybody: true, isLasting: true },
  read: (_, given) => read(given),
});

/** The resolved value of an Output. */
async function settled<T>(output: pulumi.Output<T>) {
  let known: unknown;
  const seen = output.apply((value) => {
    known = { value };
  });
  const isSecret = await pulumi.isSecret(seen);
  return { isSecret, known };
}

/** The error of an Output, whose promises all fail with it. */
async function failureOf(output: pulumi.Output<unknown>): Promise<string> {
  const promises: unknown[] = ["promise", "allResources"].map((name) => Reflect.get(output, name).call(output));
  const parts: unknown[] = [...promises, ...["isKnown", "isSecret"].map((name) => Reflect.get(output, name))];
  const [first] = await Promise.allSettled(parts);
  return String(first?.status === "rejected" ? first.reason : "it has not failed");
}

const made = async (name: string): Promise<List> => {
  const list = new List(name, { name: "Leads" });
  await new Promise((resolve) => list.urn.apply(resolve));
  return list;
};

describe("a function", () => {
  it("reads once for the same arguments, called at once or later, in both forms", async () => {
    const both = await Promise.all([thing.get({ name: "a", id: 4 }), thing.get({ id: 4, name: "a" })]);
    expect(both).toEqual([both[0], both[0]]);
    expect((await settled(thing.output({ name: pulumi.output("a"), id: 4 }))).known).toEqual({ value: both[0] });
    expect(reads).toHaveLength(1);
    await thing.get({ name: "b" });
    expect(reads).toHaveLength(2);
    expect(opened).toHaveLength(1);
  });

  it("reads again in the next run of the same process, including data that is cached for a run", async () => {
    await startRun(true);
    await Promise.all([thing.get(), lasting.get()]);
    await startNextRun();
    expect(await thing.get()).toMatchObject({ number: 3 });
    expect(await lasting.get()).toMatchObject({ number: 4 });
    expect(opened).toHaveLength(2);
  });

  it("returns a separate copy to each caller", async () => {
    const first = await thing.get({ name: "a" });
    first.words.push("two");
    expect((await thing.get({ name: "a" })).words).toEqual(["one"]);
  });

  it("does not cache a failure", async () => {
    const calls = [thing.get({ name: "broken" }), thing.get({ name: "broken" })];
    const said = 'getThing: could not read thing "broken".\nTry again.';
    for (const call of calls) await expect(call).rejects.toThrow(said);
    expect(reads).toHaveLength(1);
    await expect(thing.get({ name: "broken" })).rejects.toThrow(said);
    expect(reads).toHaveLength(2);
  });

  it("fails with an error that the SDK prints without a stack trace, and a defect with one", async () => {
    const failure: unknown = await thing.get({ name: "broken" }).catch((error: unknown) => error);
    expect(pulumi.RunError.isInstance(failure)).toBe(true);
    expect(failure).toHaveProperty("stack", "");
    const defect = new TypeError("of this package");
    const failing = defineFunction({
      ...{ name: "getNothing", args, isForAnybody: true },
      read: () => Promise.reject(defect),
    });
    await expect(failing.get()).rejects.toBe(defect);
  });

  it("reads again after the engine has created a resource of this package, unless that changes nothing", async () => {
    await Promise.all([thing.get(), lasting.get()]);
    const list = await made("leads");
    expect(await thing.get()).toMatchObject({ number: 3 });
    expect(await lasting.get()).toMatchObject({ number: 2 });
    // Inside an `apply` as well: the count is ahead of the program.
    const other = new List("others", { name: "Others" });
    const late = other.id.apply(() => thing.get());
    expect((await settled(late)).known).toMatchObject({ value: { number: 4 } });
    expect(await thing.get()).toMatchObject({ number: 4 });
    expect(list).toBeInstanceOf(List);
  });

  it("does not read again in a preview, which creates nothing", async () => {
    await startRun(true);
    await thing.get();
    await made("leads");
    await thing.get();
    expect(reads).toHaveLength(1);
  });
});

describe("the Output of a function", () => {
  it("is secret if an argument is secret, and no error contains it", async () => {
    const plain = await settled(thing.output({ name: "plain" }));
    expect([plain.isSecret, plain.known]).toEqual([false, { value: { name: "plain", number: 1, words: ["one"] } }]);
    expect((await settled(thing.output({ name: pulumi.secret("hidden") }))).isSecret).toBe(true);
    const failing = thing.output({ name: pulumi.secret("broken") });
    expect(await failureOf(failing)).toBe('Error: getThingOutput: could not read thing "[secret]".\nTry again.');
  });

  it("depends on the resources of its arguments", async () => {
    const list = await made("leads");
    const answer = thing.output({ name: list.name });
    const resources: unknown = await Reflect.get(answer, "allResources").call(answer);
    expect(resources).toEqual(new Set([list]));
  });

  it.each([
    ["an id that is not known", (list: List) => ({ id: list.id })],
    ["a known property of a resource that does not exist yet", (list: List) => ({ name: list.name })],
    ["an unknown value inside", (list: List) => ({ inner: { words: [list.id.apply((known) => `${known}`)] } })],
  ])("is unknown in a preview for %s, and nothing is read", async (_, argsOf) => {
    await startRun(true);
    const { known } = await settled(thing.output(argsOf(new List("leads", { name: "Leads" }))));
    expect(known).toBeUndefined();
    expect([reads, opened]).toEqual([[], []]);
  });
});

describe("arguments and options", () => {
  const list = pulumi.output("12");
  it.each([
    [{ nme: "a" }, "nme: is not a field of the arguments of getThing: did you mean `name`?"],
    [{ id: "abc" }, "id: must be an id: a positive whole number, or the same as decimal text"],
    [{ name: "" }, "name: is empty: it must contain at least one character that is not whitespace"],
    [{ name: `${list}` }, "name: holds the text that an Output becomes inside a string"],
    [[], "the arguments must be one object."],
    ["12", "the arguments must be one object."],
  ])("are refused in both forms: %j", async (given, said) => {
    await expect(thing.get(given)).rejects.toThrow(`getThing: ${said}`);
    expect(() => thing.output(given)).toThrow(`getThingOutput: ${said}`);
    expect(reads).toEqual([]);
  });

  it.each([
    ["an Output", list],
    ["a promise", Promise.resolve("12")],
  ])("must be known if the result is a promise: %s", async (_, late) => {
    await expect(thing.get({ id: late })).rejects.toThrow("getThing: id: must be known.");
    expect((await settled(thing.output({ id: late }))).known).toMatchObject({ value: { number: 1 } });
  });

  it("are checked again when they are known", async () => {
    const late = thing.output({ name: pulumi.output(" ") });
    expect(await failureOf(late)).toContain("getThingOutput: name: is empty");
  });

  it.each([
    [{ parent: 4 }, "the option `parent` must be a resource"],
    [{ provder: 4 }, '"provder" is not an option of this function: did you mean `provider`?'],
    [{ provider: {} }, "the option `provider` must be a `Provider` of this package"],
    [7, "the options must be one object."],
  ])("of the call: %j", async (options, said) => {
    // A program in JavaScript can pass anything.
    const pass: (given: object) => typeof options = () => options;
    await expect(Reflect.apply(thing.get, thing, [{}, pass({})])).rejects.toThrow(said);
    expect(() => Reflect.apply(thing.output, thing, [{}, pass({})])).toThrow(said);
  });
});

describe("the options of Pulumi's own functions", () => {
  it("are used: the provider of a parent applies", async () => {
    const alice = new Provider("alice", { baseUrl: "http://127.0.0.1:9/alice" });
    const parent = new List("leads", { name: "Leads" }, { provider: alice });
    await thing.get({}, { parent, version: "1.2.3", pluginDownloadURL: "https://example.com", async: true });
    expect(opened.map(({ origin }) => origin)).toEqual(["http://127.0.0.1:9/alice"]);
  });

  it("wait for resources that a preview knows", async () => {
    const existing = new List("leads", { name: "Leads" });
    const { known } = await settled(thing.output({}, { dependsOn: [existing] }));
    expect(known).toMatchObject({ value: { number: 1 } });
    await expect(Reflect.apply(thing.get, thing, [{}, { dependsOn: [existing] }])).rejects.toThrow(
      '"dependsOn" is not an option of this function',
    );
    await startRun(true);
    const planned = new List("leads", { name: "Leads" });
    expect((await settled(thing.output({}, { dependsOn: planned }))).known).toBeUndefined();
    expect(reads).toEqual([]);
  });
});

describe("the settings", () => {
  it("come from the environment, then from the stack's config", async () => {
    pulumi.runtime.setAllConfig({ "outreach:baseUrl": "http://127.0.0.1:9/other", "outreach:requestsPerMinute": "7" });
    await thing.get();
    const origin = `http://127.0.0.1:9/run-${run}`;
    expect(opened).toMatchObject([{ apiKey: "the_key", origin, requestsPerMinute: 7 }]);
  });

  it("come from an explicit provider, which does not make the result secret", async () => {
    const alice = new Provider("alice", { apiKey: pulumi.secret("her_key"), impersonateUserId: 102 });
    expect((await settled(thing.output({}, { provider: alice }))).isSecret).toBe(false);
    await thing.get({}, { provider: alice });
    await thing.get();
    expect(opened).toMatchObject([{ apiKey: "her_key", impersonateUserId: "102" }, { apiKey: "the_key" }]);
    expect(reads).toHaveLength(2);
  });

  it("open one account if two providers have the same", async () => {
    const twins = ["one", "two"].map((name) => new Provider(name, { impersonateUserId: 102 }));
    for (const provider of twins) await thing.get({}, { provider });
    expect([opened.length, reads.length]).toEqual([1, 1]);
  });

  it("that are unknown in a preview make the Output unknown, and the promise fail", async () => {
    await startRun(true);
    const source = new List("leads", { name: "Leads" });
    const later = new Provider("later", { apiKey: source.id });
    expect((await settled(thing.output({}, { provider: later }))).known).toBeUndefined();
    await expect(thing.get({}, { provider: later })).rejects.toThrow(
      'getThing: the settings of provider "later" are not known yet in this preview.\nUse getThingOutput',
    );
    expect(opened).toEqual([]);
  });

  it("that are missing are named", async () => {
    vi.stubEnv("OUTREACH_API_KEY", "");
    await expect(thing.get()).rejects.toThrow("getThing: No API key.");
  });

  it("are checked for misspelt ones, as by a resource", async () => {
    pulumi.runtime.setAllConfig({ "outreach:impersonateUser": "102" });
    await expect(thing.get()).rejects.toThrow("did you mean outreach:impersonateUserId?");
  });
});
