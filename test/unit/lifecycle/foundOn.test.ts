import { describe, expect, it } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import { foundOn, noteFoundOn, withFound } from "../../../provider/src/lifecycle/foundOn";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import type { RunMemory } from "../../../provider/src/lifecycle/memory";
import type { Recorded } from "../../../provider/src/lifecycle/record";
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
  notes(memory);
  return await foundOn({ ...situation, kind }, targets, own);
}

const shown = (id: string, campaignId?: number) => ({ id, ...(campaignId === undefined ? {} : { campaignId }) });

describe("what an object finds on its targets", () => {
  it("is the object that each names, or none", async () => {
    expect(await found([shown("1", 7), shown("2"), shown("3", 8)], ["1", "2"])).toEqual({
      foundOn: { "1": ["7"], "2": [] },
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
    const memory = (noting: RunMemory) => noting.note({ name: "List" }, "1", { made: {} });
    expect(await found([shown("1"), shown("2")], ["1", "2"], memory)).toEqual({ firstOn: ["1"] });
    expect(await found([shown("1", 7)], ["1"], memory)).toEqual({ foundOn: { "1": ["7"] } });
  });

  it("includes what the object that it names has found there", async () => {
    const memory = (noting: RunMemory) =>
      noteFoundOn(noting, campaignKind, "7", { foundOn: { "1": ["5"], "2": ["6"] }, firstOn: ["3"] });
    const answers = [shown("1", 7), shown("2", 7), shown("3", 7), shown("4", 7)];
    expect(await found(answers, ["1", "2", "3", "4"], memory)).toEqual({
      foundOn: { "1": ["7", "5"], "2": ["7", "6"], "3": ["7"], "4": ["7"] },
    });
    // For the object itself, or in its place, that is all.
    expect(await found(answers, ["1", "2", "3", "4"], memory, { own: "7" })).toEqual({
      foundOn: { "1": ["5"], "2": ["6"] },
      firstOn: ["3"],
    });
  });

  it("is recorded for the targets that it keeps, the latest if it is found again", () => {
    const before = { ...record, foundOn: { "1": ["7"], "2": ["8"], "3": [] }, firstOn: ["4", "5", "6"] };
    const added = { foundOn: { "2": ["9"], "4": ["9"] }, firstOn: ["7"] };
    expect(withFound(campaignKind, before, added, { listIds: [2, 3, 4, 5, 7] })).toEqual({
      ...record,
      foundOn: { "2": ["9"], "3": [], "4": ["9"] },
      firstOn: ["5", "7"],
    });
    expect(withFound(campaignKind, before, {}, { listIds: [] })).toEqual(record);
  });
});
