import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DynamicHost, Values } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { agentArgs, campaignArgs, checked, HostRun, type Kind, make, unknown } from "../support/hostRun";

/** The placeholders for an unknown array, number and object; a Node.js program sends the one for strings instead. */
const typedUnknowns = [
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

let run: HostRun;
let host: DynamicHost;

beforeAll(async () => {
  run = await HostRun.open();
  host = await run.host();
});
beforeEach(() => run.sandbox.clearLog());
afterAll(() => run.close());

/** The paths of the unknowns in a value. */
function unknownPaths(value: unknown, path = ""): string[] {
  if (value === unknown) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unknownPaths(inner, `${path}/${key}`));
}

const message = (text: unknown): Values => ({ type: "message", message: text, messageMode: "same" });

describe("check at a preview", () => {
  it.each<[string, Kind, Values]>([
    ["the id of a list", "SourceAgent", agentArgs(unknown)],
    ["an array of ids", "Campaign", campaignArgs(unknown)],
    ["one id in an array", "Campaign", campaignArgs([unknown, 12])],
    ["a name", "List", { name: unknown }],
    ["all steps", "Campaign", { ...campaignArgs([1]), steps: unknown }],
    ["one step", "Campaign", { ...campaignArgs([1]), steps: [{ type: "invitation" }, unknown] }],
    ["a message", "Campaign", { ...campaignArgs([1]), steps: [{ type: "invitation" }, message(unknown)] }],
    ["all signals", "SourceAgent", { ...agentArgs(1), variables: unknown }],
    ["a seat", "Campaign", { ...campaignArgs([1]), linkedinSeatId: unknown }],
    ["a flag", "Campaign", { ...campaignArgs([1]), active: unknown }],
  ])("accepts %s that is not known yet, and returns it unchanged", async (_what, kind, args) => {
    const inputs = await checked(host, urnOf(kind), kind, args);
    expect(unknownPaths(inputs)).toEqual(unknownPaths(args));
    // A second time, as for an existing object: unknown values stay unknown.
    expect(await checked(host, urnOf(kind), kind, args, inputs)).toEqual(inputs);
    expect(await run.requests()).toEqual([]);
  });

  it.each(typedUnknowns)("accepts the unknown %s as well", async (sentinel) => {
    const inputs = await checked(host, urnOf("Campaign"), "Campaign", campaignArgs(sentinel));
    expect(inputs.listIds).toBe(sentinel);
  });

  it("reports problems beside an unknown value", async () => {
    const args = { ...campaignArgs(unknown), steps: [message(unknown), { type: "message", mesage: "x" }] };
    const { failures } = await host.check(urnOf("Campaign"), "Campaign", {}, args);
    expect(failures).toEqual([expect.stringContaining("steps[1].mesage")]);
  });
});

describe("diff", () => {
  it.each<[string, Values]>([
    ["steps", { steps: unknown }],
    ["listIds", { listIds: unknown }],
    ["one id of listIds", { listIds: [unknown] }],
    ["linkedinSeatId", { linkedinSeatId: unknown }],
    ["language", { language: unknown }],
    ["active", { active: unknown }],
  ])("never replaces a campaign because %s is not known yet", async (_what, change) => {
    const { urn, id, inputs, outputs } = await campaign();
    const news = { ...inputs, ...change };
    expect(await host.diff(urn, id, outputs, news)).toMatchObject({ replaces: [] });
  });

  let made: Promise<Awaited<ReturnType<typeof make>>> | undefined;
  function campaign() {
    made ??= make(host, "List", { name: "Known list" }).then(({ id }) => make(host, "Campaign", campaignArgs([id])));
    return made;
  }
});

describe("a value that was not known at the preview", () => {
  it("is checked before anything is sent", async () => {
    const urn = urnOf("Campaign", "late");
    const inputs = await checked(host, urn, "Campaign", campaignArgs(unknown));
    const late = {
      ...inputs,
      listIds: [12],
      steps: [{ type: "message", message: "Hi [FirstNam]", messageMode: "same" }],
    };
    await expect(host.create(urn, late)).rejects.toThrow(/steps\[0\]\.message[\s\S]*FirstName/);
    expect(await run.requests()).toEqual([]);
  });

  it("is sent as a number if it arrives as a string", async () => {
    const list = await make(host, "List", { name: "Text id" });
    const urn = urnOf("SourceAgent", "text");
    await checked(host, urn, "SourceAgent", agentArgs(unknown));
    const inputs = await checked(host, urn, "SourceAgent", agentArgs(list.id));
    const { id, outputs } = await host.create(urn, inputs);
    const { agents } = await run.sandbox.objects();
    expect(agents.find((agent) => agent.id === Number(id))?.listId).toBe(Number(list.id));
    expect(outputs.listId).toBe(Number(list.id));
  });
});
