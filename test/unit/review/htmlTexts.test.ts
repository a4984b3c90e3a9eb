import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Markup } from "../../../provider/src/page/markup";
import { difference, message, name, sentence, value } from "../../../provider/src/page/texts";
import type { DiffPart } from "../../../provider/src/review/model";
import { start } from "../../../provider/src/text/characters";
import { elementsOf, textOf } from "../../support/review/parsedPage";

const page = (markup: Markup) => `<!doctype html>\n${markup}`;
const shown = (markup: Markup) => textOf(page(markup));
const names = (markup: Markup) => elementsOf(page(markup)).map((element) => element.name);

describe("names", () => {
  it("are isolated, whatever their direction", () => {
    expect(name("שלום").toString()).toBe("<bdi>שלום</bdi>");
  });

  it("are truncated, and the rest is counted", () => {
    expect(shown(name("a".repeat(100_000)))).toBe(`${"a".repeat(200)}… (99,800 more characters)`);
    expect(shown(value("a".repeat(601)))).toBe(`${"a".repeat(600)}… (1 more character)`);
    expect(shown(sentence("a".repeat(3001)))).toBe(`${"a".repeat(3000)}… (1 more character)`);
  });

  it("are never cut within a character", () => {
    expect(start("a👍b", 2)).toBe("a");
    expect(start("a👍b", 3)).toBe("a👍");
    expect(start("a\ud83d", 2)).toBe("a\ud83d");
  });

  it.each(["", "  ", "\u3164", "\u200d"])("that are invisible are called blank: %j", (text) => {
    expect(shown(name(text))).toMatch(/\(blank\)$/);
  });

  it.each(["[secret]", "(known after the update)"])("distinguish %s from a value", (text) => {
    expect(value(text).toString()).toBe(`<span class="muted">${text}</span>`);
  });
});

describe("messages", () => {
  it("mark the variables that the service fills in, and no others", () => {
    expect(message("Hi [FirstName] [secret]").toString()).toBe(
      '<p class="text" dir="auto">Hi <span class="variable">[FirstName]</span> [secret]</p>',
    );
  });

  it("of any length can be read in full", () => {
    const long = Array.from({ length: 20_000 }, (_, index) => index % 10).join("");
    const all = message(long);
    expect(shown(all).replace("Show the other 17,000 characters", "")).toBe(long);
    expect(names(all)).toEqual(["p", "details", "summary", "p"]);
    expect(names(message("a".repeat(3000)))).toEqual(["p"]);
  });
});

describe("differences", () => {
  const part = fc.record<DiffPart>({
    kind: fc.constantFrom("same", "added", "removed"),
    text: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 900 }),
  });

  it("contain both texts", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const visible = parts.map(({ kind, text }) => ({ kind, text: text.replaceAll(" ", "-") }));
        const all = shown(difference(visible)).replace(/Show the other [\d,]+ characters?(, with changes)?/, "");
        expect(all).toBe(visible.map(({ text }) => text).join(""));
      }),
    );
  });

  it("are marked by elements", () => {
    const parts: DiffPart[] = [
      { kind: "same", text: "Hi " },
      { kind: "removed", text: "you" },
      { kind: "added", text: "[FirstName]" },
    ];
    expect(difference(parts).toString()).toBe(
      '<p class="text" dir="auto">Hi <del>you</del><ins><span class="variable">[FirstName]</span></ins></p>',
    );
  });

  it("of only spaces are visible", () => {
    expect(shown(difference([{ kind: "added", text: "\n " }]))).toBe("line break\nspace");
    expect(shown(difference([{ kind: "added", text: "\u200d" }]))).toBe("U+200D");
    expect(shown(difference([{ kind: "same", text: "a \n" }]))).toBe("a \n");
  });

  it("far down in a long text are announced", () => {
    const far: DiffPart[] = [
      { kind: "same", text: "a".repeat(9000) },
      { kind: "added", text: "b" },
    ];
    expect(shown(difference(far))).toContain("Show the other 6,001 characters, with changes");
  });
});
