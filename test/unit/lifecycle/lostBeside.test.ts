import { describe, expect, it } from "vitest";
import { createTable } from "../../../provider/src/lifecycle/createTable";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import type { Values } from "../../../provider/src/lifecycle/declared";
import { StatedKind } from "../../../provider/src/lifecycle/statedKind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { waysOut } from "../decisions/worlds";
import { here, recordOf, urnOf } from "../resources/guarding";
import { name, nothingKnown, starting, steps, urn } from "../resources/starting";
import { outputs } from "./stateOf";

const pending = { since: "2026-01-01T00:00:00.000Z", sign: "0123abcd" };

describe("the state's data about creates without a response", () => {
  const one = { ...outputs({}, { pending }), __provider: "text" };
  const held = new Map<string, Values>(
    Object.entries({
      one,
      other: outputs({ name: "Q2" }, { pending }),
      absent: outputs({}, { pending: { ...pending, isAbsent: true } }),
      // A refresh looks for it.
      listed: outputs({}, { pending: { ...pending, knownBefore: [] } }),
      made: outputs({}, { id: "3" }),
      nameless: outputs({ name: undefined }, { pending }),
    }),
  );

  it("is passed to each other resource of the name, without what belongs to the engine", () => {
    const lost = (of: string, its: unknown) => new StatedKind(campaignKind, held).lostBeside(of, its).lost;
    const { __provider, ...its } = one;
    expect(lost("new", "Q1")).toEqual([{ urn: "one", outputs: its }]);
    expect(lost("made", " Q1")).toHaveLength(1);
    expect(lost("one", "Q1")).toBeUndefined();
    expect(lost("new", "Q3")).toBeUndefined();
    expect(lost("new", undefined)).toBeUndefined();
  });
});

interface World {
  /** What differs in its outputs and its record from a draft that equals the new campaign. */
  readonly outputs?: Values;
  readonly record?: object;
  readonly acknowledged?: readonly string[];
  readonly listing?: "whole" | "partial";
  /** The resource itself has this create, under its former name. */
  readonly isOwn?: boolean;
}

/** The decision on a campaign, while another resource's create has got no response. */
function decided({ outputs: its, record, acknowledged, listing, isOwn }: World) {
  const { situation, memory } = starting({}, { acknowledged });
  const recorded = JSON.stringify({ ...recordOf(), pending, ...record });
  const lost = {
    urn: urnOf("old"),
    outputs: { name, steps, listIds: [1], linkedinSeatId: undefined, active: false, recorded, ...its },
  };
  const { inputs } = situation;
  memory.remember(campaignKind, inputs, { urn, retained: false, lost: [lost] });
  if (isOwn === true) {
    memory.noteCompared(campaignKind, { id: "pending-1", outputs: lost.outputs }, { urn }, inputs, true);
  }
  const known = listing && { answers: [], whole: listing === "whole", missing: [] };
  const account = { ...nothingKnown(campaignKind), objects: new Map(), listing: known };
  const decision = evaluate(createTable, { situation, account, actingUserId: "101", kinds: new Map() });
  const { rule, warnings } = decision;
  return { rule, codes: waysOut(decision).flat(), warns: warnings.map(({ text }) => text) };
}

describe("before a create, if the state has a create of another resource that got no response,", () => {
  const refused = { rule: "stated-lost", codes: ["twin:none:0123abcd"] };
  const sent = { rule: undefined, codes: [], warns: [] };
  const said = { rule: undefined, warns: [expect.stringContaining("the pending creation for old had no effect")] };

  it.each<[string, World, object]>([
    ["it may have made the same", {}, refused],
    ["it may have made the same, which runs", { outputs: { active: true } }, refused],
    ["the listing may leave that out", { listing: "partial" }, refused],
    ["the listing shows all", { listing: "whole" }, sent],
    ["it differs", { outputs: { steps: [{ type: "invitation", delayAfterLastStep: 2 }] } }, sent],
    ["it has sent more", { outputs: { linkedinSeatId: 7 } }, sent],
    ["it is on another list", { outputs: { listIds: [2] } }, sent],
    ["it is another user's", { record: { actingUserId: "102" } }, sent],
    ["it is at another service", { record: { origin: `${here}.old` } }, sent],
    ["it cannot be read", { record: { declared: 1 } }, sent],
    ["it is the resource's own", { isOwn: true }, sent],
    ["its code is acknowledged", { acknowledged: ["twin:none:0123abcd"] }, said],
    ["twin:none is acknowledged", { acknowledged: ["twin:none"] }, said],
    [
      "twin:none was acknowledged before it was sent",
      { record: { pending: { ...pending, saidAbsent: true } }, acknowledged: ["twin:none"] },
      refused,
    ],
  ])("%s", (_, world, expected) => {
    expect(decided(world)).toMatchObject(expected);
  });
});
