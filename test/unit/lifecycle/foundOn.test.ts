import { describe, expect, it } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import { foundOn, noteFoundOn, withFound, withShared } from "../../../provider/src/lifecycle/foundOn";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import type { ObjectNotes, RunMemory } from "../../../provider/src/lifecycle/memory";
import { type FoundThere, foundSchema, hasLeft, type Recorded } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { starting } from "../resources/starting";

const record = { version: 1, origin: "o", actingUserId: "101", declared: [] } as const satisfies Recorded;

/** What a campaign finds on these lists, whose answers are those of the service. */
async function found(
  answers: readonly Answer[] | undefined,
  targets: readonly string[],
  notes: (memory: RunMemory) => void = () => {},
  { own, kind = campaignKind }: { readonly own?: string; readonly kind?: ResourceKind } = {},
) {
  const { situation, memory } = starting(answers === undefined ? {} : { lists: { answers, whole: true, missing: [] } });
  memory.remember(campaignKind, situation.inputs, { retained: false, inState: [] });
  notes(memory);
  return await foundOn({ ...situation, kind }, targets, own);
}

const shown = (id: string, campaignId?: number) => ({ id, ...(campaignId === undefined ? {} : { campaignId }) });

const all = "attached" as const;
const order = 1;

describe("what an object finds on its targets", () => {
  it("is the object that each names, or none", async () => {
    expect(await found([shown("1", 7), shown("2"), shown("3", 8)], ["1", "2"])).toEqual({
      foundOn: { "1": { ids: ["7"], order }, "2": { ids: [], all, order } },
    });
  });

  it("is unknown if no target names any, if targets are not listed, and for kinds without targets", async () => {
    expect(await found([shown("1"), shown("2")], ["1", "2"])).toEqual({});
    expect(await found([shown("1", 7)], ["2"])).toEqual({});
    expect(await found([shown("1", 7)], [])).toEqual({});
    expect(await found(undefined, ["1"])).toEqual({});
    expect(await found([shown("1", 7)], ["1"], undefined, { kind: listKind })).toEqual({});
  });

  it("is nothing on a target that this run has created", async () => {
    const made = (noting: RunMemory) => noting.note({ name: "List" }, "1", { made: {} });
    expect(await found([shown("1"), shown("2")], ["1", "2"], made)).toEqual({
      foundOn: { "1": { ids: [], all: "created", order } },
    });
    expect(await found([shown("1", 7)], ["1"], made)).toEqual({ foundOn: { "1": { ids: ["7"], order } } });
  });

  it("includes what this run has attached since the listing, but not the object itself", async () => {
    const attached = (noting: RunMemory) => {
      noting.note({ name: "List" }, "1", { made: {} });
      noting.note(campaignKind, "7", { attachedTo: ["1"] });
      noting.note(campaignKind, "8", { attachedTo: ["2"] });
    };
    expect(await found([shown("1"), shown("2")], ["1"], attached)).toEqual({
      foundOn: { "1": { ids: ["7"], all: "created", order } },
    });
    expect(await found([shown("1"), shown("2")], ["1"], attached, { own: "7" })).toEqual({
      foundOn: { "1": { ids: [], all: "created", order } },
    });
  });

  it("includes what the object that it names has found there", async () => {
    const known: Recorded["foundOn"] = {
      ...{ "1": { ids: ["5"] }, "2": { ids: ["6"], all } },
      "3": { ids: [], all: "created" },
    };
    const foundBefore = (noting: RunMemory) => noting.note(campaignKind, "7", { foundOn: known });
    const answers = ["1", "2", "3", "4"].map((id) => shown(id, 7));
    expect(await found(answers, ["1", "2", "3", "4"], foundBefore)).toEqual({
      foundOn: {
        "1": { ids: ["7", "5"], order },
        "2": { ids: ["7", "6"], all, order },
        "3": { ids: ["7"], all: "created", order },
        "4": { ids: ["7"], order },
      },
    });
    // For the object itself, or in its place, that is all.
    expect(await found(answers, ["1", "2", "3", "4"], foundBefore, { own: "7" })).toEqual({ foundOn: known });
  });

  it("does not include the object itself, although others have found it", async () => {
    const foundIt = (noting: RunMemory) => noting.note(campaignKind, "7", { foundOn: { "1": { ids: ["8", "5"] } } });
    expect(await found([shown("1", 7)], ["1"], foundIt, { own: "8" })).toEqual({
      foundOn: { "1": { ids: ["7", "5"], order } },
    });
  });

  it("keeps those with which it shares the target", async () => {
    const sharing = (noting: RunMemory) =>
      noting.note(campaignKind, "8", { foundOn: { "1": { ids: ["7", "5"], shared: ["7", "5"], order: 1 } } });
    expect((await found([shown("1", 7)], ["1"], sharing, { own: "8" })).foundOn?.["1"]?.shared).toEqual(["7", "5"]);
    const others = (await found([shown("1", 9)], ["1"], sharing, { own: "8" })).foundOn?.["1"];
    expect(others).toMatchObject({ ids: ["9", "7", "5"], shared: ["7", "5"] });
  });

  it("is shared with those of whom a person says so, on all targets or on some", () => {
    const its = {
      ...record,
      foundOn: { "1": { ids: ["7", "8"] }, "2": { ids: ["7"], shared: ["7"] }, "3": { ids: [] } },
    };
    expect(withShared(its, []).foundOn).toEqual(its.foundOn);
    expect(withShared(its, ["8"]).foundOn).toEqual({ ...its.foundOn, "1": { ids: ["7", "8"], shared: ["8"] } });
    expect(withShared(its, [], { "7": ["1"], "8": ["2"] }).foundOn).toEqual({
      ...its.foundOn,
      "1": { ids: ["7", "8"], shared: ["7"] },
    });
    const nothing: Recorded = record;
    expect(withShared(nothing, ["7"])).toEqual(record);
  });

  it("names the latest fifty, and is not complete if there are more", async () => {
    const earlier = (count: number) => Array.from({ length: count }, (_, n) => String(100 + n));
    const foundWith = async (count: number) =>
      (
        await found([shown("1", 7)], ["1"], (noting) => {
          noting.note(campaignKind, "7", { foundOn: { "1": { ids: earlier(count), all } } });
        })
      ).foundOn?.["1"];
    expect(await foundWith(49)).toEqual({ ids: ["7", ...earlier(49)], all, order });
    expect(await foundWith(50)).toEqual({ ids: ["7", ...earlier(49)], order });
  });

  it("names an object after an unknown number of updates if the state was not read, or has counts of too many", async () => {
    const { situation, memory } = starting({ lists: { answers: [shown("1", 7)], whole: true, missing: [] } });
    const found = async () => (await foundOn({ ...situation, kind: campaignKind }, ["1"], undefined)).foundOn?.["1"];
    expect(await found()).toEqual({ ids: ["7"], after: { "7": null } });
    const owner = { origin: situation.run.settings().origin, actingUserId: (await situation.account.actingUser()).id };
    const countsOf = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [String(100 + n), 1]));
    const known = (sent: Record<string, number>) =>
      memory.remember(campaignKind, situation.inputs, { retained: false, inState: [{ ...owner, sent }] });
    known(countsOf(99));
    expect(await found()).toEqual({ ids: ["7"], order });
    known(countsOf(100));
    expect(await found()).toEqual({ ids: ["7"], after: { "7": null }, order });
    known({ "7": 2 });
    expect(await found()).toEqual({ ids: ["7"], after: { "7": 2 }, order });
  });

  it("includes what others on the target have found, unless the last of them has found them all", async () => {
    const noted =
      (its: FoundThere, more: ObjectNotes = {}) =>
      (noting: RunMemory) => {
        noting.note(campaignKind, "7", { foundOn: { "1": its } });
        noting.note(campaignKind, "8", { foundOn: { "1": { ids: ["5"], after: { "5": 2 }, order: 3 } }, ...more });
      };
    const foundIn = async (...notes: Parameters<typeof noted>) =>
      (await found([shown("1", 7)], ["1"], noted(...notes))).foundOn?.["1"];
    const both = { ids: ["7", "5", "8"], after: { "5": 2 }, order: 4 };
    expect(await foundIn({ ids: [], order: 1 })).toEqual(both);
    // Before the other one, at the same time, or nobody knows when.
    for (const when of [{ order: 2 }, { order: 3 }, {}]) expect(await foundIn({ ids: [], all, ...when })).toEqual(both);
    const stale = { ids: ["5", "8"], all, after: { "5": 3 }, order: 2 } satisfies FoundThere;
    expect(await foundIn(stale)).toEqual({ ...both, after: { "5": 3 } });
    expect(await foundIn({ ids: ["8"], all, order: 4 })).toEqual({ ids: ["7", "8"], all, order: 5 });
    expect(await foundIn({ ids: [], all, order: 4 })).toEqual({ ids: ["7"], all, order: 5 });
    // A count that is not known stays so, whichever is found first.
    expect(await foundIn({ ids: ["5"], after: { "5": null } })).toEqual({ ...both, after: { "5": null } });
    const unknown = { foundOn: { "1": { ids: ["5"], after: { "5": null }, order: 3 } } };
    expect(await foundIn({ ids: ["5"], after: { "5": 3 } }, unknown)).toEqual({ ...both, after: { "5": null } });
    // An update has taken it off, but not what it had found.
    const off = { ids: ["7", "5"], after: { "5": 2 }, order: 4 };
    expect(await foundIn({ ids: [], all, order: 1 }, { sent: { targets: ["2"], count: 1 } })).toEqual(off);
  });

  it("is what another one has found last, if that is all and names the one that the target names", async () => {
    const foundIn = async (last: FoundThere, first: FoundThere = { ids: [], all, order: 1 }) => {
      const notes = (noting: RunMemory) => {
        noting.note(campaignKind, "7", { foundOn: { "1": first } });
        noting.note(campaignKind, "8", { foundOn: { "1": last } });
      };
      return (await found([shown("1", 7)], ["1"], notes)).foundOn?.["1"];
    };
    expect(await foundIn({ ids: ["7", "6"], all, order: 2 })).toEqual({ ids: ["7", "6", "8"], all, order: 3 });
    expect(await foundIn({ ids: ["6"], all, order: 2 })).toEqual({ ids: ["7", "6", "8"], order: 3 });
    expect(await foundIn({ ids: ["7", "6"], order: 2 })).toEqual({ ids: ["7", "6", "8"], order: 3 });
    const first = { ids: [], all } satisfies FoundThere;
    expect(await foundIn({ ids: ["7", "6"], all, order: 2 }, first)).toEqual({ ids: ["7", "6", "8"], order: 3 });
  });

  it("does not name a create whose outcome is unknown, but what that has found", async () => {
    const pending = (noting: RunMemory) =>
      noting.note(campaignKind, "pending-1", { foundOn: { "1": { ids: ["5"], order: 1 } } });
    expect(await found([shown("1", 7)], ["1"], pending)).toEqual({ foundOn: { "1": { ids: ["7", "5"], order: 2 } } });
    expect(foundSchema.parse({ ids: ["pending-1", "5"] })).toEqual({ ids: ["5"] });
  });

  it("comes after what the state has", async () => {
    const { situation, memory } = starting({ lists: { answers: [shown("1", 7)], whole: true, missing: [] } });
    const owner = { origin: situation.run.settings().origin, actingUserId: (await situation.account.actingUser()).id };
    const inState = [{ ...owner, lastFound: { "1": 5 } }];
    memory.remember(campaignKind, situation.inputs, { retained: false, inState });
    expect(await foundOn({ ...situation, kind: campaignKind }, ["1"], undefined)).toEqual({
      foundOn: { "1": { ids: ["7"], order: 6 } },
    });
  });

  it("is nobody, although others have found somebody there, if the target names none", async () => {
    const before = (noting: RunMemory) =>
      noting.note(campaignKind, "8", { foundOn: { "1": { ids: ["5"], order: 1 } } });
    expect(await found([shown("1"), shown("2", 9)], ["1"], before)).toEqual({
      foundOn: { "1": { ids: [], all, order: 2 } },
    });
  });

  it("is noted only if it is known", () => {
    const { memory } = starting({});
    noteFoundOn(memory, campaignKind, "7", { foundOn: { "1": { ids: ["5"] } } });
    noteFoundOn(memory, campaignKind, "7", {});
    expect(memory.object(campaignKind, "7")).toEqual({ foundOn: { "1": { ids: ["5"] } } });
  });

  it("is recorded for the targets that it keeps, the latest if it is found again", () => {
    const before = { ...record, foundOn: { "1": { ids: ["7"] }, "2": { ids: ["8"] }, "3": { ids: [] } } };
    const added = { foundOn: { "2": { ids: ["9"] }, "4": { ids: ["9"] } } };
    const changed = (listIds: number[], areSent = false) => ({ news: { listIds }, areSent });
    expect(withFound(campaignKind, before, added, changed([2, 3, 4, 5], true))).toEqual({
      ...record,
      foundOn: { "1": { ids: ["7"] }, "2": { ids: ["9"] }, "3": { ids: [] }, "4": { ids: ["9"] } },
      sent: { targets: ["2", "3", "4", "5"], count: 1 },
    });
    // Those whom it has found are still there; that it has found nobody may have changed.
    const { "3": _nobody, ...crowded } = before.foundOn;
    expect(withFound(campaignKind, before, {}, changed([])).foundOn).toEqual(crowded);
    // Where a former version ran, that one is still attached.
    expect(withFound(campaignKind, { ...before, ranOn: ["3"] }, {}, changed([])).foundOn).toEqual(before.foundOn);
  });

  it("is recorded with the last update of the targets, and how many there were", () => {
    const sent = { ...record, sent: { targets: ["1"], count: 2 } };
    expect(withFound(campaignKind, sent, {}, { news: { listIds: [1] }, areSent: false })).toEqual(sent);
    expect(withFound(campaignKind, sent, {}, { news: { listIds: [3] }, areSent: true }).sent).toEqual({
      targets: ["3"],
      count: 3,
    });
  });

  it("has been left if a later update of the targets has sent others", () => {
    const sent = { targets: ["1"], count: 2 };
    expect([hasLeft({ sent }, "1"), hasLeft({ sent }, "2"), hasLeft({}, "2")]).toEqual([false, true, false]);
    expect([hasLeft({ sent }, "2", 1), hasLeft({ sent }, "2", 2), hasLeft({ sent }, "2", 3)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("names after how many updates of its targets each was found, the one that the target names now", async () => {
    const notes = { foundOn: { "1": { ids: ["5", "6"], after: { "5": 3 } } }, sent: { targets: ["2"], count: 4 } };
    const countsOf = async (more: ObjectNotes) => {
      const { situation, memory } = starting({ lists: { answers: [shown("1", 7)], whole: true, missing: [] } });
      memory.note(campaignKind, "7", { ...notes, ...more });
      return (await foundOn({ ...situation, kind: campaignKind }, ["1"], undefined)).foundOn?.["1"]?.after;
    };
    expect(await countsOf({})).toEqual({ "5": 3, "7": 4 });
    // A listing from before an update of this run still shows it.
    expect(await countsOf({ attachedTo: ["2"] })).toEqual({ "5": 3 });
  });
});
