import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { urnOf } from "../support/engine/urn";
import { HostRun, listArgs, type Made, make } from "../support/hostRun";

let run: HostRun;
let made: Made;
beforeAll(async () => {
  run = await HostRun.open();
  made = await make(await run.host(), "List", listArgs);
});
afterEach(() => run.stopHosts());
afterAll(() => run.close());

const config = { "outreach:lauch": "never", "outreach:region": "eu", "aws:region": "eu" };
const slips = [
  expect.stringContaining("outreach:lauch in the stack's config is not a setting of pulumi-outreach; did you mean"),
  expect.stringContaining("outreach:region in the stack's config is not a setting"),
  expect.stringContaining("OUTREACH_BASEURL in the environment is not a setting"),
];
const isSlip = (text: string) => text.includes("is not a setting");

/** A provider process with misspelt settings, and its warnings about them. */
async function withSlips(more: Record<string, string> = {}) {
  const engine = await run.engine();
  const env = { ...run.env, OUTREACH_BASEURL: run.sandbox.url, OUTREACH_LOG: "", OUTREACH_TEST_LONG: "1" };
  const host = await run.host({ engine, env, config: { ...config, ...more } });
  return { host, slipsSaid: () => engine.warnings().filter(isSlip) };
}

describe("a misspelt setting in a run without a program", () => {
  it("causes one warning during a destroy", async () => {
    const { host, slipsSaid } = await withSlips();
    await host.delete(made.urn, made.id, made.outputs);
    await host.delete(made.urn, made.id, made.outputs);
    expect(slipsSaid()).toEqual(slips);
  });

  it("causes a warning at the end of a refresh", async () => {
    const { host, slipsSaid } = await withSlips();
    await host.read(made.urn, made.id, made.outputs);
    expect(slipsSaid()).toEqual([]);
    await host.stop("SIGINT");
    expect(slipsSaid()).toEqual(slips);
  });

  it("is reported only by the program if it runs", async () => {
    const { host, slipsSaid } = await withSlips();
    await host.read(made.urn, made.id, made.outputs);
    await host.check(made.urn, "List", made.inputs, listArgs);
    await host.delete(made.urn, made.id, made.outputs);
    await host.stop("SIGINT");
    expect(slipsSaid()).toEqual([]);
  });

  it("is not repeated by each explicit provider", async () => {
    const { host, slipsSaid } = await withSlips({ "outreach:explicit": "" });
    await host.delete(made.urn, made.id, made.outputs);
    await host.stop("SIGINT");
    expect(slipsSaid()).toEqual([]);
  });
});

describe("a problem that the program has reported", () => {
  const line = "name: is empty: it must contain at least one character that is not whitespace";

  it("is not repeated, and fails the run", async () => {
    const host = await run.host();
    const check = async (news: Record<string, unknown>) => (await host.check(urnOf("List"), "List", {}, news)).failures;
    expect(await check({ name: "", __problems: [line] })).toEqual([
      '1 problem in list "leads", listed under the stack',
    ]);
    // The program knew more than the inputs that arrive.
    expect(await check({ name: "Leads", __problems: [line] })).toEqual([
      '1 problem in list "leads", listed under the stack',
    ]);
    // The program did not know a value that was resolved later.
    expect(await check({ name: "", adopt: "first", __problems: [line] })).toEqual([
      expect.stringMatching(
        /^1 problem in list "leads", listed under the stack, and\n1 problem in list "leads":\n {2}adopt: must be an id/,
      ),
    ]);
    expect(await check({ name: "" })).toEqual([`1 problem in list "leads":\n  ${line}`]);
  });

  it("is not in the state", async () => {
    const host = await run.host();
    const { inputs } = await host.check(urnOf("List"), "List", {}, { name: "Leads", __problems: [] });
    expect(Object.keys(inputs).sort()).toEqual(["__provider", "name"]);
  });
});
