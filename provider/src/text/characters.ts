/**
 * The only definition of the characters that readers do not see as they are. The classes are for use inside `[…]` in a
 * regular expression with the flag `u`.
 */

/** Control characters, including line breaks and tabs, and Unicode line separators. */
export const controls = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/**
 * Characters that a terminal or editor interprets instead of showing: controls, and those that change the text direction.
 */
export const acted = String.raw`${controls}\p{Bidi_Control}`;
/** Letters that look like spaces: the Hangul fillers and the blank Braille pattern. */
export const fillers = String.raw`\u115f\u1160\u3164\uffa0\u2800`;
/** Invisible characters: format characters, variation selectors, tags, fillers. */
export const shapeless = String.raw`\p{Cf}\p{DI}${fillers}`;
/** All of the above, and lone surrogates. */
export const hidden = String.raw`${acted}${shapeless}\p{Cs}`;

/** The flags of England, Scotland and Wales: a black flag followed by hidden letters for the nation. */
const nationFlags = ["gbeng", "gbsct", "gbwls"].map((nation) =>
  [...nation, "\u007f"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
);
/** A single pictogram: an emoji with style and skin tone, several joined ones, a keycap, or a flag. */
const pictograms = [
  String.raw`\u{1f3f4}(?:${nationFlags.join("|")})`,
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
];
/** Scripts whose letters are written with joiners between them. */
const joinerScripts = [
  "Arab",
  "Syrc",
  "Mong",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");

const hiddenCharacter = new RegExp(`[${hidden}]`, "u");
const hiddenOrPart = new RegExp(
  String.raw`(${pictograms.join("|")}|(?<=[${joinerScripts}])[\u200c\u200d](?=[${joinerScripts}]))|[${hidden}]`,
  "gu",
);

/**
 * Replaces each hidden character, including line breaks and tabs. Variation selectors and joiners are kept within emoji and
 * scripts that need them.
 */
export function withHidden(text: string, shown: (sign: string) => string): string {
  if (!hiddenCharacter.test(text)) return text;
  return text.replace(hiddenOrPart, (sign, kept: string | undefined) => kept ?? shown(sign));
}

/** The code point of a character, such as `U+202E`. */
export function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The characters escaped as in JSON and JavaScript, such as `\u202e`. */
export function escapedUnits(signs: string): string {
  return signs
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** JSON in which every character is visible, safe on a terminal and as a literal in source code. */
export function visibleJson(value: unknown, indent?: number): string {
  // JSON escapes some control characters in strings, such as `\n`; the remaining hidden ones are escaped by code point.
  const json = JSON.stringify(value, undefined, indent);
  return withHidden(json, (sign) => (sign === "\n" ? sign : escapedUnits(sign)));
}

/** The first characters of a text, without splitting a surrogate pair at the end. */
export function start(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut;
}
