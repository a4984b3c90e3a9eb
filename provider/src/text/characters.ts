/**
 * The one place that says which characters a reader does not see as they are. The classes stand inside of `[…]` in a
 * regular expression with the flag `u`.
 */

/** Control characters, line ends and tabs among them, and the line separators of Unicode. */
export const controls = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/** What a terminal or an editor acts on instead of showing it: these, and what changes the direction of the text. */
export const acted = String.raw`${controls}\p{Bidi_Control}`;
/** Letters without a shape, which look like blanks: the Hangul fillers, and Braille without a dot. */
export const fillers = String.raw`\u115f\u1160\u3164\uffa0\u2800`;
/** What has no shape: format characters, variation selectors, tags, fillers. */
export const shapeless = String.raw`\p{Cf}\p{DI}${fillers}`;
/** All of them, and halves of characters. */
export const hidden = String.raw`${acted}${shapeless}\p{Cs}`;

/** The flags of England, Scotland and Wales: a black flag with the hidden letters of the nation. */
const nations = ["gbeng", "gbsct", "gbwls"].map((nation) =>
  [...nation, "\u007f"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
);
/** One picture: an emoji with its style and skin tone, or several that are joined; a keycap; a flag of a nation. */
const pictures = [
  String.raw`\u{1f3f4}(?:${nations.join("|")})`,
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
];
/** Scripts whose letters are written with joiners between them. */
const joined = ["Arab", "Syrc", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");

const anyHidden = new RegExp(`[${hidden}]`, "u");
const hiddenOrPart = new RegExp(
  String.raw`(${pictures.join("|")}|(?<=[${joined}])[\u200c\u200d](?=[${joined}]))|[${hidden}]`,
  "gu",
);

/**
 * A text in which each hidden character, also line breaks and tabs, is replaced. Variation selectors and joiners stay where
 * they are part of an emoji, or of a script that needs them.
 */
export function withHidden(text: string, shown: (sign: string) => string): string {
  if (!anyHidden.test(text)) return text;
  return text.replace(hiddenOrPart, (sign, kept: string | undefined) => kept ?? shown(sign));
}

/** The name of a character: `U+202E`. */
export function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The characters as JSON and JavaScript escape them: `\u202e`. */
export function escapedUnits(signs: string): string {
  return signs
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** The first characters of a text, without half a character at the end. */
export function start(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut;
}
