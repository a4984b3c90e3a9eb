import { describe, expect, it } from "vitest";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import type { UpdateSituation } from "../../../provider/src/lifecycle/situation";
import { takenOff } from "../../../provider/src/lifecycle/takenOff";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { type Around, recordOf } from "../resources/guarding";
import { logsRead, starting } from "../resources/starting";

const entries = [{ id: 1 }];
const named = (...ids: number[]) => ids.map((id) => ({ id: `${id}`, campaignId: 7 }));

/** What an update of campaign 7 from list 1 to these lists takes off it. */
async function taken(listIds: number[], record: Partial<Recorded> = {}, around: Around = {}, values: object = {}) {
  const given = starting(around);
  given.memory.note(campaignKind, "8", { foundOn: { "4": { ids: ["7"] }, "5": { ids: ["7"] } } });
  const { declarer: _, inputs, ...parts } = given.situation;
  const olds = { ...inputs, active: false, ...values };
  const situation: UpdateSituation = {
    ...{ ...parts, kind: campaignKind, id: "7", olds, news: { ...olds, listIds }, record: recordOf(record) },
    ...{ nameless: "campaign", changes: [], replacing: false },
  };
  const { record: known, ...its } = await takenOff(situation);
  return { ...its, mayUse: known.mayUse, unattached: known.unattached, logs: logsRead(given) };
}

const lists = (...answers: object[]) => ({
  lists: { answers: answers.map((each) => ({ id: "9", ...each })), whole: true, missing: [] },
});

describe("what an update of the targets takes off an object", () => {
  it("is nothing if it sends all on which the object may be", async () => {
    const nothing = { attached: [], hasLog: false, mayUse: undefined, unattached: undefined, logs: 0 };
    expect(await taken([1, 2])).toEqual(nothing);
  });

  it("is each target that names it, and those on which another object hides it, unless it has left them", async () => {
    const around = { ...lists(...named(1, 3), { id: "6", campaignId: 9 }), logs: { "7": [] } };
    expect(await taken([1], {}, around)).toMatchObject({ attached: ["3", "4", "5"], hasLog: false, logs: 1 });
    const sent = { targets: ["1", "5"], count: 1 };
    expect(await taken([1], { sent }, around)).toMatchObject({ attached: ["3", "5"], mayUse: ["3", "5"] });
    expect(await taken([1, 3, 5], { sent }, around)).toMatchObject({ attached: [], hasLog: false, logs: 0 });
  });

  it.each<[string, number[], Partial<Recorded>]>([
    ["gives up a list of the program", [2], {}],
    ["takes it off one that it may use", [1], { mayUse: ["3"] }],
    ["takes it off one that a change without an outcome may have added", [1], { unsettled: { listIds: [[1, 3]] } }],
  ])("is asked about in its log if the update %s", async (_, listIds, record) => {
    expect(await taken(listIds, record, { logs: { "7": entries } })).toMatchObject({ hasLog: true, logs: 1 });
    expect(await taken(listIds, record, { logs: { "7": [] } })).toMatchObject({ hasLog: false, logs: 1 });
    expect(await taken(listIds, record)).toMatchObject({ hasLog: undefined, logs: 1 });
    // It is recorded anyway.
    expect(await taken(listIds, { ...record, everActive: true })).toMatchObject({ hasLog: false, logs: 0 });
    expect(await taken(listIds, record, {}, { active: true })).toMatchObject({ hasLog: false, logs: 0 });
  });

  it("counts a list that was adopted without the object, once it names it", async () => {
    const unattached = ["1", "2"];
    expect(await taken([9], { unattached }, lists(...named(1)))).toMatchObject({ unattached: ["2"] });
    expect(await taken([9], { unattached })).toMatchObject({ unattached });
  });
});
