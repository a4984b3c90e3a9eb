import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/lifecycle/declared";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { noteSettled, settledAs, settledBy, settledIn, settleInRecords } from "../../../provider/src/lifecycle/settled";
import { StatedKind } from "../../../provider/src/lifecycle/statedKind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { recorded, recordOf, urnOf } from "../resources/guarding";
import { name, starting, steps, urn } from "../resources/starting";
import { outputs } from "./stateOf";

const since = "2026-01-01T00:00:00.000Z";
const pendingAs = (sign: string) => ({ since, sign });

interface World {
  /** The signs of other resources' equal lost creates. */
  readonly beside?: readonly string[];
  readonly isStart?: boolean;
  /** The record of the resource's own object, or of its lost create. */
  readonly own?: Partial<Recorded>;
  readonly known?: Recorded["settled"];
  readonly acknowledged?: readonly string[];
  readonly adopts?: boolean;
  readonly hasRun?: boolean;
}

const held = (record: Partial<Recorded>, more: Values = {}) => ({
  ...{ name, steps, listIds: [1], active: false, ...more },
  recorded: JSON.stringify(recordOf(record)),
});

function settled({ beside = [], isStart = false, own, known, acknowledged, adopts, hasRun }: World) {
  const { situation, memory } = starting({}, { acknowledged });
  const lost = beside.map((sign) => ({
    urn: urnOf(sign),
    outputs: held({ pending: pendingAs(sign) }, { active: isStart }),
  }));
  memory.remember(campaignKind, situation.inputs, { urn, retained: false, lost });
  if (own !== undefined) {
    const id = own.pending === undefined ? "4" : "pending-1";
    memory.noteCompared(campaignKind, { id, outputs: held(own) }, { urn }, situation.inputs, true);
  }
  noteSettled(memory, campaignKind, known);
  const taken = { ...(adopts === true ? { takenOver: true } : {}), ...(hasRun === true ? { everActive: true } : {}) };
  const its = settledBy(situation, recordOf(), taken, "5");
  for (const [sign, id] of Object.entries(its.settled ?? {})) {
    expect(settledAs(memory, campaignKind, recordOf({ pending: pendingAs(sign) }))).toBe(id);
  }
  return its.settled;
}

describe("the record of a new object names as settled", () => {
  const own = { pending: pendingAs("own") };

  it.each<[string, World, Recorded["settled"]]>([
    ["nothing", {}, undefined],
    ["none that nobody has said to be absent", { beside: ["a"] }, undefined],
    ["those that are said to be absent", { beside: ["a", "b"], acknowledged: ["twin:none"] }, { a: "", b: "" }],
    ["the one whose code is acknowledged", { beside: ["a", "b"], acknowledged: ["twin:none:b"] }, { b: "" }],
    ["the only one that may have made what it adopts", { beside: ["a"], adopts: true }, { a: "5" }],
    ["none of two", { beside: ["a", "b"], adopts: true }, undefined],
    ["no start, if what it adopts has not run", { beside: ["a"], isStart: true, adopts: true }, undefined],
    ["a start, if what it adopts has run", { beside: ["a"], isStart: true, adopts: true, hasRun: true }, { a: "5" }],
    ["its own, which had no effect", { own }, { own: "" }],
    ["its own, whose object it adopts", { own, beside: ["a"], adopts: true }, { own: "5" }],
    [
      "its own, if it adopts another one because that had no effect",
      { own: { pending: { ...own.pending, isAbsent: true } }, adopts: true },
      { own: "" },
    ],
    [
      "its own, if it adopts an earlier one again",
      { own: { ...own, replaced: { 5: "content" } }, adopts: true },
      { own: "" },
    ],
    ["those before", { own: { settled: { x: "4", y: "" } } }, { x: "4", y: "" }],
    [
      "what the state has settled with the adopted object",
      { known: { x: "5", y: "", z: "6" }, adopts: true },
      { x: "5", y: "" },
    ],
    ["nothing of other objects", { known: { x: "5", y: "" } }, undefined],
  ])("%s", (_, world, expected) => {
    expect(settled(world)).toEqual(expected);
  });

  it("the last ones only", () => {
    const before = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`sign${index}`, ""]));
    expect(Object.keys(settled({ own: { ...own, settled: before } }) ?? {})).toEqual([
      ...Object.keys(before).slice(3),
      "own",
    ]);
  });
});

describe("the state's settled creates", () => {
  it("are passed to each resource of the kind, with those that had no effect", () => {
    const state = new StatedKind(
      campaignKind,
      new Map<string, Values>([
        ["one", outputs({}, { id: "1", settled: { a: "1", b: "" } })],
        ["absent", outputs({}, { pending: { since, sign: "c", isAbsent: true } })],
        ["pending", outputs({}, { pending: pendingAs("d") })],
      ]),
    );
    expect(state.lostBeside("new", undefined)).toEqual({ settled: { a: "1", b: "", c: "" } });
    expect(settledIn({ a: "1" })).toEqual({ a: "1" });
    expect(settledIn(undefined)).toBeUndefined();
    expect(settledIn({ a: 1 })).toBeUndefined();
  });

  it.each<[string, Recorded["settled"], readonly (readonly [token: string, outcome: unknown])[]]>([
    ["nothing is settled", undefined, []],
    ["another one is settled", { other: "9" }, []],
    ["it has made an object", { "01234567": "9" }, [["0123456789abcdef", { id: "9" }]]],
    ["it has made an object that is recorded", { "01234567": "8" }, [["0123456789abcdef", "refused"]]],
    ["it had no effect", { "01234567": "" }, [["0123456789abcdef", "refused"]]],
  ])("settle this machine's records: %s", async (_, known, outcomes) => {
    const all = [recorded({ id: "8", token: "89abcdef" }), recorded()];
    const { situation, memory, settle } = starting({ recorded: all });
    noteSettled(memory, campaignKind, known);
    await settleInRecords(situation);
    expect(settle.mock.calls.map(([lost, outcome]) => [lost[0]?.token, outcome])).toEqual(outcomes);
  });
});
