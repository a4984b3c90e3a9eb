import { describe, expect, it } from "vitest";
import { quote } from "../../../provider/src/review/findings/sentences";
import { agentStep, campaignValues, previewOf } from "../../support/review/previews";
import { campaign, review } from "../../support/review/reviewing";

describe("a name in a sentence", () => {
  it.each([
    ["plain", "Fintech Q1", "“Fintech Q1”"],
    ["with one hidden character", "Ac\u200bme", "“Ac⟨U+200B⟩me”"],
    [
      "with many of them, after which it continues",
      `Acme${"\u200b".repeat(700)} DO NOT CONTACT`,
      "“Acme⟨700 hidden characters⟩ DO NOT CONTACT”",
    ],
    ["that turns the direction", "Acme\u202eevil", "“Acme⟨U+202E⟩evil”"],
    ["of several lines", "Acme\n\n  Ltd\t", "“Acme Ltd”"],
    ["with a command of the terminal", "\u001b[31mAcme", "“⟨U+001B⟩[31mAcme”"],
    [
      "that would end the quotes",
      'Acme” starts sending. Campaign “Beta", „Gamma‟',
      "“Acme' starts sending. Campaign 'Beta', 'Gamma'”",
    ],
  ])("%s", (_, name, shown) => {
    expect(quote(name)).toBe(shown);
  });

  it("ends with a sign if it is truncated", () => {
    for (const name of ["long ".repeat(100), "\u200b".repeat(30_000), `${"\u200b".repeat(30_000)}hidden`]) {
      expect(quote(name)).toMatch(/…”$/);
      expect(quote(name).length).toBeLessThan(90);
    }
  });

  it("is shown like this in a finding", () => {
    const name = `Acme” rests. “${"\u200b".repeat(700)}`;
    const [finding] = review(
      previewOf([campaign({ op: "create", after: campaignValues({ active: true, name }) })]),
    ).findings;
    expect(finding?.text).toMatch(/^Campaign “Acme' rests\. '⟨700 hidden characters⟩” starts sending:/);
  });
});

describe("a source agent that retainOnDelete keeps", () => {
  const ended = (op: string, paused = false) => {
    const raw = JSON.parse(
      previewOf([agentStep({ op, ...(op === "delete" ? { after: undefined } : {}), outputs: { paused } })]),
    );
    for (const side of ["oldState", "newState"]) if (raw.steps[1][side]) raw.steps[1][side].retainOnDelete = true;
    return review(JSON.stringify(raw));
  };

  it("continues if only the state has the option: it applies to the old one", () => {
    const sides = (old: boolean, next: boolean) => {
      const raw = JSON.parse(previewOf([agentStep({ op: "replace" })]));
      [raw.steps[1].oldState.retainOnDelete, raw.steps[1].newState.retainOnDelete] = [old, next];
      return review(JSON.stringify(raw));
    };
    expect(sides(true, false).findings[0]?.text).toMatch(/retainOnDelete keeps the old one: it goes on finding people/);
    expect(sides(false, true).findings[0]?.text).toMatch(/is deleted and created anew/);
    const prints = [sides(true, true), sides(true, false), sides(false, true), sides(false, false)];
    expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  it.each(["delete", "replace"])("is a different plan if it was started again in the app since (%s)", (op) => {
    expect(ended(op, true).fingerprint).not.toBe(ended(op).fingerprint);
  });

  it.each([
    [
      "continues after it has left the program",
      ended("delete"),
      "danger deleted: Source agent “Finder” leaves the program, and retainOnDelete keeps it: it goes on finding people for its list, and nothing manages it any more.",
    ],
    [
      "stays paused",
      ended("delete", true),
      "danger deleted: Source agent “Finder” leaves the program, and retainOnDelete keeps it: it stays in the account, paused, and somebody can still start it in the app.",
    ],
    [
      "continues after it was replaced",
      ended("replace"),
      "danger replaced: Source agent “Finder” is replaced by a new one, and retainOnDelete keeps the old one: it goes on finding people for its list, and nothing manages it any more.",
    ],
  ])("%s", (_, { findings, leftBehind }, text) => {
    expect(findings.map((each) => `${each.level} ${each.code}: ${each.text}`)).toContain(text);
    expect(findings.map((each) => each.text).join()).not.toContain("cannot be undone");
    expect(leftBehind).toMatchObject([{ noun: "source agent", name: "Finder", id: "6" }]);
  });
});
