import { describe, expect, it } from "vitest";
import { safeText } from "../../../provider/src/api/redact";
import { withoutControls } from "../../../provider/src/cli/terminal/text";
import { slugOf } from "../../../provider/src/export/names";
import { printable } from "../../../provider/src/lifecycle/about";
import { isBlank, safeInText } from "../../../provider/src/page/escaping";
import { visible } from "../../../provider/src/page/visible";
import { comparable } from "../../../provider/src/review/content/comparing";
import { visibleJson } from "../../../provider/src/text/characters";

/** Characters that are invisible or misleading, with their effect. */
const acted = ["\u0007", "\u009b", "\u061c", "\u200e", "\u202e", "\u2066", "\u2028", "\u2029"];
const shapeless = [
  "\u00ad",
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u180e",
  "\u115f",
  "\u3164",
  "\uffa0",
  "\u2800",
  "\u{e0041}",
];
const all = [...acted, ...shapeless, "\ud800"];
const nameOf = (sign: string) => `U+${(sign.codePointAt(0) ?? 0).toString(16)}`;

describe("an invisible character", () => {
  it.each(all.map((sign) => [nameOf(sign), sign] as const))(
    "%s is in no exported program, page or review",
    (_, sign) => {
      const text = `a${sign}b`;
      expect(visibleJson(text)).not.toContain(sign);
      // The program has the same text: running it sends the original.
      expect(JSON.parse(visibleJson(text))).toBe(text);
      expect(safeInText(text)).not.toContain(sign);
      expect(visible(text)).toContain("⟨U+");
      expect(isBlank(sign)).toBe(true);
      expect(JSON.parse(visibleJson({ text }, 2))).toEqual({ text });
      expect(visibleJson({ text }, 2)).not.toContain(sign);
    },
  );

  it.each(acted.map((sign) => [nameOf(sign), sign] as const))("%s reaches no terminal and no sentence", (_, sign) => {
    const plain = (text: string) => withoutControls(text, false);
    for (const shown of [plain, safeText, printable]) expect(shown(`a${sign}b`)).not.toContain(sign);
  });

  it.each(shapeless.map((sign) => [nameOf(sign), sign] as const))(
    "%s does not make a text or a name different",
    (_, sign) => {
      expect(comparable(`${sign}a`)).toBe("a");
      expect(slugOf(`a${sign}`)).toBe("a");
    },
  );

  it.each(["👩‍💻", "❤️", "1️⃣", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", "می‌خواهم", "क्‍ष"])(
    "is kept in %s, which needs it",
    (text) => {
      expect(visibleJson(text)).toBe(JSON.stringify(text));
      expect(safeInText(text)).toBe(text);
      expect(visible(text)).toBe(text);
      expect(visibleJson({ text }, 2)).toBe(JSON.stringify({ text }, undefined, 2));
    },
  );
});
