import { describe, expect, it } from "vitest";
import type { KnownCreation } from "../../../provider/src/api/objects";
import type { Settings } from "../../../provider/src/api/settings";
import { type Adopt, createTable } from "../../../provider/src/lifecycle/createTable";
import { type Decision, evaluate } from "../../../provider/src/lifecycle/decision";
import { factsOf, type Sources } from "../../../provider/src/lifecycle/facts";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import type { StatedNamesake } from "../../../provider/src/lifecycle/namesakes";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { here, recorded, urnOf } from "../resources/guarding";
import { declarer, name, starting, steps, urn } from "../resources/starting";
import { waysOut } from "./worlds";

/** The facts while the program creates an active campaign on list 1, or a list. */
interface Around {
  readonly kind?: ResourceKind;
  readonly inputs?: object;
  readonly acknowledged?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly instead?: string;
  /** Undefined: the service lists none. */
  readonly listing?: "whole" | "partial";
  readonly objects?: readonly Omit<Sources, "isWhole">[];
  readonly lost?: readonly KnownCreation[];
  /** Objects with the name in the state under other resources. */
  readonly stated?: readonly StatedNamesake[];
}

interface Expected {
  /** The row that ended it. */
  readonly rule?: string;
  /** The codes that the refusal prints. */
  readonly codes?: readonly string[];
  readonly adopts?: string;
  readonly asks?: string;
  /** Ids that no resource may delete in this run. */
  readonly keep?: readonly string[];
  /** The prefixes of the tokens of creates that count as without effect. */
  readonly settles?: readonly string[];
  readonly warns?: readonly string[];
}

function decisionOn(around: Around): Decision<Adopt> {
  const { kind = campaignKind, acknowledged, settings, instead, listing, objects = [], lost = [], stated } = around;
  const inputs = kind === campaignKind ? around.inputs : { listIds: undefined, steps: undefined, active: undefined };
  const more = { acknowledged, settings, ...(instead === undefined ? {} : { instead }) };
  const { situation, memory } = starting({}, { ...more, inputs: { ...inputs, ...around.inputs } });
  memory.remember(kind, situation.inputs, { urn, retained: false, namesakes: stated });
  for (const { id, notes } of objects) if (notes !== undefined) memory.note(kind, id, notes);
  const isWhole = listing === "whole";
  const answers = objects.flatMap(({ listed }) => (listed === undefined ? [] : [listed]));
  const known = objects.map((each) => factsOf({ kind, name, declarer }, { ...each, isWhole }));
  const account = {
    ...{ kind, lost, objects: new Map(known.map((each) => [each.id, each])) },
    listing: listing && { answers, whole: isWhole, missing: [] },
    ...{ users: new Map(), suppressed: new Map(), logs: new Map() },
  };
  const facts = { situation: { ...situation, kind }, account, actingUserId: "101", kinds: new Map() };
  return evaluate(createTable, facts);
}

function outcomeOf(decision: Decision<Adopt>) {
  const { rule, act, look, keep, settled, warnings } = decision;
  return {
    ...{ rule, adopts: act?.adopt, asks: look?.ask === "object" ? look.id : look?.ask, keep },
    codes: waysOut(decision).flat(),
    settles: settled.map(({ token }) => token.slice(0, 8)),
    warns: warnings.map(({ text }) => text),
  };
}

function expected({ warns = [], keep = [], codes = [], settles = [], ...more }: Expected) {
  return { ...more, keep, codes, settles, warns: warns.map((text) => expect.stringContaining(text)) };
}

type Known = Omit<Sources, "isWhole">;
const unreadable = { status: "unreadable" } as const;
const otherSteps = [{ type: "invitation", delayAfterLastStep: 2 }];
const elsewhere = { stack: "elsewhere", resource: "other" };
const beside = "this one is created beside it";

/** An equal inactive campaign in the listing. */
const twin = (id = "5", changes: object = {}): Known => ({
  id,
  listed: { id, name, steps, active: false, ...changes },
});
/** Another stack's object on list 1 that no listing shows. */
const foreign = (id = "5", changes: Partial<KnownCreation> = {}): Known => ({
  ...{ id, found: unreadable, recorded: recorded({ id, ...elsewhere, targets: ["1"], ...changes }) },
});
/** This stack's object that no listing shows. */
const held = (changes: Partial<Known> = {}): Known => ({ ...foreign("5", declarer), ...changes });
/** The record of an interrupted create. */
const lostBy = (changes: Partial<KnownCreation> = {}) => recorded({ ...declarer, targets: ["1"], ...changes });
/** List 6 in the state, which has the new one's name under another resource. */
const stated = (changes: Partial<StatedNamesake> = {}): StatedNamesake => ({
  ...{ urn: urnOf("old", "List"), id: "6", origin: here, actingUserId: "101" },
  ...changes,
});
const ofState = { kind: listKind, stated: [stated()] };
const adoptTwin = { settings: { adopt: "twin" } } as const;

const part = "the service lists only some of the campaigns: if this run is killed during a create";

describe("before a create", () => {
  it.each<[string, Around, Expected]>([
    ["nothing is known, and it is sent", {}, {}],
    ["of a list nothing is known, and it is sent", { kind: listKind }, {}],
    ["a listing may leave campaigns out", { listing: "partial" }, { warns: [part] }],
    ["a listing leaves none out", { listing: "whole" }, {}],

    [
      "an equal one is listed",
      { listing: "whole", objects: [twin()] },
      { rule: "twin", codes: ["twin:5"], keep: ["5"] },
    ],
    [
      "an equal one is listed, and is recorded under another name and list",
      { listing: "whole", objects: [{ ...twin(), recorded: recorded({ id: "5", sameName: false, targets: ["2"] }) }] },
      { rule: "twin", codes: ["twin:5"], keep: ["5"] },
    ],
    [
      "the run takes over the equal one",
      { listing: "whole", objects: [twin()], ...adoptTwin },
      { rule: "adopt-twin", adopts: "5" },
    ],
    [
      "one equal campaign is acknowledged, and one of the name has other steps",
      {
        listing: "whole",
        objects: [twin("5"), twin("6", { steps: otherSteps })],
        ...{ acknowledged: ["twin:5"], inputs: { acknowledge: ["twin:5", "twin:none", "twin:none:01234567"] } },
      },
      { warns: [`with other content (id 6); ${beside}`] },
    ],
    [
      "a code names none that is listed",
      {
        listing: "whole",
        objects: [twin("5")],
        acknowledged: ["twin:5"],
        inputs: { acknowledge: ["twin:5", "twin:9"] },
      },
      { warns: ['"twin:9" no longer applies'] },
    ],
    ["a code may name one that no listing shows", { inputs: { acknowledge: ["twin:5"] } }, {}],
  ])("%s", (_, around, outcome) => {
    expect(outcomeOf(decisionOn(around))).toEqual(expected(outcome));
  });
});

it("an incomplete listing is reported for the stack, not for the resource", () => {
  const { warnings } = decisionOn({ listing: "partial" });
  expect(warnings).toMatchObject([{ text: expect.stringContaining(part), underStack: true }]);
});

describe("before a create of an object that this stack has already created", () => {
  it.each<[string, Around, Expected]>([
    ["it is asked for", { listing: "whole", objects: [held({ found: undefined })] }, { rule: "held", asks: "5" }],
    ["it may exist", { listing: "whole", objects: [held()] }, { rule: "held", codes: ["twin:5"], keep: ["5"] }],
    [
      "it was started in the app",
      { listing: "whole", objects: [held({ found: { status: "found", answer: { id: "5", name, active: true } } })] },
      { rule: "held", codes: ["twin:5", "shared-list:5"], keep: ["5"] },
    ],
    ["it is gone", { listing: "whole", objects: [held({ found: { status: "gone" } })] }, {}],
    ["this run has let it go", { listing: "whole", objects: [held({ notes: { isReleased: true } })] }, {}],
    [
      "this run still manages it by no resource",
      { listing: "whole", objects: [held({ notes: { isReleased: false } })] },
      { rule: "held", codes: ["twin:5"], keep: ["5"] },
    ],
    ["another resource manages it", { listing: "whole", objects: [held({ notes: { manager: urnOf("q2") } })] }, {}],
    [
      "nothing is listed, and others have created equal ones and one on another list",
      { objects: [held(), foreign("6"), foreign("7", { targets: ["2"] })] },
      { rule: "held", codes: ["twin:5", "twin:6"], keep: ["5"] },
    ],
    [
      "another stack's object is missing in the listing",
      { listing: "whole", objects: [held(), foreign("6")] },
      { rule: "held", codes: ["twin:5"], keep: ["5"] },
    ],
  ])("%s", (_, around, outcome) => {
    expect(outcomeOf(decisionOn(around))).toEqual(expected(outcome));
  });
});

const absent = 'treated as absent because "twin:none" is acknowledged';

describe("before a create, if one with the name was interrupted", () => {
  const named = "twin:none:01234567";
  const ofOther = lostBy({ resource: "other" });

  it.each<[string, Around, Expected]>([
    ["for this resource", { lost: [lostBy()] }, { rule: "lost", codes: ["twin:none"] }],
    ["for another one", { lost: [ofOther] }, { rule: "lost", codes: [named] }],
    ["under another name", { lost: [lostBy({ sameName: false })] }, {}],
    ["in another stack, on the same list", { lost: [lostBy(elsewhere)] }, { rule: "lost", codes: [named] }],
    ["in another stack, on another list", { lost: [lostBy({ ...elsewhere, targets: ["2"] })] }, {}],
    ["in another stack, and some are listed", { listing: "partial", lost: [lostBy(elsewhere)] }, { warns: [part] }],
    [
      "and this resource's own is acknowledged",
      { lost: [lostBy()], acknowledged: ["twin:none"] },
      { warns: [absent], settles: ["01234567"] },
    ],
    [
      "and another resource's is acknowledged without its sign",
      { lost: [ofOther], acknowledged: ["twin:none"] },
      { warns: [absent] },
    ],
    [
      "and another resource's is acknowledged with its sign",
      { lost: [ofOther], acknowledged: [named] },
      { warns: [absent], settles: ["01234567"] },
    ],
  ])("%s", (_, around, outcome) => {
    expect(outcomeOf(decisionOn(around))).toEqual(expected(outcome));
  });
});

describe("before a create of a campaign that no listing shows", () => {
  const otherList = foreign("5", { targets: ["2"] });

  it.each<[string, Around, Expected]>([
    [
      "runs have recorded an equal one",
      { objects: [foreign()] },
      { rule: "recorded-twin", codes: ["twin:5"], keep: ["5"] },
    ],
    [
      "runs have recorded one on another list",
      { objects: [otherList] },
      {
        warns: [`runs have recorded another campaign of this name (id 5), which this service does not show; ${beside}`],
      },
    ],
    [
      "the run takes over the released object",
      { objects: [foreign("5", { released: true })], ...adoptTwin },
      { rule: "adopt-twin", adopts: "5" },
    ],
    [
      "one should be taken over, and two are released",
      { objects: ["5", "6"].map((id) => foreign(id, { released: true })), ...adoptTwin },
      { rule: "recorded-twin", codes: ["twin:5", "twin:6"], keep: ["5", "6"] },
    ],
    ["one is to be taken over, and none is recorded", adoptTwin, { rule: "recorded-twin", codes: ["twin:none"] }],
    [
      "one is to be taken over, and the only one is on another list",
      { objects: [otherList], ...adoptTwin },
      { rule: "recorded-twin", codes: ["twin:5"] },
    ],
    [
      "one is to be taken over, the only one is on another list, and that there is none is acknowledged",
      { objects: [otherList], ...adoptTwin, acknowledged: ["twin:none"] },
      { rule: "recorded-twin", codes: ["twin:5"] },
    ],
  ])("%s", (_, around, outcome) => {
    expect(outcomeOf(decisionOn(around))).toEqual(expected(outcome));
  });
});

describe("before a create of a list, if the state has one with the name under another resource,", () => {
  const gone = { status: "gone" } as const;

  it.each<[string, Around, Expected]>([
    ["the service lists none", ofState, { rule: "stated-twin", codes: ["twin:6"], keep: ["6"] }],
    [
      "two are held",
      { kind: listKind, stated: [stated(), stated({ id: "7" })] },
      { rule: "stated-twin", codes: ["twin:6", "twin:7"], keep: ["6", "7"] },
    ],
    ["the service shows what it lists", { ...ofState, listing: "whole" }, {}],
    ["the kind has more than a name", { ...ofState, kind: campaignKind }, {}],
    ["it is at another service", { ...ofState, stated: [stated({ origin: "https://other.example.com" })] }, {}],
    ["it is another user's", { ...ofState, stated: [stated({ actingUserId: "102" })] }, {}],
    ["it is replaced", { ...ofState, instead: "6" }, {}],
    ["it is acknowledged", { ...ofState, acknowledged: ["twin:6"] }, {}],
    ["this run has let it go", { ...ofState, objects: [{ id: "6", notes: { isReleased: true } }] }, {}],
    ["runs have recorded it, and it is gone", { ...ofState, objects: [{ ...foreign("6"), found: gone }] }, {}],
  ])("%s", (_, around, outcome) => {
    expect(outcomeOf(decisionOn(around))).toEqual(expected(outcome));
  });
});
