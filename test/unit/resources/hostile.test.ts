import { describe, expect, it } from "vitest";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { describeProblems } from "../../../provider/src/lifecycle/problem";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { agent, campaign, context, list, technologies } from "./programs";

/** All problems as one string, found without an exception and short enough to read. */
function complaint(definition: ResourceKind, inputs: Values): string {
  const problems = definition.problems(inputs, context);
  definition.warnings(inputs, context);
  const text = describeProblems(definition.noun, "hostile", problems);
  expect(problems.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThan(20_000);
  return text;
}

/** How often the rules and the warnings read a property or an item of these inputs. */
function reads(definition: ResourceKind, inputs: Values): number {
  let count = 0;
  const watchers = new WeakMap<object, object>();
  const watched = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const watcher = watchers.get(value) ?? new Proxy(value, counting);
    watchers.set(value, watcher);
    return watcher;
  };
  const counting: ProxyHandler<object> = {
    get(target, key) {
      count += 1;
      return watched(Reflect.get(target, key));
    },
  };
  const all = new Proxy<Values>(inputs, counting);
  definition.problems(all, context);
  definition.warnings(all, context);
  return count;
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
      // Only the list's name has a limit, so a long one is accepted elsewhere.
      if (value === megabyte && (definition === campaignKind || inputs.adopt) && inputs.name === value) continue;
      expect(complaint(definition, inputs)).not.toContain("secret");
    }
  });

  it("may have unknown names, which are not repeated unless they are plain words", () => {
    const odd = { [megabyte]: 1, "a\nb": 1, "\u001b[2J": 1, constructor: 1, toString: 1, "": 1 };
    const text = complaint(campaignKind, { ...campaign, ...odd });
    expect(text).not.toContain("secret");
    expect(text).not.toContain("\u001b");
    expect(text.split("\n")).toHaveLength(7);
    expect(text).toContain("  constructor: is not a field of a campaign");
  });

  it("may be called __proto__", () => {
    const hostile: Values =
      JSON.parse(`{"name":"A","listIds":[1],"steps":[{"type":"message","__proto__":{"message":"x"}}],
      "linkedinSeatId":7,"__proto__":{"active":true}}`);
    expect(complaint(campaignKind, hostile)).toMatch(
      / {2}__proto__: is not a field.*\n {2}steps\[0\]\.__proto__: is not a field/,
    );
    const canonical = campaignKind.canonical(hostile);
    expect(canonical.active).toBeUndefined();
    expect(campaignKind.createBody(canonical).active).toBe(false);
  });

  it.each<[string, unknown]>([
    ["steps without a type", {}],
    ["steps with a misspelt type", { type: "mesage", mesage: "x" }],
    ["broken steps", { type: "likePosts", numberOfPosts: 9, delayAfterLastStep: 0, note: "x", notes: "y" }],
    ["invitations", { type: "invitation" }],
    ["a text with misspelt variables", { type: "message", message: "[Firstname] ".repeat(20) }],
    ["numbers", 4],
  ])("may be any number of %s, of which each is read as often as one of a few", (_, hostile) => {
    const inputs = (count: number) => ({ ...campaign, steps: Array.from({ length: count }, () => hostile) });
    expect(complaint(campaignKind, inputs(10_000))).toMatch(/and [\d,]+ more$/);
    expect(reads(campaignKind, inputs(3000))).toBeLessThanOrEqual(10 * reads(campaignKind, inputs(300)));
  });

  const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
  it.each<[string, ResourceKind, (count: number) => Values]>([
    [
      "signals",
      sourceAgentKind,
      (count) => ({ ...agent, variables: many(count, { type: "SEARCH_KEYWORD", value: "x", vlaue: 1 }) }),
    ],
    ["sizes", sourceAgentKind, (count) => ({ ...agent, targetCompanySizes: many(count, "11_50") })],
    ["ids", campaignKind, (count) => ({ ...campaign, listIds: many(count, 4) })],
    ["codes", campaignKind, (count) => ({ ...campaign, acknowledge: many(count, "restrat") })],
    [
      "fields",
      campaignKind,
      (count) => ({ ...campaign, ...Object.fromEntries(many(count, 1).map((one, index) => [`field${index}`, one])) }),
    ],
  ])("may be any number of %s, of which each is read as often as one of a few", (_, definition, inputs) => {
    expect(complaint(definition, inputs(10_000))).toMatch(/and [\d,]+ more$/);
    expect(reads(definition, inputs(3000))).toBeLessThanOrEqual(10 * reads(definition, inputs(300)));
  });

  it.each<[string, string]>([
    ["brackets", "[".repeat(1_000_000)],
    ["brackets around half a variable", "[FirstNam".repeat(100_000)],
    ["braces", "{".repeat(1_000_000)],
    ["quotes", '"'.repeat(1_000_000)],
  ])("may be endless %s, of which only the length or the form is reported", (_, text) => {
    const message = complaint(campaignKind, { ...campaign, steps: [{ type: "message", message: text }] });
    const characters = text.length.toLocaleString("en-US");
    expect(message).toBe(
      `1 problem in campaign "hostile":\n  steps[0].message: has ${characters} characters; at most 1900 are allowed`,
    );
    const variables = [...technologies(3), { type: "SEARCH_KEYWORD", value: text }];
    expect(complaint(sourceAgentKind, { ...agent, variables })).toBe(
      '1 problem in source agent "hostile":\n  variables[3].value: must be enclosed in literal double quotes, once around all of it: `signal.searchKeyword` adds them',
    );
  });
});
