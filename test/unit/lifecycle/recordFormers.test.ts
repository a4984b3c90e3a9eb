import { describe, expect, it, vi } from "vitest";
import type { CreationNotes } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import type { ObjectNotes } from "../../../provider/src/lifecycle/memory";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { recordFormers } from "../../../provider/src/lifecycle/recordFormers";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { guarding, recordOf, urnOf } from "../resources/guarding";

const urn = urnOf("q1");
const own = declarerOf(urn);
const released = { ...own, released: true, content: "digest" };
const draft = { content: "digest", targets: ["1"] };

/** What is recorded of campaign 6 if the resource has campaign 7 now. */
async function recordedOf(
  record: Partial<Recorded>,
  known: Readonly<Record<string, CreationNotes>> = {},
  notes: ObjectNotes = {},
  kind: typeof campaignKind | typeof listKind = campaignKind,
) {
  const { run, account, memory, one } = guarding();
  one.mockImplementation(async (_kind, id) => known[id]);
  const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
  memory.note(campaignKind, "6", notes);
  const outputs = { name: "Q1", listIds: [9] };
  await recordFormers({ kind, run, account, id: "7", outputs, record: recordOf({ urn, ...record }), urn });
  for (const [of, id, name, { isNameLater }] of remember.mock.calls) {
    expect([of, name, isNameLater]).toEqual(["Campaign", "Q1", true]);
    expect(["5", "6"]).toContain(id);
  }
  return Object.fromEntries(
    remember.mock.calls.map(([_of, id, _name, { isNameLater: _, ...its }]) => [id, JSON.parse(JSON.stringify(its))]),
  );
}

describe("a former version that only the state knows is recorded", () => {
  it.each<[string, Partial<Recorded>, CreationNotes]>([
    ["with its lists, if it had not run", { replaced: { 6: draft } }, { ...released, targets: ["1"] }],
    [
      "with all lists on which one has run",
      { replaced: { 6: "digest" }, ranOn: ["1", "2"] },
      { ...released, ran: true, targets: ["1", "2"] },
    ],
    [
      "with those of the present one, if it has run there as well",
      { replaced: { 6: "digest" }, everActive: true, mayUse: ["8"] },
      { ...released, ran: true, targets: ["8", "9"] },
    ],
  ])("%s", async (_, record, expected) => {
    expect(await recordedOf(record)).toEqual({ 6: expected });
  });

  it.each<[string, Partial<Recorded>, ObjectNotes]>([
    ["it ran nobody knows where", { replaced: { 6: "digest" } }, {}],
    ["it is the present one again", { replaced: { 7: draft } }, {}],
    ["another resource has it", { replaced: { 6: draft } }, { manager: urnOf("q2") }],
    ["the resource itself has adopted it in this run", { replaced: { 6: draft } }, { isTakenOver: true }],
    ["another resource has it as a former one", { replaced: { 6: draft } }, { formerOf: urnOf("q2") }],
    ["the resource has none", { ranOn: ["1"] }, {}],
  ])("but not if %s", async (_, record, notes) => {
    expect(await recordedOf(record, {}, notes)).toEqual({});
  });

  it("but not of a kind that contacts nobody", async () => {
    expect(await recordedOf({ replaced: { 6: "digest" }, ranOn: ["1"] }, {}, {}, listKind)).toEqual({});
  });
});

describe("a former version that is recorded", () => {
  const ran = { replaced: { 6: "digest" }, ranOn: ["1", "2"] };
  const theirs = { stack: "theirs", resource: "theirs", adopted: true };

  it.each<[string, Partial<Recorded>, CreationNotes, CreationNotes | undefined]>([
    ["is released", ran, { ...own, ran: true, ranOn: ["1", "2"] }, { ...released, ran: true }],
    [
      "gets the lists that no record has",
      ran,
      { ...released, ran: true, ranOn: ["1"] },
      { ...released, ran: true, ranOn: ["2"] },
    ],
    [
      "gets none if the present one has run, of which they are recorded",
      { ...ran, everActive: true },
      { ...released, ran: true, ranOn: ["1"] },
      { ...released, ran: true },
    ],
    [
      "gets all if it is not known to have run",
      ran,
      { ...released, targets: ["1"] },
      { ...released, ran: true, ranOn: ["1", "2"] },
    ],
    [
      "passes to this resource if another one of the stack has released it",
      ran,
      { ...released, resource: "other", ran: true, ranOn: ["1", "2"] },
      { ...released, ran: true },
    ],
    ["stays another resource's if that holds it", { replaced: { 6: draft } }, { ...own, resource: "other" }, undefined],
    ["stays another stack's, with its lists", { replaced: { 6: draft } }, theirs, undefined],
    ["stays another stack's, and has run", ran, theirs, { adopted: true, ran: true, ranOn: ["1", "2"] }],
    [
      "stays another stack's also if that has released it",
      ran,
      { ...theirs, adopted: undefined, released: true },
      { released: true, ran: true, ranOn: ["1", "2"] },
    ],
    [
      "is this resource's if no stack is recorded",
      { replaced: { 6: draft } },
      { targets: ["1"] },
      { ...released, targets: ["1"] },
    ],
  ])("%s", async (_, record, known, expected) => {
    expect(await recordedOf(record, { 6: known })).toEqual(expected === undefined ? {} : { 6: expected });
  });

  it("is none of those that may have run where the records show another one", async () => {
    const known = { 5: { ...released, ran: true, ranOn: ["1"] } };
    const both = await recordedOf({ replaced: { 5: "digest", 6: "digest" }, ranOn: ["1", "2"] }, known);
    expect(both).toEqual({
      5: { ...released, ran: true, ranOn: ["2"] },
      6: { ...released, ran: true, targets: ["1", "2"] },
    });
  });
});
