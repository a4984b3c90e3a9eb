import { describe, expect, it } from "vitest";
import type { Answer, Finding, KnownCreation, Listing } from "../../../provider/src/api/objects";
import {
  type CreateFacts,
  isAdoptable,
  isOfResource,
  lostCreates,
  mayAdoptTwin,
  namesakesOf,
  runningBeside,
  unsaidOf,
} from "../../../provider/src/lifecycle/createFacts";
import { factsOf, type Sources } from "../../../provider/src/lifecycle/facts";
import type { ObjectNotes, RunMemory } from "../../../provider/src/lifecycle/memory";
import { contentOf } from "../../../provider/src/lifecycle/replaced";
import type { CreateSituation } from "../../../provider/src/lifecycle/situation";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { settingsFor } from "../api/opening";
import { here, listed, recorded, recordOf, urnOf } from "../resources/guarding";
import { declarer, name, nothingKnown, starting, steps, urn } from "../resources/starting";

type Known = Omit<Sources, "isWhole">;
type Situation = Partial<Pick<CreateSituation, "kind" | "inputs" | "urn" | "instead" | "acknowledged">>;

/** The facts before the create of a campaign that starts on list 1. */
function factsWith(objects: readonly Known[], more: Situation = {}, lost: readonly KnownCreation[] = []) {
  const { situation, memory } = starting({});
  const its = { ...situation, ...more };
  const { kind } = its;
  const factsFor = (each: Known) => factsOf({ kind, name, declarer }, { ...each, isWhole: false });
  const known = new Map(objects.map((each) => [each.id, factsFor(each)]));
  const account = { ...nothingKnown(kind), objects: known, lost };
  const facts: CreateFacts = { situation: its, account, actingUserId: recordOf().actingUserId, kinds: new Map() };
  return { facts, memory };
}

/** The requests of a rule, and its result. */
function all<Asked, Found>(rule: Generator<Asked, Found>): { asked: Asked[]; found: Found } {
  const asked: Asked[] = [];
  for (;;) {
    const { done, value } = rule.next();
    if (done) return { asked, found: value };
    asked.push(value);
  }
}

const elsewhere = { stack: "elsewhere", resource: "other" };
/** Released by this resource. */
const own = { ...declarer, released: true };
const content = contentOf(campaignKind, starting({}).situation.inputs);
const unreadable: Finding = { status: "unreadable" };
const shown = (changes: object = {}): Finding => ({ status: "found", answer: { id: "5", name, ...changes } });
const otherSteps = [{ type: "invitation", delayAfterLastStep: 2 }];

describe("the records under a new campaign's name", () => {
  const found = (record: Partial<KnownCreation>, more: Partial<Known> = {}, its: Situation = {}) => {
    const its5 = { id: "5", recorded: recorded({ id: "5", ...record }), found: unreadable, ...more };
    return all(namesakesOf(factsWith([its5], its).facts)).found.map(({ id, isManaged, isTwin }) => ({
      ...{ id, isManaged, isTwin },
    }));
  };
  const twin = { id: "5", isManaged: false, isTwin: true };
  const notes = (its: ObjectNotes): Partial<Known> => ({ notes: its });

  it.each<[string, Partial<KnownCreation>, Partial<Known>, Situation]>([
    ["this run has created it", { own: true }, {}, {}],
    ["it has another name", { sameName: false }, {}, {}],
    ["nothing is recorded", {}, { recorded: undefined }, {}],
    ["it is gone", {}, { found: { status: "gone" } }, {}],
    ["it is replaced", {}, {}, { instead: "5" }],
    ["it is acknowledged", {}, {}, { acknowledged: new Set(["twin:5"]) }],
    ["this run has let it go", {}, notes({ isReleased: true }), {}],
    ["this very resource manages it", {}, notes({ manager: urn }), {}],
    ["it was released, and then deleted", { released: true }, {}, { kind: sourceAgentKind }],
    ["this resource has released it with other content", { ...own, content: "other" }, {}, {}],
  ])("is empty if %s", (_, record, more, its) => {
    expect(found(record, more, its)).toEqual([]);
  });

  it.each<[string, Partial<KnownCreation>, Partial<Known>, Situation, Partial<typeof twin>]>([
    ["is one that no resource manages", {}, {}, {}, {}],
    ["is one if the resource is not known, and nothing manages it", {}, {}, { urn: undefined }, {}],
    ["was released, and stays", { released: true }, {}, {}, {}],
    ["was released with the same content", { ...own, content }, {}, {}, {}],
    [
      "was released with other content by another resource",
      { ...own, content: "other", resource: "other" },
      {},
      {},
      {},
    ],
    ["was released with other content by another stack", { ...own, content: "other", stack: "elsewhere" }, {}, {}, {}],
    ["has had other content, and is not released", { ...declarer, content: "other" }, {}, {}, {}],
    [
      "was released with other content, and equals it now",
      { ...own, content: "other" },
      { found: shown({ steps }) },
      {},
      {},
    ],
    ["may be deleted later", {}, {}, { kind: sourceAgentKind }, { isTwin: false }],
    ["is managed by another resource", {}, notes({ manager: urnOf("q2") }), {}, { isManaged: true }],
    ["is to be adopted by another resource", {}, notes({ adopter: urnOf("q2") }), {}, { isManaged: true }],
    ["equals it as the service shows", { targets: ["2"] }, { found: shown({ steps }) }, {}, {}],
    ["differs from it as the service shows", {}, { found: shown({ steps: otherSteps }) }, {}, { isTwin: false }],
    ["has a list in common", { targets: ["2", "1"] }, {}, {}, {}],
    ["has no list in common", { targets: ["2"] }, {}, {}, { isTwin: false }],
    ["has no recorded lists", { targets: undefined }, {}, {}, {}],
    ["may have a list in common that is not known yet", { targets: ["2"] }, {}, { inputs: { name, listIds: "?" } }, {}],
  ])("%s", (_, record, more, its, expected) => {
    expect(found(record, more, its)).toEqual([{ ...twin, ...expected }]);
  });

  it.each<[string, string, object, boolean]>([
    ["equals it according to the state", "5", { steps, listIds: [1] }, true],
    ["differs from it according to the state", "5", { steps: otherSteps, listIds: [1] }, false],
    ["is different from the one in the state", "6", { steps: otherSteps }, true],
  ])("%s", (_, id, outputs, isTwin) => {
    const manager = urnOf("q2");
    const its5 = { id: "5", recorded: recorded({ id: "5", targets: ["1"] }), found: unreadable, notes: { manager } };
    const { facts, memory } = factsWith([its5]);
    compare(memory, manager, id, { name, ...outputs });
    expect(all(namesakesOf(facts)).found).toMatchObject([{ id: "5", isTwin }]);
  });

  it("is requested by its id until that is known", () => {
    const { facts } = factsWith([{ id: "5", recorded: recorded({ id: "5" }) }]);
    const look = { ask: "object", kind: campaignKind, id: "5" };
    expect(all(namesakesOf(facts))).toEqual({ asked: [{ look }], found: [] });
  });
});

function compare(memory: RunMemory, manager: string, id: string, outputs: object): void {
  const compared = { id, outputs: { ...outputs } };
  memory.noteCompared(campaignKind, compared, { urn: manager }, {}, false);
}

describe("campaigns that run on the lists of a new one", () => {
  const running = { id: "5", recorded: recorded({ id: "5", targets: ["1"], running: true }), found: unreadable };
  const on = (answer: object): Partial<Known> => ({ found: shown(answer) });
  const one = [{ id: "5", running: true, targets: ["1"] }];
  const beside = (more: Partial<Known> = {}, its: Situation = {}) =>
    all(runningBeside(factsWith([{ ...running, ...more }], its).facts)).found;
  const off = { acknowledged: new Set(["inactive:5"]) };
  const two = { inputs: { name, listIds: [1, 2], active: true } };

  it.each<[string, Partial<Known>, Situation]>([
    ["the new one is off", {}, { inputs: { name, listIds: [1] } }],
    ["it is replaced", {}, { instead: "5" }],
    ["it is on other lists", { recorded: recorded({ id: "5", targets: ["2"], running: true }) }, {}],
    ["it is off", { recorded: recorded({ id: "5", targets: ["1"], running: false }) }, {}],
    ["it is acknowledged to be off", {}, off],
  ])("are none if %s", (_, more, its) => {
    expect(beside(more, its)).toEqual([]);
  });

  it.each<[string, Partial<Known>, Situation]>([
    ["only the records show", {}, {}],
    ["another one is replaced", {}, { instead: "6" }],
    ["it shares one of two lists", {}, two],
    ["another one is acknowledged to be off", {}, { acknowledged: new Set(["inactive:6"]) }],
    ["the service shows that it runs, whatever is acknowledged", on({ active: true }), off],
  ])("are one if %s", (_, more, its) => {
    expect(beside(more, its)).toEqual(one);
  });

  it("are requested by their ids only until that is known", () => {
    const asked = (found?: Finding) => all(runningBeside(factsWith([{ ...running, found }]).facts)).asked;
    expect(asked()).toEqual([{ look: { ask: "object", kind: campaignKind, id: "5" } }]);
    expect(asked(unreadable)).toEqual([]);
  });
});

describe("an equal object", () => {
  it.each<[string, Parameters<typeof settingsFor>[1], object, boolean]>([
    ["is not taken over without a request", {}, {}, false],
    ["is taken over by the program's word", {}, { adopt: "twin" }, true],
    ["is taken over by the word of the run", { adopt: "twin" }, {}, true],
    ["is not taken over if the program names one", { adopt: "twin" }, { adopt: 7 }, false],
    ["is not taken over in a rehearsal by the word of the run", { adopt: "twin", isRehearsal: true }, {}, false],
    ["is not taken over in a rehearsal by the program's word", { isRehearsal: true }, { adopt: "twin" }, false],
    ["is taken over outside a rehearsal", { adopt: "twin", isRehearsal: false }, {}, true],
  ])("%s", (_, settings, inputs, expected) => {
    expect(mayAdoptTwin(settingsFor(here, settings), { name, ...inputs })).toBe(expected);
  });
});

describe("an object of the same name", () => {
  const its = { ...recorded(), id: "5", isManaged: false, isTwin: true };
  const [named, asTwin] = [
    { name, listIds: [1] },
    { name, listIds: [1], adopt: "twin" },
  ];

  it.each<[string, boolean, Partial<typeof its>, object, string[]]>([
    ["may be adopted if it is the same", true, {}, named, []],
    ["may be adopted from another stack by the program's word", true, elsewhere, asTwin, []],
    ["may be adopted once another stack has let it go", true, { ...elsewhere, released: true }, named, []],
    ["may be adopted if it ran and is acknowledged as off", true, { running: true }, named, ["inactive:5"]],
    ["is not adopted from another stack by the word of the run", false, elsewhere, named, []],
    ["is not adopted if its lists are others", false, { isTwin: false }, named, []],
    ["is not adopted if it runs", false, { running: true }, named, ["inactive:6"]],
  ])("%s", (_, expected, record, inputs, acknowledged) => {
    const { facts } = factsWith([], { inputs: { ...inputs }, acknowledged: new Set(acknowledged) });
    expect(isAdoptable(facts.situation, { ...its, ...record })).toBe(expected);
  });
});

describe("an interrupted create", () => {
  const own = recorded({ ...declarer });
  const lostIn = (listing: Listing | undefined, lost: readonly KnownCreation[], its: Situation = {}) => {
    const { facts, memory } = factsWith([], its, lost);
    memory.note(campaignKind, "8", { isReleased: true });
    return { ...facts, account: { ...facts.account, listing } };
  };
  const named: Answer = { id: "9", name: "Other" };

  it.each<[string, readonly Answer[], boolean]>([
    ["is settled by a listing that shows all names", [named], false],
    ["may be the one that is listed without a name", [named, { id: "6" }], true],
    ["is not the one that is replaced", [{ id: "7" }], false],
    ["is not the one that this run has released", [{ id: "8" }], false],
    ["is not the one of another user", [{ id: "6", userId: 7 }], false],
    ["may be the one of this user", [{ id: "6", userId: 101 }], true],
  ])("%s", (_, answers, isOpen) => {
    expect(lostCreates(lostIn(listed(...answers), [own], { instead: "7" }))).toEqual(isOpen ? [own] : []);
  });

  it("is reported with the others until all of them are acknowledged", () => {
    const both = [own, { ...own, token: "fedcba9876543210" }];
    const [first, second] = ["twin:none:01234567", "twin:none:fedcba98"];
    const unsaid = (...codes: string[]) => unsaidOf(lostIn(undefined, both, { acknowledged: new Set(codes) }));
    expect([unsaid(), unsaid(first), unsaid(second), unsaid(first, second)]).toEqual([both, both, both, []]);
  });

  it("may be this resource's if it names none", () => {
    const { situation } = starting({});
    const isIts = (resource?: string) => isOfResource(recorded({ resource }), situation);
    expect([isIts(), isIts(declarer.resource), isIts("other")]).toEqual([true, true, false]);
  });
});
