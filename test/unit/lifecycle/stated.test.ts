import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { type Stated, StatedKind, statedIn, withoutReplaced } from "../../../provider/src/lifecycle/stated";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";

const record: Recorded = { version: 1, origin: "https://outreach.example.com", actingUserId: "1", declared: [] };

function outputs(values: object, recorded: Partial<Recorded> = {}) {
  return { name: "Q1", listIds: [1], ...values, recorded: writtenRecord({ ...record, unseen: true, ...recorded }) };
}

describe("what the state holds of other campaigns", () => {
  const pending = { unseen: undefined, pending: { since: "2026-01-15T12:00:00.000Z" } };
  const ran = { everActive: true };

  it.each<[string, object, Partial<Recorded>, Stated["is"] | undefined]>([
    ["one that is active", { active: true }, ran, "running"],
    ["one whose program leaves out whether it is active", {}, ran, "running"],
    ["one that ran and is off", { active: false }, ran, "off"],
    ["one whose create was not answered", { active: true }, pending, "pending"],
    ["one that never ran", { active: false }, {}, undefined],
    ["an inactive one whose create was not answered", { active: false }, pending, undefined],
    ["one that the service shows", { active: true }, { ...ran, unseen: undefined }, undefined],
  ])("%s", (_, values, recorded, is) => {
    const state = new StatedKind(campaignKind, new Map([["a", outputs(values, { id: "7", ...recorded })]]));
    const stated = { urn: "a", id: "7", name: nameDigest("Q1"), targets: [1], is };
    expect(state.others("new", [1])).toEqual(is === undefined ? [] : [stated]);
    expect(state.isEmpty).toBe(is === undefined);
  });

  it("a state that cannot be read is left to the run", () => {
    expect(new StatedKind(campaignKind, new Map([["a", { active: true, recorded: "?" }]])).others("b", [])).toEqual([]);
  });

  it("is told of those that may share a list; a new one learns of all that run", () => {
    const state = new StatedKind(
      campaignKind,
      new Map([
        ["near", outputs({ active: true, listIds: [1, 2] })],
        ["far", outputs({ active: true, listIds: [3] })],
        ["somewhere", outputs({ active: true, listIds: undefined })],
        ["ran", outputs({ active: false }, ran)],
        ["ran far", outputs({ active: false, listIds: [3] }, ran)],
        ["own", outputs({ active: false })],
      ]),
    );
    const told = (urn: string, targets: unknown) => state.others(urn, targets).map((each) => each.urn);
    expect(told("own", [2, "1"])).toEqual(["somewhere", "near", "ran"]);
    expect(told("own", undefined)).toEqual(["somewhere"]);
    expect(told("near", [1])).toEqual(["somewhere", "ran"]);
    expect(told("new", [1])).toEqual(["somewhere", "near", "ran", "far"]);
  });

  it("is a bounded number of entries for each of a thousand running campaigns", () => {
    const all = Array.from({ length: 1000 }, (_, index): [string, object] => [
      `q${index}`,
      outputs({ active: true, listIds: [index] }),
    ]);
    const state = new StatedKind(campaignKind, new Map(all.map(([urn, its]) => [urn, { ...its }])));
    const count = all.reduce((sum, [urn], index) => sum + state.others(urn, [index]).length, 0);
    expect(count).toBe(0);
  });

  it("arrives as it was sent, or as unread", () => {
    const stated: Stated = { urn: "a", id: "7", targets: [1], is: "off" };
    expect(statedIn([stated])).toEqual([stated]);
    for (const hint of ["unread", undefined, [{ urn: "a" }]]) expect(statedIn(hint)).toBe("unread");
  });

  it("does not hold the campaign that an alias has renamed and a change replaces", () => {
    const stated: Stated[] = [
      { urn: "old", id: "7", targets: [1], is: "running" },
      { urn: "other", id: "8", targets: [1], is: "running" },
    ];
    const replaced = { id: "7", outputs: outputs({}, { urn: "older" }) };
    expect(withoutReplaced(stated, replaced)).toEqual([stated[1]]);
    expect(withoutReplaced(stated, { id: "pending-1", outputs: outputs({}, { urn: "old" }) })).toEqual([stated[1]]);
    expect(withoutReplaced(stated, undefined)).toEqual(stated);
    expect(withoutReplaced("unread", replaced)).toBe("unread");
  });
});
