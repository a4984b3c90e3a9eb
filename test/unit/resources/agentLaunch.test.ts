import { describe, expect, it } from "vitest";
import type { Finding } from "../../../provider/src/api/objects";
import type { Settings } from "../../../provider/src/api/settings";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { decideCreate } from "../../../provider/src/lifecycle/decideCreate";
import { conclude, evaluate } from "../../../provider/src/lifecycle/decision";
import { observeSend } from "../../../provider/src/lifecycle/send";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { policy } from "../../../provider/src/resources/sourceAgent/policy";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import type { SourceAgentValues } from "../../../provider/src/resources/sourceAgent/values";
import { type Around, guarding, listed, recordOf, urnOf } from "./guarding";

const urn = urnOf("finder", "SourceAgent");
const values = (changes: SourceAgentValues = {}): SourceAgentValues => ({ name: "Finder", listId: 1, ...changes });
const running = (changes: object = {}) => ({ id: "7", active: true, listIds: [1], ...changes });
const onTheList = { campaigns: listed(running()) };
const byAgent = { codingAgent: "claude-code" };

/** Agent 5, or a new one, in a run that a coding agent has started. */
function agent(around: Around, settings: Partial<Settings> = byAgent) {
  const given = guarding(around, settings);
  const { account, run } = given;
  const its = { kind: sourceAgentKind, run, account, about: "it", urn, acknowledged: new Set<string>() };
  return { ...given, situation: { ...its, declarer: declarerOf(urn), id: "5", record: recordOf() } };
}

/** The refusal's machine-readable line. */
async function factsOf(work: Promise<unknown>): Promise<unknown> {
  const text = await work.then(
    () => "",
    (error: unknown) => String(error),
  );
  return JSON.parse(/^launch-refused (.*)$/m.exec(text)?.[1] ?? "null");
}

const refused = (through: readonly string[]) => ({
  ...{ starts: "SourceAgent", name: "Finder", lists: ["1"], through },
  ...{ setting: "outreach:launch", refusedFor: "claude-code" },
});

describe("a source agent that a coding agent creates", () => {
  const created = (around: Around, paused?: boolean) => {
    const { situation, ...given } = agent(around);
    return { ...given, work: decideCreate({ ...situation, inputs: values({ paused }) }, "creating it") };
  };

  it.each<[string, Around, readonly string[], string]>([
    ["a campaign runs on its list", onTheList, ["7"], "running campaigns (id 7) would write to the people"],
    [
      "one runs there, and one may",
      { campaigns: listed(running({ id: "8", listIds: undefined }), running()) },
      ["7", "8"],
      "running campaigns (id 7) would write to the people",
    ],
    [
      "a campaign runs, and its lists are not known",
      { campaigns: listed(running({ listIds: undefined })) },
      ["7"],
      "the service does not show whether a running campaign uses that",
    ],
    ["no campaigns are listed", {}, [], "the service does not show whether a running campaign uses that"],
    [
      "not all campaigns are listed",
      { campaigns: { ...listed(), whole: false } },
      [],
      "the service does not show whether a running campaign uses that",
    ],
  ])("is refused if %s", async (_, around, through, text) => {
    expect(await factsOf(created(around).work)).toEqual(refused(through));
    await expect(created(around).work).rejects.toThrow(text);
  });

  it.each<[string, Around, boolean | undefined]>([
    ["it is paused", onTheList, true],
    ["all campaigns are listed, and none is on its list", { campaigns: listed(running({ listIds: [2] })) }, undefined],
  ])("is created if %s", async (_, around, paused) => {
    const { work, warnings } = created(around, paused);
    expect((await work).decision.settled).toEqual([]);
    expect(warnings.filter(([, at]) => at === urn)).toEqual([]);
  });
});

describe("a source agent that a coding agent points at the list of a running campaign", () => {
  const pointed = (news: SourceAgentValues, found?: Finding) => {
    const { situation, ...given } = agent(found === undefined ? onTheList : { ...onTheList, found: { "5": found } });
    const changes = [{ property: "listId", path: "listId", effect: "update" } as const];
    const sending = {
      ...situation,
      nameless: "it",
      spent: new Set<string>(),
      replacing: false,
      olds: values({ ...news, listId: 2 }),
      news: values(news),
      changes,
    };
    return { ...given, work: conclude(policy.sendRules ?? [], observeSend(sending), sending) };
  };
  const shown = (paused?: boolean): Finding => ({ status: "found", answer: { id: "5", paused } });

  it.each<[string, SourceAgentValues, Finding | undefined]>([
    ["it fills its list", { paused: false }, undefined],
    ["it is declared paused, and somebody has resumed it", { paused: true }, shown(false)],
    ["it is declared paused, and the service leaves that out", { paused: true }, shown()],
  ])("is refused if %s", async (_, news, found) => {
    expect(await factsOf(pointed(news, found).work)).toEqual(refused(["7"]));
  });

  it.each<[string, Finding]>([
    ["is paused", shown(true)],
    ["is gone", { status: "gone" }],
    ["cannot be read", { status: "unreadable" }],
  ])("is not refused if it is declared paused and %s", async (_, found) => {
    const { work, find, listing, warnings } = pointed({ paused: true }, found);
    expect((await work).refusal).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
    expect(listing).not.toHaveBeenCalled();
    expect(warnings).toEqual([]);
  });
});

describe("a source agent that a coding agent gives signals, on the list of a running campaign", () => {
  const four = [
    signal.hiring(),
    signal.recentlyChangedJob(),
    signal.technology("stripe"),
    signal.searchKeyword("bank"),
  ];
  const changed = (olds: SourceAgentValues, news: SourceAgentValues, found?: Finding) => {
    const { situation, ...given } = agent(found === undefined ? onTheList : { ...onTheList, found: { "5": found } });
    const sending = {
      ...{ ...situation, nameless: "it", spent: new Set<string>(), replacing: false },
      ...{ olds: values(olds), news: values({ variables: four, ...news }) },
      changes: [{ property: "variables", path: "variables", effect: "update" } as const],
    };
    return { ...given, work: conclude(policy.sendRules ?? [], observeSend(sending), sending) };
  };
  const shown = (answer: object): Finding => ({ status: "found", answer: { id: "5", ...answer } });

  it.each<[string, SourceAgentValues, SourceAgentValues, Finding]>([
    ["it has none", {}, {}, shown({ variables: [] })],
    ["the service does not show any", {}, {}, shown({})],
    ["the service does not show it", {}, {}, { status: "unreadable" }],
    ["it has none, and somebody has resumed it", {}, { paused: true }, shown({ paused: false })],
  ])("is refused if %s", async (_, olds, news, found) => {
    expect(await factsOf(changed(olds, news, found).work)).toEqual(refused(["7"]));
  });

  it.each<[string, SourceAgentValues, SourceAgentValues, Finding | undefined]>([
    ["it has other ones", { variables: four.slice(1) }, {}, undefined],
    ["somebody has given it some", {}, {}, shown({ variables: four })],
    ["it is paused", {}, { paused: true }, shown({ paused: true })],
    ["it is gone", {}, {}, { status: "gone" }],
    ["it needs none", {}, { agentType: "website-visitor" }, undefined],
  ])("is not refused if %s", async (_, olds, news, found) => {
    const { work, find } = changed(olds, news, found);
    expect((await work).refusal).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(found === undefined ? 0 : 1);
  });
});

describe("for the people that a new source agent finds", () => {
  const rowsNamed = (name: string) => (policy.createRules ?? []).filter((rule) => rule.name === name);
  const decided = (name: string, paused: boolean) => {
    const { situation, account } = agent({});
    const nothing = { kind: sourceAgentKind, listing: undefined, objects: new Map(), lost: [] };
    const facts = { ...nothing, users: new Map(), suppressed: new Map(), logs: new Map() };
    const inputs = values({ paused });
    const asked = {
      situation: { ...situation, account, inputs },
      account: facts,
      kinds: new Map(),
      actingUserId: "101",
    };
    return evaluate(rowsNamed(name), asked);
  };

  it.each([["launch-by-agent"], ["running-campaigns"]])("all campaigns are read: %s", (name) => {
    expect(decided(name, false).look).toEqual({ ask: "all", kind: campaignKind });
    expect(decided(name, true)).toEqual({ warnings: [], settled: [], saidOff: [], notes: [], keep: [] });
  });

  it("a running campaign causes a warning about new people", async () => {
    const { situation, warnings, reaches } = agent(onTheList, {});
    await decideCreate({ ...situation, inputs: values() }, "creating it");
    expect(warnings).toEqual([["it: the people it finds enter a running campaign (id 7).", urn]]);
    expect(reaches).toEqual(["new-people"]);
  });
});
