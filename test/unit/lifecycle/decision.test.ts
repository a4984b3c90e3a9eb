import { describe, expect, it } from "vitest";
import { evaluate, foretell, type Outcome, type Rule } from "../../../provider/src/lifecycle/decision";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { robot } from "../kind/robot";
import { guarding, recorded } from "../resources/guarding";

type Act = "sent";
const rule = (name: string, ...outcomes: readonly Outcome<Act>[]): Rule<object, Act> => ({
  name,
  decide: () => outcomes,
});
const refuse = () => new Refusal("not this");
const look = { ask: "itself", kind: robot, id: "5" } as const;
const warned = (text: string, changes: object = {}) => ({
  ...{ text, reach: undefined, underStack: false, afterwards: false },
  ...changes,
});
const first = rule("first", { warn: "one" });
const last = rule("last", { warn: "two", urn: "urn:two", underStack: true, afterwards: true, reach: "adopted" });
const nothing = { settled: [], saidOff: [], notes: [], keep: [] };
const ended = { ...nothing, rule: "middle", warnings: [warned("one")] };
const two = warned("two", { urn: "urn:two", underStack: true, afterwards: true, reach: "adopted" });

describe("a table", () => {
  it.each<[string, Outcome<Act>, object]>([
    ["ends with a refusal", { refuse }, { ...ended, refusal: refuse }],
    ["ends with a refusal that keeps objects", { refuse, keep: ["5"] }, { ...ended, refusal: refuse, keep: ["5"] }],
    ["ends with a refusal that a preview foretells", { refuse, foretold: [] }, { ...ended, refusal: refuse }],
    ["ends with a question", { look }, { ...ended, look }],
    ["ends with an act", { act: "sent" }, { ...ended, act: "sent" }],
  ])("%s", (_, outcome, expected) => {
    expect(evaluate([first, rule("middle", outcome), last], {})).toStrictEqual(expected);
  });

  it("collects results that do not end it", () => {
    const [note, lost] = [() => undefined, recorded()];
    const middle = rule("middle", { note }, { settle: [lost] }, { saidOff: ["6"] });
    expect(evaluate([first, middle, last], {})).toStrictEqual({
      ...{ warnings: [warned("one"), two], settled: [lost], saidOff: ["6"], notes: [note], keep: [] },
    });
  });

  it.each<[string, Outcome<Act>, object]>([
    ["skips a row that has a question", { look }, { ...nothing, warnings: [warned("one"), two] }],
    [
      "prints what only the update decides, and ends",
      { refuse, foretold: [{ warn: "it may be refused", urn: "urn:two" }] },
      { ...ended, warnings: [warned("one"), warned("it may be refused", { urn: "urn:two" })], isForetold: true },
    ],
    ["prints that of a question as well", { look, foretold: [] }, { ...ended, isForetold: true }],
    ["refuses what is not announced", { refuse, foretold: undefined }, { ...ended, refusal: refuse }],
  ])("in a preview %s", (_, outcome, expected) => {
    expect(evaluate([first, rule("middle", outcome, { warn: "late" }), last], {}, true)).toStrictEqual(expected);
  });

  it("sends no requests in a preview, and prints only what does not depend on them", () => {
    const { run, warnings, reaches } = guarding();
    const table = [first, rule("middle", { look }), rule("third", { warn: "three", reach: "deleted" }), last];
    expect(foretell(table, {}, { run, urn: "urn:one" }).look).toBeUndefined();
    expect(warnings).toEqual([
      ["one", "urn:one"],
      ["three", "urn:one"],
    ]);
    expect(reaches).toEqual([undefined, "deleted"]);
  });
});
