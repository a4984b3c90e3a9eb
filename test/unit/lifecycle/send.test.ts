import { describe, expect, it } from "vitest";
import type { Finding } from "../../../provider/src/api/objects";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { observeSend } from "../../../provider/src/lifecycle/send";
import { ofAnswer } from "../../../provider/src/lifecycle/sendTable";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { guarding, listed, recordOf } from "../resources/guarding";

/** An update of object 5 that renames it. */
function renaming(kind: ResourceKind, values: Values = {}, before: Values = values) {
  const { run, account, listing, known } = guarding({ campaigns: listed(), lists: listed() });
  const changes = [{ property: "name", path: "name", effect: "update" } as const];
  const parts = { kind, run, account, about: "it", nameless: "it", id: "5", acknowledged: new Set<string>() };
  const news = { ...values, name: "New" };
  const situation = { ...parts, record: recordOf(), replacing: false, olds: { ...before, name: "Old" }, news, changes };
  return { situation, listing, known };
}

describe("before an update, objects of its own kind are listed anew", () => {
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
  const found: Finding = { status: "found", answer: { id: "5", name: "Old", paused: false } };
  const refusal = (news: Values) => {
    const { situation } = renaming(sourceAgentKind, news, { paused: true });
    const facts = { situation, found, isFoundOutdated: false, kinds: new Map() };
    return evaluate(ofAnswer, facts).refusal?.().message;
  };

  it("is refused if the program declares that it is paused", () => {
    expect(refusal({ paused: true })).toContain("Updating it: paused changed outside the program since the last run");
  });

  it("is sent if the program leaves that open", () => {
    expect(refusal({})).toBeUndefined();
  });
});
