import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeInText } from "../../../provider/src/page/escaping";
import { clipped, visible } from "../../../provider/src/page/visible";
import { reviewText } from "../../../provider/src/review/output/text";
import { campaign, finding, review, stack } from "../../support/review/build";

const same = (text: string) => text;
const style = {
  ...{ hasColours: false, width: 100, wrap: (text: string) => text.split("\n") },
  ...{ bold: same, danger: same, good: same, added: same, removed: same, dim: same },
};

describe("invisible characters", () => {
  it.each([
    ["control characters", "\u0007", "⟨U+0007⟩"],
    ["direction", "\u202e", "⟨U+202E⟩"],
    ["joiners", "\u200d", "⟨U+200D⟩"],
    ["the filler of Hangul", "\u3164", "⟨U+3164⟩"],
    ["fillers of its syllables", "\u115f\u1160", "⟨U+115F⟩⟨U+1160⟩"],
    ["the empty pattern of Braille", "\u2800", "⟨U+2800⟩"],
    ["the grapheme joiner", "\u034f", "⟨U+034F⟩"],
    ["variation selectors", "\ufe0f\u{e0101}", "⟨U+FE0F⟩⟨U+E0101⟩"],
    ["tags", "\u{e0041}", "⟨U+E0041⟩"],
    ["half a character", "\ud83d", "⟨U+D83D⟩"],
  ])("are named: %s", (_, sign, shown) => {
    expect(visible(`a${sign}b`)).toBe(`a${shown}b`);
    expect(safeInText(`a${sign}b`)).toContain(`<span class="code">${shown.slice(1).split("⟩", 1)[0]}</span>`);
  });

  it.each([
    ["families", "👩‍👩‍👧‍👧"],
    ["professions with skin tones", "👩🏽‍💻 👋🏿 🧑🏽‍🤝‍🧑🏻"],
    ["flags", "🇫🇷 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["keycaps", "1️⃣ #️⃣"],
    ["pictures in the style of text and in colours", "❤️ ❤︎ ©️ ❤️‍🔥"],
    ["scripts that are written with joiners", "می‌خواهم क्‍ष"],
    ["accents, lines and tabs", "é ü\n\tç"],
  ])("are kept if an emoji or a script needs them: %s", (_, text) => {
    expect(visible(text)).toBe(text);
    expect(safeInText(text.replace(/\s/g, " "))).toBe(text.replace(/\s/g, " "));
  });

  it("are named beside an emoji that does not need them", () => {
    expect(visible("👩\u200d\u200dx")).toBe("👩⟨U+200D⟩⟨U+200D⟩x");
    expect(visible("👋\ufe0f\ufe0f")).toBe("👋\ufe0f⟨U+FE0F⟩");
    expect(visible("🏴\u{e0073}\u{e0065}\u{e0063}\u{e007f}")).toBe("🏴⟨U+E0073⟩⟨U+E0065⟩⟨U+E0063⟩⟨U+E007F⟩");
    expect(visible("gua\u200dranteed")).toBe("gua⟨U+200D⟩ranteed");
  });

  it("never hide the characters around them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        for (const sign of text.match(/[\p{L}\p{N}]/gu)?.filter((each) => !/\p{DI}/u.test(each)) ?? [])
          expect(shown).toContain(sign);
      }),
    );
  });
});

describe("the review at a terminal", () => {
  it("truncates long warnings, facts and errors", () => {
    const text = "x".repeat(50_000);
    const diagnostics = (["error", "warning"] as const).map((severity) => ({ severity, text }));
    const shown = reviewText(
      review({ stacks: [stack({}, { status: "stopped", diagnostics })], leftOut: [text] }),
      style,
    );
    expect(shown.length).toBeLessThan(3 * 2_200);
    expect(shown.split("… (48000 more characters)")).toHaveLength(4);
  });

  it("names hidden characters in names and findings", () => {
    const findings = [finding("danger", "a", "The list “a\u3164b”.")];
    const shown = reviewText(review({ findings, campaigns: [campaign("c", { name: "\u3164" })] }), style);
    expect(shown).toContain("“a⟨U+3164⟩b”");
    expect(shown).toContain("Campaign “⟨U+3164⟩”");
  });
});

describe("a truncated text", () => {
  it("says how much is omitted, and does not end within a character", () => {
    expect(clipped("abc", 3)).toBe("abc");
    expect(clipped("a👍b", 2)).toBe("a… (2 more characters)");
  });
});
