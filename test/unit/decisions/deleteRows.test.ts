import { describe, expect, it } from "vitest";
import type { Finding } from "../../../provider/src/api/objects";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import { type DeleteFacts, deleteTable, ofHolders, runningNow } from "../../../provider/src/lifecycle/deleteTable";
import type { Known } from "../../../provider/src/lifecycle/facts";
import type { ObjectNotes } from "../../../provider/src/lifecycle/memory";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { recordOf, urnOf } from "../resources/guarding";
import { type DeleteWorld, factsOfDelete } from "./deletes";

const [own, other, third] = [urnOf("q1"), urnOf("q2"), urnOf("q3")];

/** Source agent 5, which the service can delete and about which nothing else is known. */
const agent: DeleteWorld = {
  ...{ kind: sourceAgentKind, isPending: false, isOwnedByOther: false, other: "none", replacement: "none" },
  ...{ isSkipped: false, everActive: false, isRestartSpent: false },
  answers: { itself: false, record: "nothing", kept: "free" },
};

/** The row that ends the decision, with its effect; without a row, the object is deleted. */
function outcomeOf(facts: DeleteFacts) {
  const { rule, act, refusal, warnings } = evaluate(deleteTable(sourceAgentKind), facts);
  return { rule, does: refusal === undefined ? act?.leave : "refuse", warns: warnings.map(({ text }) => text) };
}

const deleted = { rule: undefined, does: undefined };
const refused = (rule: string) => ({ rule, does: "refuse" });

describe("of an object that another resource in the program adopts or manages", () => {
  const leaves = { rule: "taken-over", does: "asItIs" };
  const isRefused = refused("taken-over");

  it.each<[string, ObjectNotes, object, object]>([
    ["nothing is known", {}, deleted, deleted],
    ["it is the resource itself that manages it", { manager: own }, deleted, deleted],
    // Its create came first, so no replacement is planned any longer.
    ["it is the resource itself that adopts it", { adopter: own }, leaves, deleted],
    // In a replacement, the manager is the resource itself under another name.
    ["another one manages it", { manager: other }, leaves, deleted],
    ["another one will adopt it", { adopter: other }, isRefused, isRefused],
    ["another one has adopted it", { adopter: other, isTakenOver: true }, leaves, deleted],
    ["the one that is to adopt it manages it by now", { manager: other, adopter: other }, leaves, deleted],
    [
      "a third one will adopt an object that another one manages",
      { manager: other, adopter: third },
      leaves,
      isRefused,
    ],
    [
      "a third one will adopt an object that it already manages",
      { manager: own, adopter: third },
      isRefused,
      isRefused,
    ],
    [
      "a third one has adopted an object that another one manages",
      { manager: other, adopter: third, isTakenOver: true },
      leaves,
      deleted,
    ],
  ])("%s", (_, notes, removed, replaced) => {
    const gone = { ...factsOfDelete(agent), notes };
    const instead = { ...factsOfDelete({ ...agent, replacement: "off" }), notes };
    expect(outcomeOf(gone)).toMatchObject(removed);
    expect(outcomeOf(instead)).toMatchObject(replaced);
  });
});

describe("of an object whose create got no response", () => {
  const leaves = { rule: "pending", does: "asItIs" };

  it.each<[string, Partial<DeleteWorld>, readonly string[], object, RegExp | undefined]>([
    ["it does not exist", { answers: { creation: "absent" } }, [], leaves, /its pending creation did not take effect/],
    [
      "it does not exist, and a new one replaces it",
      { answers: { creation: "absent" }, replacement: "off" },
      [],
      leaves,
      undefined,
    ],
    [
      "a code states that it does not exist",
      { answers: { creation: "unclear" } },
      ["twin:none"],
      { rule: "pending", does: "saidAbsent" },
      /"twin:none" is acknowledged/,
    ],
    [
      "the program adopts another one",
      { answers: { creation: "unclear" }, replacement: "another" },
      [],
      { rule: "pending", does: "adopt" },
      undefined,
    ],
    ["nothing tells", { answers: { creation: "unclear" } }, [], refused("pending"), undefined],
    [
      "it exists, and the program adopts it",
      { answers: { creation: "found" }, replacement: "self" },
      [],
      { rule: "took-effect", does: "asItIs" },
      undefined,
    ],
    [
      "it exists, and a new one would replace it",
      { answers: { creation: "found" }, replacement: "off" },
      [],
      refused("took-effect"),
      undefined,
    ],
    [
      "it exists, and belongs to another user",
      { answers: { creation: "found of another user" } },
      [],
      refused("other-owner"),
      undefined,
    ],
  ])("%s", (_, world, codes, outcome, words) => {
    const { warns, ...its } = outcomeOf(factsOfDelete({ ...agent, isPending: true, ...world }, codes));
    expect(its).toEqual(outcome);
    expect(warns).toEqual(words === undefined ? [] : [expect.stringMatching(words)]);
  });

  it.each([
    [
      "says that it runs if it was declared active",
      true,
      /the listing proves nothing\. If it took effect, it is running\.\n/,
    ],
    ["does not mention that otherwise", false, /the listing proves nothing\.\n/],
  ])("its refusal %s", (_, active, words) => {
    const facts = factsOfDelete({ ...agent, kind: campaignKind, isPending: true, answers: { creation: "unclear" } });
    const record = recordOf({ declared: ["name", "listIds", "active"] });
    const situation = { ...facts.situation, record, outputs: { ...facts.situation.outputs, active } };
    const { refusal } = evaluate(deleteTable(campaignKind), { ...facts, situation });
    expect(refusal?.().message).toMatch(words);
  });
});

describe("an object", () => {
  it.each<[string, Partial<DeleteWorld>, object]>([
    ["of another user is refused", { isOwnedByOther: true }, refused("other-owner")],
    ["that another stack has adopted stays", { answers: { record: "adopted elsewhere" } }, { does: "asItIs" }],
    ["that another resource has adopted stays", { answers: { record: "adopted here" } }, { does: "asItIs" }],
    ["that this resource has adopted is deleted", { answers: { record: "adopted by itself" } }, deleted],
    ["that another process keeps is refused", { answers: { kept: "kept" } }, refused("kept")],
    ["that is the twin of a refused create is refused", { other: "was refused" }, refused("twin-of-run")],
    ["that the engine does not ask for is refused", { isSkipped: true }, refused("not-asked")],
    ["that is adopted in its own place is refused", { replacement: "self" }, refused("adopt-set")],
    [
      "that the service has deleted, and that is adopted in its own place, is refused",
      { replacement: "self", isSkipped: true },
      refused("adopt-set"),
    ],
  ])("%s", (_, world, outcome) => {
    const answers = { ...agent.answers, ...world.answers };
    expect(outcomeOf(factsOfDelete({ ...agent, ...world, answers }))).toMatchObject(outcome);
  });

  it("of another user is refused with a message that names the attempt", () => {
    const facts = factsOfDelete({ ...agent, isOwnedByOther: true });
    const { message } = evaluate(deleteTable(sourceAgentKind), facts).refusal?.() ?? {};
    expect(message).toMatch(
      /^Deleting source agent "Fintech Q1" \(id 5\): a run was answered that it belongs to user 7/,
    );
  });

  it("that the engine does not request is refused even if its existence was not checked", () => {
    const facts = factsOfDelete({ ...agent, isSkipped: true, answers: { record: "nothing", kept: "free" } });
    const { rule, refusal } = evaluate(ofHolders, facts);
    expect({ rule, isRefused: refusal !== undefined }).toEqual({ rule: "not-asked", isRefused: true });
  });
});

describe("whether a campaign runs now", () => {
  const answer = { id: "5", name: "Fintech Q1" };
  const found = (active?: unknown): Finding => ({ status: "found", answer: { ...answer, active } });

  it.each<[string, Finding | undefined, Known<boolean>, Known<boolean>]>([
    ["it was not read", undefined, "unshown", "unshown"],
    ["it is gone", { status: "gone" }, { value: false, source: "service" }, { value: false, source: "service" }],
    ["it is active", found(true), { value: true, source: "service" }, { value: true, source: "service" }],
    ["it is off", found(false), { value: false, source: "service" }, { value: false, source: "service" }],
    ["it is neither", found("maybe"), { value: true, source: "service" }, { value: true, source: "service" }],
    ["the response does not show it", found(), "unreadable", { value: false, source: "person" }],
    ["it cannot be read", { status: "unreadable" }, "unshown", { value: false, source: "person" }],
  ])("%s", (_, shown, alone, said) => {
    const { found: __, ...facts } = factsOfDelete({ ...agent, kind: campaignKind });
    const seen = shown === undefined ? facts : { ...facts, found: shown };
    const situation = { ...facts.situation, acknowledged: new Set(["inactive:5"]) };
    expect(runningNow(seen)).toEqual(alone);
    expect(runningNow({ ...seen, situation })).toEqual(said);
  });

  it("is not requested for an object that contacts nobody", () => {
    expect(runningNow(factsOfDelete(agent))).toBe("unshown");
  });
});
