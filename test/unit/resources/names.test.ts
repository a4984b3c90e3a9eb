import { describe, expect, test } from "vitest";
import { describe as describeObject, resourceName } from "../../../provider/src/lifecycle/about";
import { warnAboutIdle } from "../../../provider/src/lifecycle/acknowledge";
import { describeProblems } from "../../../provider/src/lifecycle/problem";
import { isTwin } from "../../../provider/src/lifecycle/twins";
import { command } from "../../../provider/src/lifecycle/ways";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { agent, answerOf } from "./programs";

const direction = ["\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"];
const controls = ["\u0000", "\u001b", "\u007f", "\u009b", "\u2028", "\n"];

/** The warning about a code that lifts nothing. */
function idleOf(code: string): string {
  const said: string[] = [];
  const run = { warn: (text: string) => void said.push(text) };
  warnAboutIdle({ run, about: "it" }, { acknowledge: [code] }, () => true);
  return said.join();
}

describe("a name in a sentence shows terminal sequences as text", () => {
  test.each([...direction, ...controls])("%j", (sign) => {
    const name = `Leads ${sign}gpj.exe`;
    const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/outreach:List::${name}`;
    for (const text of [
      describeObject("list", name, "5"),
      describeProblems("list", name, []),
      resourceName(urn),
      command("pulumi up --replace", urn).text,
      idleOf(`moved:https://example.com/${sign}`),
    ]) {
      expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
      expect(text).toMatch(/\\u[0-9a-f]{4}|\\n/);
    }
  });

  test("every other name is unchanged", () => {
    const name = 'Führungskräfte 日本 👩‍💻 "quoted"';
    expect(describeObject("list", name)).toBe(`list ${JSON.stringify(name)}`);
    expect(resourceName(`urn:pulumi:dev::shop::type::${name}`)).toBe(name);
    expect(command("pulumi refresh", "urn:a::b").text).toBe("`pulumi refresh 'urn:a::b'`");
  });

  test("a command with such a name is valid in a shell", () => {
    expect(command("pulumi up --replace", "urn:a::b\u202ec").text).toBe("`pulumi up --replace $'urn:a::b\\u202ec'`");
  });
});

describe("an object without a name", () => {
  test.each([{}, { name: null }, { name: 5 }, { name: "" }, { name: "Other" }])("%j is not a twin", (served) => {
    expect(isTwin(listKind, answerOf(served), { name: "Leads" })).toBe(false);
    const declared = sourceAgentKind.canonical(agent);
    expect(isTwin(sourceAgentKind, answerOf({ ...declared, name: null, ...served }), declared)).toBe(false);
  });

  test("is distinguished from an object with another empty field", () => {
    const declared = sourceAgentKind.canonical({ ...agent, additionalCriteria: "Series A" });
    expect(isTwin(sourceAgentKind, answerOf({ ...declared, additionalCriteria: null }), declared)).toBe(true);
  });
});
