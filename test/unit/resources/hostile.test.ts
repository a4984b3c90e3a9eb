import { describe, expect, it } from "vitest";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { describeProblems } from "../../../provider/src/lifecycle/problem";
import { campaignKind } from "../../../provider/src/resources/campaign";
import { listKind } from "../../../provider/src/resources/list";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent";
import { agent, campaign, context, list } from "./programs";

/** A tenth of this is what the worst case takes on a machine with nothing else to do. */
const patience = 5000;

/** All problems as one text, found without an exception, soon, and short enough to read. */
function complaint(definition: ResourceKind, inputs: Values): string {
  const start = performance.now();
  const problems = definition.problems(inputs, context);
  definition.warnings(inputs, context);
  const text = describeProblems(definition.noun, "hostile", problems);
  expect(performance.now() - start).toBeLessThan(patience);
  expect(problems.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThan(20_000);
  return text;
}

const megabyte = "secret ".repeat(150_000);
const cyclic: Record<string, unknown> = { type: "message" };
cyclic.message = cyclic;
cyclic.self = cyclic;
const endless: unknown[] = [];
endless.push(endless);

describe("hostile values", () => {
  it.each<[string, unknown]>([
    ["a megabyte of text", megabyte],
    ["a control character", "a\u0000b"],
    ["an escape sequence", "\u001b[2J"],
    ["a lone surrogate", "a\udc00"],
    ["a cyclic object", cyclic],
    ["a cyclic list", endless],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a big integer", 10n],
    ["a symbol", Symbol("secret")],
    ["a function", () => "secret"],
    ["a date", new Date(0)],
    ["an object without a prototype", Object.create(null)],
    ["null", null],
  ])("%s is a clear problem anywhere", (_, value) => {
    const places: [ResourceKind, Values][] = [
      [listKind, { name: value }],
      [listKind, { ...list, adopt: value }],
      [listKind, { ...list, acknowledge: value }],
      [listKind, { ...list, acknowledge: [value] }],
      [campaignKind, { ...campaign, name: value }],
      [campaignKind, { ...campaign, listIds: value }],
      [campaignKind, { ...campaign, listIds: [value] }],
      [campaignKind, { ...campaign, steps: value }],
      [campaignKind, { ...campaign, steps: [value] }],
      [campaignKind, { ...campaign, steps: [{ type: value }] }],
      [campaignKind, { ...campaign, steps: [{ type: "message", message: value }] }],
      [campaignKind, { ...campaign, steps: [{ type: "visitProfile", delayAfterLastStep: value }] }],
      [campaignKind, { ...campaign, steps: [{ type: "voiceMessage", url: value }] }],
      [campaignKind, { ...campaign, language: value }],
      [campaignKind, { ...campaign, active: value }],
      [sourceAgentKind, { ...agent, listId: value }],
      [sourceAgentKind, { ...agent, targetCompanySizes: [value] }],
      [sourceAgentKind, { ...agent, variables: [value] }],
      [sourceAgentKind, { ...agent, variables: [{ type: value, value }] }],
      [sourceAgentKind, { ...agent, variables: [{ type: "SEARCH_KEYWORD", value }] }],
      [sourceAgentKind, { ...agent, minLeadScore: value }],
    ];
    for (const [definition, inputs] of places) {
      // A name has no limit but the list's, so a long one is fine there.
      if (value === megabyte && (definition === campaignKind || inputs.adopt) && inputs.name === value) continue;
      expect(complaint(definition, inputs)).not.toContain("secret");
    }
  });

  it("may have names of their own, which are not repeated unless they are plain words", () => {
    const odd = { [megabyte]: 1, "a\nb": 1, "\u001b[2J": 1, constructor: 1, toString: 1, "": 1 };
    const text = complaint(campaignKind, { ...campaign, ...odd });
    expect(text).not.toContain("secret");
    expect(text).not.toContain("\u001b");
    expect(text.split("\n")).toHaveLength(7);
    expect(text).toContain("  constructor: is no field of a campaign");
  });

  it("may be called __proto__", () => {
    const hostile: Values =
      JSON.parse(`{"name":"A","listIds":[1],"steps":[{"type":"message","__proto__":{"message":"x"}}],
      "linkedinSeatId":7,"__proto__":{"active":true}}`);
    expect(complaint(campaignKind, hostile)).toMatch(
      / {2}__proto__: is no field.*\n {2}steps\[0\]\.__proto__: is no field/,
    );
    const canonical = campaignKind.canonical(hostile);
    expect(canonical.active).toBeUndefined();
    expect(campaignKind.createBody(canonical).active).toBe(false);
  });

  it.each<[string, unknown]>([
    ["steps of no type", {}],
    ["steps of a type with a slip", { type: "mesage", mesage: "x" }],
    ["broken steps", { type: "likePosts", numberOfPosts: 9, delayAfterLastStep: 0, note: "x", notes: "y" }],
    ["invitations", { type: "invitation" }],
    ["slips in a text", { type: "message", message: "[Firstname] ".repeat(20) }],
    ["numbers", 4],
  ])("may be 10,000 %s", (_, hostile) => {
    const text = complaint(campaignKind, { ...campaign, steps: Array.from({ length: 10_000 }, () => hostile) });
    expect(text).toMatch(/and [\d,]+ more$/);
  });

  it("may be 10,000 signals, ids or codes", () => {
    const many = (value: unknown) => Array.from({ length: 10_000 }, () => value);
    complaint(sourceAgentKind, { ...agent, variables: many({ type: "SEARCH_KEYWORD", value: "x", vlaue: 1 }) });
    complaint(sourceAgentKind, { ...agent, targetCompanySizes: many("11_50") });
    complaint(campaignKind, { ...campaign, listIds: many(4) });
    complaint(campaignKind, { ...campaign, acknowledge: many("restrat") });
    complaint(campaignKind, {
      ...campaign,
      ...Object.fromEntries(many(0).map((_, index) => [`field${index}`, 1])),
    });
  });

  it("may be brackets without an end", () => {
    for (const text of [
      "[".repeat(1_000_000),
      "[FirstNam".repeat(100_000),
      "{".repeat(1_000_000),
      '"'.repeat(1_000_000),
    ]) {
      complaint(campaignKind, { ...campaign, steps: [{ type: "message", message: text }] });
      complaint(sourceAgentKind, { ...agent, variables: [{ type: "SEARCH_KEYWORD", value: text }] });
    }
  });
});
