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

/**
 * Characters that change how the text around them is shown, or that nobody sees: control and direction characters,
 * halves of a character, letters without a shape, variation selectors, joiners where they join nothing.
 */
const hidden = new RegExp(
  String.raw`(${pictures.join("|")}|(?<=[${joined}])[\u200c\u200d](?=[${joined}]))|[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2028\u2029\u2800]`,
  "gu",
);

/** A text in which each hidden character, also line breaks and tabs, is replaced. */
export function withHidden(text: string, shown: (sign: string) => string): string {
  return text.replace(hidden, (sign, kept: string | undefined) => kept ?? shown(sign));
}

/** The name of a character: `U+202E`. */
export function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A text with its hidden characters written out, so that a reviewer sees what is sent. */
export function visible(text: string): string {
  return withHidden(text.replace(/\r\n?/g, "\n"), (sign) =>
    sign === "\n" || sign === "\t" ? sign : `⟨${codeOf(sign)}⟩`,
  );
}

/** A text that is cut to a number of characters, and says how many were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, most));
  // Half of a character that takes two positions is none.
  if (/^[\ud800-\udbff]$/.test(characters.at(-1) ?? "")) characters.pop();
  return `${characters.join("")}… (${text.length - most} more characters)`;
}
