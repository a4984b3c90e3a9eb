import { describe, expect, it, vi } from "vitest";
import type { Finding } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { observeSend, send } from "../../../provider/src/lifecycle/send";
import { ofAnswer } from "../../../provider/src/lifecycle/sendTable";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { steps } from "../resources/guardedCampaign";
import { guarding, listed, recordOf, urnOf } from "../resources/guarding";

/** An update of object 5 that renames it. */
function renaming(kind: ResourceKind, values: Values = {}, before: Values = values) {
  const { run, account, listing, known } = guarding({ campaigns: listed(), lists: listed() });
  const changes = [{ property: "name", path: "name", effect: "update" } as const];
  const parts = { kind, run, account, about: "it", nameless: "it", id: "5", acknowledged: new Set<string>() };
  const news = { ...values, name: "New" };
  const situation = { ...parts, record: recordOf(), replacing: false, olds: { ...before, name: "Old" }, news, changes };
  return { situation, listing, known };
}

describe("before an update, objects of its own kind are listed again", () => {
  it.each<[string, ResourceKind, string[]]>([
    ["for the lists that a campaign uses", campaignKind, ["Campaign", "List"]],
    ["for a kind that uses none", listKind, ["List"]],
  ])("%s", async (_, kind, kinds) => {
    const { situation, listing, known } = renaming(kind);
    const observed = observeSend(situation);
    await observed.look({ ask: "all", kind });
    const about = "checking the lists of it";
    expect(listing.mock.calls).toEqual(kinds.map((name) => [name, about, { fresh: true }]));
    expect(known.mock.calls).toEqual([[kind.name, "New", "all"]]);
    expect(observed.facts().isFoundOutdated).toBe(true);
  });
});

describe("an update of a source agent that somebody has resumed meanwhile", () => {
  const refusal = (news: Values, paused: boolean | null = false) => {
    const found: Finding = { status: "found", answer: { id: "5", name: "Old", paused } };
    const { situation } = renaming(sourceAgentKind, news, { paused: true });
    const facts = { situation, found, isFoundOutdated: false, kinds: new Map() };
    return evaluate(ofAnswer, facts).refusal?.().message;
  };

  it("is refused if the program declares that it is paused", () => {
    expect(refusal({ paused: true })).toContain("Updating it: paused changed outside the program since the last run");
  });

  it("is sent if the program does not declare it", () => {
    expect(refusal({})).toBeUndefined();
  });

  it.each([
    ["that it is paused", true],
    ["nothing of that", null],
  ])("is sent if the service shows %s", (_, paused) => {
    expect(refusal({ paused: true }, paused)).toBeUndefined();
  });
});

describe("before a campaign is given another list, runs record", () => {
  const declarer = declarerOf(urnOf("q1"));

  it.each([
    ["both lists, and that it runs", true, { running: true }],
    // Another run may have newer data than the state.
    ["both lists, and not that it is off", false, {}],
  ])("%s", async (_, active, runs) => {
    const olds = { name: "Q1", listIds: [1], steps, active };
    const news = { ...olds, listIds: [1, 2] };
    const answer = { id: "5", ...olds };
    const lists = listed({ id: "1" }, { id: "2" });
    const around = { campaigns: listed(answer), lists, found: { "5": { status: "found", answer } } } as const;
    const { run, account } = guarding(around);
    const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
    const sent = vi.spyOn(account, "update").mockResolvedValue({ id: "5", ...news });
    const changes = campaignKind.changes(olds, news);
    const parts = { kind: campaignKind, run, account, urn: urnOf("q1"), about: "it", nameless: "it", id: "5" };
    const situation = { ...parts, acknowledged: new Set<string>(), record: recordOf(), replacing: false };
    await send({ ...situation, olds, news, changes }, true);
    expect(remember).toHaveBeenCalledExactlyOnceWith("Campaign", "5", "Q1", {
      targets: ["1", "2"],
      ...runs,
      ...declarer,
    });
    expect(remember.mock.invocationCallOrder[0]).toBeLessThan(sent.mock.invocationCallOrder[0] ?? 0);
  });
});
