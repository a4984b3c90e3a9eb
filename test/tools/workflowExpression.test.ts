import { describe, expect, it } from "vitest";
import { evaluate, holds, interpolate, type Names } from "../support/workflows/expression";

const names = (failed = false, cancelled = false): Names => ({
  contexts: {
    github: { actor: "maria", event_name: "push", event: { pull_request: { number: 12, draft: false } } },
    vars: { GIVEN: "given" },
    needs: { review: { result: "skipped" } },
  },
  status: { failed, cancelled },
});

const inBraces = (expression: string) => `\${{ ${expression} }}`;

describe("an expression of a workflow", () => {
  it.each([
    ["github.actor == 'Maria'", true],
    ["github.actor != 'maria'", false],
    ["github.event.pull_request.number", 12],
    ["github.event.pull_request.number == '12'", true],
    ["github.event.nothing.at_all", undefined],
    ["vars.MISSING || 'default'", "default"],
    ["vars.GIVEN || 'default'", "given"],
    ["github.event.pull_request.draft && 'draft' || 'ready'", "ready"],
    ["!(github.actor == 'rob' || github.event_name == 'push')", false],
    ["'it''s'", "it's"],
    ["cancelled()", false],
    ["vars.MISSING == ''", true],
  ])("%s is %j", (expression, value) => {
    expect(evaluate(expression, names())).toBe(value);
  });

  it.each([
    ["secrets.KEY", "unknown context secrets"],
    ["contains(github.actor, 'm')", "not understood"],
    ["hashFiles()", "unknown function hashFiles"],
    ["github.event.number > 3", "not understood"],
    ["github['actor']", "not understood"],
    ["github.actor ==", "not understood"],
    ["github == 'x'", "objects are not compared"],
    ['"double"', "not understood"],
  ])("%s is an error", (expression, message) => {
    expect(() => evaluate(expression, names())).toThrow(message);
  });
});

describe("a condition", () => {
  it("requires that nothing has failed, unless it checks the status itself", () => {
    expect(holds("github.actor == 'maria'", names())).toBe(true);
    expect(holds("github.actor == 'maria'", names(true))).toBe(false);
    expect(holds(undefined, names(true))).toBe(false);
    expect(holds(inBraces("!cancelled() && needs.review.result != 'skipped'"), names(true))).toBe(false);
    expect(holds(inBraces("!cancelled()"), names(true))).toBe(true);
    expect(holds(inBraces("!cancelled()"), names(true, true))).toBe(false);
    expect(holds("always()", names(true, true))).toBe(true);
  });
});

describe("a text", () => {
  it("contains the values of its expressions", () => {
    const text = `number ${inBraces("github.event.pull_request.number")}, ${inBraces("vars.MISSING")}!`;
    expect(interpolate(text, names())).toBe("number 12, !");
  });
});
