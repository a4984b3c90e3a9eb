import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import type { Answer } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { takeIn } from "../../../provider/src/lifecycle/answerTable";
import { inParts } from "../../../provider/src/lifecycle/changes";
import { decideCreate } from "../../../provider/src/lifecycle/decideCreate";
import { conclude, foretell, printWarnings } from "../../../provider/src/lifecycle/decision";
import { decideDelete } from "../../../provider/src/lifecycle/delete";
import type { Change } from "../../../provider/src/lifecycle/kind";
import type { WithPolicy } from "../../../provider/src/lifecycle/policy";
import { observeSend } from "../../../provider/src/lifecycle/send";
import type { ChangeSituation, DeleteSituation } from "../../../provider/src/lifecycle/situation";
import { agentsInView } from "../../../provider/src/resources/inView";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { policy } from "../../../provider/src/resources/sourceAgent/policy";
import type { SourceAgentValues } from "../../../provider/src/resources/sourceAgent/values";
import { type Around, guarding, here, listed, recordOf, urnOf } from "./guarding";

const urn = urnOf("finder", "SourceAgent");
const createdAt = "2026-01-15T12:00:00.250Z";
const values = (changes: SourceAgentValues = {}): SourceAgentValues => ({ name: "Finder", listId: 1, ...changes });
const change = (property: string, path = property): Change => ({ property, path, effect: "update" });
const rules = policy.answerRules ?? [];
const [pause, rename] = [change("paused"), change("name")];

/** Agent 5, or a new one, with all data that its guards may use. */
function guarded(around: Around = {}, acknowledged: readonly string[] = []) {
  const given = guarding(around);
  const { account, run } = given;
  const situation = { kind: sourceAgentKind, run, account, about: "it", urn, acknowledged: new Set(acknowledged) };
  const inView = () => [...agentsInView.of(given.memory).every];
  const more = { nameless: "it", replacing: false, declarer: declarerOf(urn), id: "5", record: recordOf() };
  return { ...given, situation: { ...situation, ...more }, inView };
}

/** The messages and notes of the rows for a planned change. */
function plan(situation: ChangeSituation<SourceAgentValues>): void {
  foretell(policy.changeRules ?? [], { situation, attempt: "it", hints: { retained: false } }, situation);
}

const noted = [{ urn, name: "Finder", listIds: [1], told: new Set() }];

describe("a source agent begins to fill its list", () => {
  it.each<[string, boolean | undefined, object[]]>([
    ["when it is created", false, noted],
    ["when it is created and nothing else is declared", undefined, noted],
    ["not when it is created paused", true, []],
  ])("%s", (_, paused, expected) => {
    const { situation, inView } = guarded();
    const planned = { ...situation, inputs: values({ paused }), stated: [] };
    foretell(policy.planRules ?? [], { situation: planned, owners: [], actor: undefined, equal: undefined }, planned);
    expect(inView()).toEqual(expected);
  });

  it.each<[string, readonly Change[], SourceAgentValues, string | undefined, object[]]>([
    ["when it gets another one", [rename, change("listId")], {}, urn, noted],
    ["when it is resumed", [rename, pause], { paused: false }, urn, noted],
    ["not when it is paused", [pause], { paused: true }, urn, []],
    ["not by another change", [rename], { paused: false }, urn, []],
    ["not of a resource that is not known", [pause], { paused: false }, undefined, []],
  ])("%s", (_, changes, news, at, expected) => {
    const { situation, inView, warnings } = guarded();
    plan({ ...situation, olds: values(), news: values(news), changes, urn: at });
    expect(inView()).toEqual(expected);
    expect(warnings).toEqual([]);
  });
});

it("a change of a source agent's type replaces it, with a warning", () => {
  const { situation, warnings } = guarded();
  const changes = [rename, change("agentType")];
  plan({ ...situation, olds: values(), news: values(), replacing: true, changes });
  const text = "it: a change of agentType replaces it; its run logs are lost, its list and leads stay.";
  expect(warnings).toEqual([[text, urn]]);
});

describe("people whom a source agent finds", () => {
  const onTheList = { campaigns: listed({ id: "7", active: true, listIds: [1] }) };
  const text = "it: the people it finds enter a running campaign (id 7).";

  it.each<[string, Around, boolean | undefined, object[]]>([
    ["enter a campaign that runs on its list, which is a warning", onTheList, undefined, [[text, urn]]],
    ["enter none that is off", { campaigns: listed({ id: "7", active: false, listIds: [1] }) }, false, []],
    ["enter none while it is paused", onTheList, true, []],
  ])("%s", async (_, around, paused, expected) => {
    const { situation, warnings } = guarded(around);
    await decideCreate({ ...situation, inputs: values({ paused }) }, "creating it");
    expect(warnings).toEqual(expected);
  });

  it.each<[string, readonly Change[], object[]]>([
    ["after it was resumed, are the same warning", [pause], [[text, urn]]],
    ["after another change, are none", [rename], []],
  ])("%s", async (_, changes, expected) => {
    const { situation, warnings, listing } = guarded(onTheList);
    const sending = { ...situation, olds: values(), news: values({ paused: false }), changes };
    await conclude(policy.sendRules ?? [], observeSend(sending), sending);
    expect(warnings).toEqual(expected);
    expect(listing).toHaveBeenCalledTimes(2 * expected.length);
  });
});

describe("a source agent that the account's limit has paused", () => {
  const resume = "Pause or delete another agent, then declare paused: false and run `pulumi up --refresh`.";
  const created = (answer: Partial<Answer>, paused?: boolean, isUnseen = false) => {
    const { situation, memory, warnings } = guarded();
    if (isUnseen) memory.unseen.add("source agents");
    const shown = { ...situation, attempt: "Creating it", owner: recordOf(), isNew: true };
    const { recorded } = takeIn({ ...shown, news: values({ paused }), answer: { id: "5", ...answer } }, rules);
    return { recorded, warnings };
  };

  it("at its creation is recorded as such, with what to do", () => {
    const text = "it: created paused (id 5), because the account's active agent limit is reached.";
    expect(created({ paused: true }, false)).toEqual({
      ...{ recorded: { pausedByLimit: true }, warnings: [[`${text} ${resume}`, urn]] },
    });
    const inTheApp = `${text} Pause or delete another agent, then resume this one in the app.`;
    expect(created({ paused: true }, undefined, true).warnings).toEqual([[inTheApp, urn]]);
  });

  it.each<[string, Partial<Answer>, boolean | undefined]>([
    ["if it was to be paused", { paused: true }, true],
    ["if it continues to run", { paused: false }, undefined],
    ["if the service leaves that out", {}, undefined],
  ])("is not detected %s", (_, answer, paused) => {
    expect(created(answer, paused)).toEqual({ recorded: {}, warnings: [] });
  });

  const resumed = (left: readonly Change[], paused?: boolean) => {
    const { situation, warnings } = guarded();
    const shown = { ...situation, attempt: "Updating it", owner: recordOf(), isNew: false };
    return { after: takeIn({ ...shown, news: values({ paused }), answer: { id: "5" }, left }, rules), warnings };
  };

  it("when it should be resumed is recorded as such, and is not an error", () => {
    const text = `it: still paused, because the account's active agent limit is reached. ${resume}`;
    expect(resumed([pause, rename], false)).toEqual({
      after: { recorded: { pausedByLimit: true }, accepted: ["paused"], problems: [] },
      warnings: [[text, urn]],
    });
  });

  it.each<[string, readonly Change[], boolean | undefined]>([
    ["if it was to be paused", [pause], true],
    ["if another change did not happen", [rename], false],
  ])("is not detected %s, which stays an error", (_, left, paused) => {
    expect(resumed(left, paused)).toEqual({ after: { recorded: {}, accepted: [], problems: [] }, warnings: [] });
  });
});

describe("a pause of a source agent", () => {
  const paused = values({ paused: true });
  const parts = (changes: readonly Change[], news: SourceAgentValues) => inParts(sourceAgentKind, changes, news);

  it("is sent although nothing can be read, if it is the only change", () => {
    const sends = [[pause], [pause, rename], [rename]].map((changes) => parts(changes, paused).rest.length === 0);
    const resumes = parts([pause], values({ paused: false })).rest.length === 0;
    expect([...sends, resumes]).toEqual([true, false, false, false]);
  });

  it("is sent before the other changes", () => {
    expect(parts([rename, pause], paused)).toEqual({ first: [pause], rest: [rename] });
    expect(parts([rename, pause], values({ paused: false }))).toEqual({ first: [], rest: [rename, pause] });
  });
});

describe("a new source agent that runs although it was declared paused", () => {
  const unasked = (news: SourceAgentValues, answer: Partial<Answer>, isNew = true) => {
    const shown = { ...guarded().situation, attempt: "Creating it", owner: recordOf(), isNew };
    return takeIn({ ...shown, news: values(news), answer: { id: "5", ...answer } }, rules);
  };

  it("fails the run, and records nothing", () => {
    const { problems, recorded } = unasked({ paused: true }, { paused: false });
    expect({ problems: problems.map(String), recorded }).toEqual({
      problems: [
        "Creating it: the program declares it paused, but the service shows it running (id 5): it finds people for its list now.",
        "Run `pulumi up` again, which pauses it; or pause it in the app.",
      ],
      recorded: {},
    });
  });

  it.each<[string, SourceAgentValues, Partial<Answer>, boolean]>([
    ["it was changed", { paused: true }, { paused: false }, false],
    ["it was not declared paused", { paused: false }, { paused: false }, true],
    ["it is paused", { paused: true }, { paused: true }, true],
    ["the service does not show that", { paused: true }, {}, true],
  ])("is none if %s", (_, news, answer, isNew) => {
    expect(unasked(news, answer, isNew).problems).toEqual([]);
  });
});

/** The service's data about an agent that may be deleted. */
async function statusIn(situation: WithPolicy<DeleteSituation>): Promise<string | undefined> {
  return (await decideDelete(situation)).facts.found?.status;
}

describe("the delete of a source agent", () => {
  const outputs = values({ agentType: "autopilot", createdAt });
  const deleting = (answer: Partial<Answer>, acknowledged: readonly string[] = [], its = outputs) => {
    const shown = { id: "5", name: "Finder", listId: 1, agentType: "autopilot", createdAt, ...answer };
    const { situation, warnings, find } = guarded({ found: { "5": { status: "found", answer: shown } } }, acknowledged);
    return { warnings, find, work: statusIn({ ...situation, outputs: its }) };
  };
  const another = /^Deleting it: this id belongs to another source agent/;

  it.each<[string, Partial<Answer>, SourceAgentValues?]>([
    ["has another type", { agentType: "lookalike" }],
    ["has another name and another list", { name: "Other", listId: 2 }],
    ["has another list and no known time", { listId: 2, createdAt: undefined }],
    ["has another list, and the state contains no time", { listId: 2 }, values({ agentType: "autopilot" })],
  ])("is refused if the agent with the id %s", async (_, answer, its) => {
    const { work } = deleting(answer, [], its);
    await expect(work).rejects.toThrow(another);
    await expect(work).rejects.toThrow(/\nIf it was only changed in the app: `pulumi refresh`, then run this again\.$/);
  });

  it("is refused if the agent with the id was created at another time", async () => {
    const { work } = deleting({ createdAt: "2026-01-16T12:00:00.250Z" });
    await expect(work).rejects.toThrow(another);
    await expect(work).rejects.not.toThrow("If it was only changed in the app");
  });

  it.each<[string, Partial<Answer>, readonly string[]]>([
    ["equals the state", {}, []],
    ["has another list, and was created at the same time", { listId: 2 }, []],
    ["is shown without a type, a name and a list", { agentType: null, name: null, listId: null }, []],
    [
      "differs, but all objects are acknowledged as moved",
      { agentType: "lookalike", name: "Other" },
      [`moved:${here}`],
    ],
  ])("passes if the agent with the id %s", async (_, answer, acknowledged) => {
    const { work, warnings, find } = deleting(answer, acknowledged);
    expect(await work).toBe("found");
    expect(warnings).toEqual([]);
    expect(find.mock.calls).toEqual([["SourceAgent", "5", "deleting it", undefined]]);
  });

  it("passes with a warning if only its name differs", async () => {
    const { work, warnings } = deleting({ name: "x".repeat(130) });
    expect(await work).toBe("found");
    const text = `it: it is named "${"x".repeat(120)}" at the service, and is deleted.`;
    expect(warnings).toEqual([[text, urn]]);
  });

  it.each(["gone", "unreadable"] as const)("passes if it is %s", async (status) => {
    const { situation } = guarded({ found: { "5": { status } } });
    expect(await statusIn({ ...situation, outputs })).toBe(status);
  });

  it("passes if neither a listing nor an operation shows it, but not if the lookup fails", async () => {
    const { situation, find } = guarded();
    find.mockRejectedValueOnce(new ServiceError(["it is not listed"], { category: "unknownOperation" }));
    expect(await statusIn({ ...situation, outputs })).toBe("unreadable");
    find.mockRejectedValueOnce(new ServiceError(["it is not there"], { category: "notFound" }));
    await expect(statusIn({ ...situation, outputs })).rejects.toThrow("it is not there");
  });

  it.each<[string, string, object[]]>([
    ["names what happens on the website", "website-visitor", [[expect.stringContaining("tracking script"), urn]]],
    ["causes no warning for another type", "autopilot", []],
  ])("%s once it is sent", async (_, agentType, expected) => {
    const { situation, warnings } = guarded();
    const { decision } = await decideDelete({ ...situation, outputs: values({ agentType }) });
    expect(warnings).toEqual([]);
    printWarnings(decision, situation, true);
    expect(warnings).toEqual(expected);
  });
});
