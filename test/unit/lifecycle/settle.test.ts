import { expect, it, vi } from "vitest";
import type { Answer, KnownCreation } from "../../../provider/src/api/objects";
import type { ObjectNotes } from "../../../provider/src/lifecycle/memory";
import { sendingLeeway } from "../../../provider/src/lifecycle/sending";
import { findLost } from "../../../provider/src/lifecycle/settle";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { guarding, listed, recorded, urnOf } from "../resources/guarding";

const declarer = { stack: "here", resource: "its" };
const elsewhere = { stack: "elsewhere", resource: "other" };
const inputs = { name: "Leads" };
const equal: Answer = { id: "5", ...inputs };

/** Looks once for a lost create, beside other runs' objects. */
async function looked(known: readonly KnownCreation[], others: readonly string[], its: object, answers = [equal]) {
  const { run, account, known: asked } = guarding({ lists: listed(...answers), recorded: known });
  vi.spyOn(account.records, "elsewhere").mockResolvedValue(new Set(others));
  const sought = { kind: listKind, run, account, about: "it", inputs, declarer: its };
  const { status } = await findLost(sought, { listed: new Set(["1"]), unlisted: new Set() }, [0]);
  return { status, asked: asked.mock.calls };
}

const lostElsewhere = recorded({ ...elsewhere, id: undefined });

it.each<[string, readonly KnownCreation[], readonly string[], object]>([
  ["nobody else has created one", [], [], declarer],
  ["its own resource has created it", [recorded({ id: "5", ...declarer })], ["5"], declarer],
  ["another stack has created another one with its name", [recorded({ id: "9", ...elsewhere })], ["9"], declarer],
  ["another stack's create with another name was interrupted", [{ ...lostElsewhere, sameName: false }], [], declarer],
  ["another one was interrupted in this stack", [recorded({ stack: "here", resource: "other" })], [], declarer],
  ["it is not known which stack looks for it", [lostElsewhere], [], {}],
])("a lost create has made the new object if %s", async (_, known, others, its) => {
  expect((await looked(known, others, its)).status).toBe("found");
});

it.each<[string, readonly KnownCreation[], readonly string[], object, Answer[]]>([
  ["another run has created that", [], ["5"], declarer, [equal]],
  ["another resource has", [recorded({ id: "5", stack: "here", resource: "other" })], ["5"], declarer, [equal]],
  ["another run has, for a resource that is not known", [recorded({ id: "5" })], ["5"], { stack: "here" }, [equal]],
  ["its resource has released that", [recorded({ id: "5", ...declarer, released: true })], ["5"], declarer, [equal]],
  ["another stack's create with its name was interrupted", [lostElsewhere], [], declarer, [equal]],
  [
    "that existed before, and another stack's create was interrupted",
    [lostElsewhere],
    [],
    declarer,
    [{ ...equal, id: "1" }],
  ],
])("a lost create may not have made the new object if %s", async (_, known, others, its, answers) => {
  expect((await looked(known, others, its, answers)).status).toBe("unclear");
});

it("for a lost create, the records of all names are read: a resource may have had another one", async () => {
  expect((await looked([], [], declarer)).asked).toEqual([["List", "Leads", "all"]]);
});

const sentAt = Date.parse("2026-03-01T12:00:00.000Z");
const edited: Answer = { id: "9", name: "Corrected", active: true, createdAt: new Date(sentAt).toISOString() };
const sent = { name: "Q1", listIds: [1], steps: [{ type: "visitProfile" }], active: true };

/** Looks once for a lost create of a campaign on list 1, beside this one. */
async function lookedBeside(answer: Answer, known: readonly KnownCreation[] = [], notes: ObjectNotes = {}) {
  const { run, account, memory } = guarding({ campaigns: listed(answer), recorded: known });
  vi.spyOn(account.records, "elsewhere").mockResolvedValue(new Set());
  memory.note(campaignKind, answer.id, notes);
  const sending = { from: sentAt, until: sentAt };
  const sought = { kind: campaignKind, run, account, about: "it", inputs: sent, declarer, sending };
  const found = await findLost(sought, { listed: new Set(), unlisted: new Set() }, [0]);
  return "why" in found ? found.why : found.status;
}

const mayBeIt = "a new one that was created at the same time may be it, renamed or edited since (id 9)";

it.each<[string, Answer, readonly KnownCreation[], ObjectNotes]>([
  ["if its lists are not shown", edited, [], {}],
  ["if it uses one of its lists", { ...edited, listIds: [2, 1] }, [], {}],
  ["if an earlier run of this resource has found it", edited, [recorded({ id: "9", ...declarer })], {}],
  ["if another object is recorded", edited, [recorded({ id: "8", ...elsewhere })], {}],
])("a campaign with another name and content may be the lost one %s", async (_, answer, known, notes) => {
  expect(await lookedBeside(answer, known, notes)).toBe(mayBeIt);
});

const later = new Date(sentAt + sendingLeeway + 1).toISOString();

it.each<[string, Answer, readonly KnownCreation[], ObjectNotes]>([
  ["if it uses other lists", { ...edited, listIds: [2] }, [], {}],
  ["if it was created later", { ...edited, createdAt: later }, [], {}],
  ["if its time is not shown", { ...edited, createdAt: undefined }, [], {}],
  ["if another stack has made it", edited, [recorded({ id: "9", ...elsewhere })], {}],
  ["if its resource has released it", edited, [recorded({ id: "9", ...declarer, released: true })], {}],
  ["if this run has made it for another resource", edited, [recorded({ id: "9", own: true, stack: "here" })], {}],
  ["if another resource manages it", edited, [], { manager: urnOf("q2") }],
  ["if another resource adopts it", edited, [], { adopter: urnOf("q2") }],
  ["if a refresh has read it for another resource", edited, [], { reads: 1 }],
  ["if its resource leaves the state", edited, [], { isAsked: true }],
])("a campaign with another name and content is not the lost one %s", async (_, answer, known, notes) => {
  expect(await lookedBeside(answer, known, notes)).toContain("proves nothing this soon");
});

it("a list with another name is not a lost one, even if it was created at that time", async () => {
  const { run, account } = guarding({ lists: listed({ ...edited, id: "9" }) });
  vi.spyOn(account.records, "elsewhere").mockResolvedValue(new Set());
  const sought = {
    kind: listKind,
    run,
    account,
    about: "it",
    inputs,
    declarer,
    sending: { from: sentAt, until: sentAt },
  };
  const found = await findLost(sought, { listed: new Set(), unlisted: new Set() }, [0]);
  expect(found).toMatchObject({ why: expect.stringContaining("proves nothing this soon") });
});
