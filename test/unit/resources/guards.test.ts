import { describe, expect, it } from "vitest";
import type { Answer, CreationNotes, KnownCreation } from "../../../provider/src/api/objects";
import { decideAdopt } from "../../../provider/src/lifecycle/adopt";
import { mayRunOnceAdopted } from "../../../provider/src/lifecycle/adoptFacts";
import { type AnswerFacts, takeIn } from "../../../provider/src/lifecycle/answerTable";
import { decideCreate } from "../../../provider/src/lifecycle/decideCreate";
import { foretell } from "../../../provider/src/lifecycle/decision";
import type { Change, Told } from "../../../provider/src/lifecycle/kind";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { beside as besideOf, notes } from "../../../provider/src/resources/campaign/notes";
import { policy } from "../../../provider/src/resources/campaign/policy";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { guarded, steps, urn, values } from "./guardedCampaign";
import { type Around, listed, recorded, recordOf } from "./guarding";

/** The result if the service shows campaign 5 in this state. */
function takenIn(facts: Partial<AnswerFacts>, active: unknown, declared?: boolean, before?: object) {
  const shown = { ...guarded().situation, attempt: "it", owner: recordOf(), isNew: true, ...facts };
  const news = values({ active: declared });
  return takeIn(
    { ...shown, news, answer: { id: "5", active }, ...(before && { before: { id: "5", ...before } }) },
    policy.answerRules,
  );
}

describe("a campaign in the state", () => {
  const read = (id: string, outputs: CampaignValues, record: Partial<Recorded> = {}, at: string | undefined = urn) => {
    const { situation, inView } = guarded({}, ["x"]);
    const read = { ...situation, id, outputs, record: recordOf(record), urn: at };
    foretell(policy.readRules ?? [], read, read);
    return inView();
  };
  const noted = { urn, name: "Q1", listIds: [1], ranOn: ["1"], attached: [], acknowledged: new Set(["x"]) };

  it("is noted while it may run", () => {
    expect(read("5", values({ active: true }))).toEqual([{ ...noted, id: "5", isOnlyRead: true }]);
    expect(read("5", values(), { everActive: true })).toEqual([{ ...noted, id: "5", isOnlyRead: true }]);
    expect(read("5", values({ active: true }), { unseen: true })).toEqual([{ ...noted, id: "5" }]);
    expect(read("5", values({ active: false }), { everActive: true })).toEqual([]);
  });

  it("is noted without an id while it is pending", () => {
    expect(read("pending-1", values({ active: true }))).toEqual([{ ...noted, pending: true }]);
  });

  it("is noted by its id if no resource is known", () => {
    const { situation, inView } = guarded();
    const read = { ...situation, urn: undefined, id: "5", outputs: values({ active: true }), record: recordOf() };
    foretell(policy.readRules ?? [], read, read);
    expect(inView()).toMatchObject([{ urn: "5", id: "5" }]);
  });
});

describe("before a campaign is created, its lists are", () => {
  const onTheList = { campaigns: listed({ id: "7", active: true, listIds: [1] }) };

  it("checked if it starts", async () => {
    const situation = { ...guarded(onTheList).situation, inputs: values({ active: true }) };
    await expect(decideCreate(situation, "creating it")).rejects.toThrow("already used by an active campaign (id 7)");
  });

  it.each([[false], [undefined]])("not checked if active is %s", async (active) => {
    const { situation, listing, look, warnings } = guarded(onTheList);
    const { decision } = await decideCreate({ ...situation, inputs: values({ active }) }, "creating it");
    expect(decision).toEqual({ warnings: [], settled: [], saidOff: [], notes: [], keep: [] });
    expect(warnings).toEqual([]);
    // Only the campaigns are listed, to compare them with the new one.
    expect(listing.mock.calls).toEqual([["Campaign", "creating it", { unlessMade: { kind: "Campaign", name: "Q1" } }]]);
    expect(look).not.toHaveBeenCalled();
  });
});

it.each<[string, CampaignValues, Partial<KnownCreation>, string[]]>([
  [
    "a running one shares its list",
    { active: true },
    { running: true, ran: true },
    ["shared-list:5", "the same people would be written to twice"],
  ],
  [
    "one that has run starts again",
    { active: true },
    { running: false, ran: true },
    ["restart", "its people would start again at step 1"],
  ],
  ["one that never ran does nothing", { active: true }, {}, []],
  ["an inactive campaign does nothing", {}, { running: true, ran: true }, []],
])("a campaign that is created beside %s", (_, inputs, known, expected) => {
  const beside = besideOf(values(inputs), { ...recorded(known), id: "5" });
  expect(beside?.flatMap(({ code, effect }) => [code, effect])).toEqual(expected);
});

describe("other runs' data about a campaign", () => {
  const sent = (property: string): Change => ({ property, path: property, effect: "update" });
  const answer = (listIds?: unknown) => ({ answer: { id: "5", listIds } });

  it.each<[string, CampaignValues, Partial<Recorded> | undefined, Told<CampaignValues> | undefined, CreationNotes]>([
    ["its lists, and that it runs", { active: true }, undefined, undefined, { running: true }],
    ["that it does not", { active: false }, undefined, undefined, { running: false }],
    ["that it has run", { active: false }, { everActive: true }, undefined, { running: false, ran: true }],
    ["that it may run", {}, { everActive: true }, undefined, { running: true, ran: true }],
    ["that it never ran", {}, {}, undefined, { running: false }],
    [
      "also where it has run before",
      {},
      { everActive: true, ranOn: ["2"] },
      undefined,
      { running: true, ran: true, ranOn: ["2"] },
    ],
    ["not where a former one has run", {}, { ranOn: ["2"], replaced: { 4: "digest" } }, undefined, { running: false }],
    [
      "where nobody knows which one has run",
      {},
      { ranOn: ["2"], replaced: { 4: { content: "digest", targets: ["3"] } } },
      undefined,
      { running: false, ranOn: ["2"] },
    ],
    ["also the lists that it may use", {}, { mayUse: ["1", "2"] }, undefined, { targets: ["1", "2"], running: false }],
    [
      "not those if the service shows its lists",
      {},
      { mayUse: ["2"] },
      answer([1]),
      { running: false, areAllTargets: true },
    ],
    ["that these are all lists, as the service shows", {}, {}, answer([1]), { running: false, areAllTargets: true }],
    [
      "that these are all lists, as it has accepted",
      {},
      {},
      { sent: [sent("name"), sent("listIds")] },
      { running: false, areAllTargets: true },
    ],
    ["not that, if the service shows none", {}, {}, answer([]), { running: false }],
    ["not that, if the service leaves them out", {}, {}, answer(), { running: false }],
    ["not that, if it has accepted something else", {}, {}, { sent: [sent("name")] }, { running: false }],
  ])("is %s", (_, changes, record, told, expected) => {
    const noted = notes(values(changes), record && recordOf(record), told);
    expect(noted).toEqual({ targets: ["1"], ...expected });
  });
});

describe("a campaign that the service shows as active, although it was declared inactive,", () => {
  const unasked = (active: unknown, declared?: boolean, before?: object) =>
    takenIn({ attempt: "Creating it", isNew: before === undefined }, active, declared, before);

  it("fails the run, and is recorded as such", () => {
    const { problems, recorded } = unasked(true, false);
    expect({ problems: problems.map(String), recorded }).toEqual({
      problems: [
        "Creating it: the service shows it as active, although an inactive one was asked for: it is running now (id 5).",
        expect.stringMatching(/^Switch it off in the app, .* Or write active: true to accept that it runs\.$/),
      ],
      recorded: { unasked: true, everActive: true },
    });
  });

  it.each<[string, unknown, boolean | undefined, object | undefined, boolean]>([
    ["is one if it is new", true, undefined, undefined, true],
    ["is one if it was off before a change", true, undefined, { active: false }, true],
    ["is one if the service shows no yes or no", null, false, undefined, true],
    ["is not reported if it was declared active", true, true, undefined, false],
    ["is none if it ran before a change", true, undefined, { active: true }, false],
    ["is none if it may have run before a change", true, undefined, {}, false],
    ["is none if it is off", false, false, undefined, false],
    ["is none if the service leaves that out", undefined, false, undefined, false],
  ])("%s", (_, active, declared, before, isOne) => {
    expect(unasked(active, declared, before).problems.length > 0).toBe(isOne);
  });
});

describe("before a campaign is accepted as running, it is refused", () => {
  const accept = (around: Around) => {
    const { situation } = guarded(around);
    const accepted = { ...situation, inputs: values({ active: true }) };
    return decideAdopt(accepted, "5", "id", policy.acceptRules);
  };

  it("beside another one on its lists", async () => {
    await expect(accept({ campaigns: listed({ id: "7", active: true, listIds: [1] }) })).rejects.toThrow(
      "already used by an active campaign (id 7)",
    );
  });

  it("beside an equal one with unknown lists", async () => {
    const twin = { id: "7", name: "Q1", steps, active: true };
    await expect(accept({ campaigns: listed(twin) })).rejects.toThrow("an equal campaign is active beside it (id 7)");
  });

  it("never if the program does not declare that it runs: the refusals become warnings about the adopted one", async () => {
    const shown = { id: "5", ...values(), active: true };
    const campaigns = listed({ id: "7", active: true, listIds: [1] });
    const { situation, warnings, reaches } = guarded({ campaigns, found: { "5": { status: "found", answer: shown } } });
    await decideAdopt({ ...situation, inputs: values() }, "5", "id", policy.acceptRules);
    const told = warnings.findIndex(([text]) => text.includes("already used by an active campaign (id 7)"));
    expect(reaches[told]).toBe("adopted");
  });

  it("in no other case: its own create may have been interrupted", async () => {
    const around = {
      recorded: [recorded({ running: true, targets: ["1"] })],
      campaigns: { ...listed(), whole: false },
    };
    await expect(accept(around)).resolves.toMatchObject({ id: "5" });
  });
});

describe("a new campaign", () => {
  it.each<[string, boolean | undefined, unknown, boolean]>([
    ["has run if it was created so", true, true, true],
    ["has run if it was created so and the service shows the contrary", true, false, true],
    ["has run if the service shows it", undefined, true, true],
    ["has not run if it was created off", false, false, false],
    ["has not run if the service leaves that out", undefined, undefined, false],
  ])("%s", (_, declared, active, isOn) => {
    const { situation, memory } = guarded();
    const { everActive } = takenIn({ ...situation, isNew: true }, active, declared).recorded;
    expect(everActive).toBe(isOn || undefined);
    expect(memory.object(campaignKind, "5")).toEqual(isOn ? { startedOn: ["1"] } : {});
  });
});

describe("an adopted campaign", () => {
  const adopting = async (answer: Partial<Answer> | undefined, declared: boolean | undefined) => {
    const shown = { id: "5", ...values(), ...answer };
    const found = answer === undefined ? {} : { found: { "5": { status: "found", answer: shown } as const } };
    // Nobody has launched it in the app.
    const { situation, warnings } = guarded({ ...found, campaigns: listed(), logs: { "5": [] } });
    const facts = await decideAdopt({ ...situation, inputs: values({ active: declared }) }, "5", "id");
    return {
      runs: mayRunOnceAdopted(facts),
      warnings: warnings.map(([text]) => text).filter((text) => / runs|running/.test(text)),
    };
  };
  const [shown, untold] = ["it (id 5): it is running", "; its lists are taken from the program."];

  it.each<[string, Partial<Answer> | undefined, boolean | undefined, string]>([
    ["runs if the service shows that", { active: true }, undefined, `${shown}.`],
    ["runs if the service shows that and no lists", { active: true, listIds: undefined }, true, `${shown}${untold}`],
    ["may run if the service leaves that out", { listIds: undefined }, undefined, `${shown}${untold}`],
    ["may run if it is declared so", { listIds: undefined }, true, `${shown}${untold}`],
    [
      "may run if nothing can be read",
      undefined,
      true,
      `it (id 5): this service does not show whether it runs, so it counts as running (declare active: false if it is off)${untold}`,
    ],
  ])("%s", async (_, answer, declared, warning) => {
    expect(await adopting(answer, declared)).toEqual({ runs: true, warnings: [warning] });
  });

  it.each<[string, Partial<Answer> | undefined, boolean | undefined]>([
    ["is off if the service shows that", { active: false }, false],
    ["is off if it is declared so and the service leaves that out", {}, false],
    ["is off if it is declared so and nothing can be read", undefined, false],
  ])("%s", async (_, answer, declared) => {
    expect(await adopting(answer, declared)).toEqual({ runs: false, warnings: [] });
  });
});
