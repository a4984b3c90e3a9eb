import { describe, expect, it } from "vitest";
import { createSituation, decideCreate } from "../../../provider/src/lifecycle/decideCreate";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { noteMove } from "../../../provider/src/resources/campaign/moves";
import { declared, robot } from "../kind/robot";
import { follow, guarding, listed, recordOf, urnOf } from "../resources/guarding";
import { type More, name, starting } from "../resources/starting";

it("before a create, the objects are listed again if another run may have created one with this name", async () => {
  const lists = listed({ id: "5", ...declared });
  const { run, account, listing, known } = guarding({ lists });
  const acknowledged = new Set(["twin:5"]);
  const situation = { kind: robot, run, account, about: "it", acknowledged, inputs: declared, declarer: {} };
  const decided = await decideCreate(situation, "creating it");
  expect(decided.listing).toBe(lists);
  expect(listing.mock.calls).toEqual([["Robot", "creating it", { unlessMade: { kind: "Robot", name: "R2" } }]]);
  expect(known.mock.calls).toEqual([["Robot", "R2", "sameName"]]);
});

it.each([
  ["remembers that the service lists none", undefined, ["campaigns"]],
  ["remembers nothing if the service lists them", listed(), []],
])("a create %s", async (_, campaigns, unseen) => {
  const { situation, memory } = starting({ campaigns });
  await decideCreate(situation, "creating it");
  expect([...memory.unseen]).toEqual(unseen);
});

describe("before a create that starts to send, the objects are listed", () => {
  const about = "creating it";
  const unlessMade = { unlessMade: { kind: "Campaign" } };

  it.each<[string, More, object]>([
    ["again", {}, { fresh: true }],
    ["again if others may have started one, after a delete that has listed it again", { instead: "7" }, unlessMade],
  ])("%s, and under any name", async (_, more, options) => {
    const campaigns = listed({ id: "6", name: "Other", active: false, listIds: [9] });
    const { situation, listing, known } = starting({ campaigns }, more);
    const decided = await decideCreate(situation, about);
    expect(decided.listing).toBe(campaigns);
    expect(listing.mock.calls).toEqual([
      ["Campaign", about, options],
      ["List", about, unlessMade],
    ]);
    expect(known.mock.calls).toEqual([["Campaign", name, "all"]]);
  });

  it.each<[string, number[], boolean, object]>([
    ["with the lists again if this run has taken one of them from another campaign", [1], true, { fresh: true }],
    ["with the lists as known while that is not sent", [1], false, unlessMade],
    ["with the lists as known if it has taken others", [9], true, unlessMade],
  ])("%s", async (_, released, isSent, options) => {
    const { situation, memory, listing } = starting({ campaigns: listed() });
    const [id, values] = ["5", { name: "Q0" }];
    const move = {
      kind: campaignKind,
      run: situation.run,
      about: "it",
      urn: urnOf("q0"),
      id,
      acknowledged: new Set(""),
    };
    const more = { olds: values, news: values, record: recordOf(), changes: [], replacing: false };
    follow(noteMove({ ...move, ...more, nameless: "it" }, { released, attached: [] }), move);
    if (isSent) await memory.updates.begin(campaignKind, id, Promise.resolve());
    await decideCreate(situation, about);
    expect(listing.mock.calls[1]).toEqual(["List", about, options]);
  });

  it("only by name if it does not start", async () => {
    const { situation, listing, known } = starting({ campaigns: listed() }, { inputs: { active: false } });
    await decideCreate(situation, about);
    expect(listing.mock.calls).toEqual([["Campaign", about, { unlessMade: { kind: "Campaign", name } }]]);
    expect(known.mock.calls).toEqual([["Campaign", name, "sameName"]]);
  });
});

describe("a code of the moment that the replaced object has used", () => {
  const used = { id: "5", outputs: { ...declared, acknowledge: ["twin:none"], recorded: writtenRecord(recordOf()) } };
  const situationOf = (comparedBefore: boolean, instead?: typeof used) => {
    const { run, memory } = guarding();
    const inputs = { ...declared, acknowledge: ["twin:none", "twin:5"] };
    if (comparedBefore) memory.noteCompared(robot, used, {}, inputs, true);
    return createSituation(withPolicy, run, inputs, instead);
  };
  const withPolicy = { ...robot, policy: {} };

  it.each<[string, boolean, typeof used | undefined, object]>([
    ["is spent before its delete", false, used, { instead: "5", spent: new Set(["twin:none"]) }],
    ["is spent after its delete", true, undefined, { instead: undefined, spent: new Set(["twin:none"]) }],
    ["counts for a new object", false, undefined, { instead: undefined, spent: new Set() }],
  ])("%s", (_, comparedBefore, instead, expected) => {
    const situation = situationOf(comparedBefore, instead);
    expect(situation).toMatchObject(expected);
    expect(situation.acknowledged.has("twin:5")).toBe(true);
    expect(situation.acknowledged.has("twin:none")).toBe(situation.spent?.has("twin:none") === false);
  });
});
