import { templateVariables } from "../../resources/campaign/templateVariables";
import { fillers, shapeless } from "../../text/characters";

/** Groups of characters that look the same, each with the character that represents them. */
const alike: readonly (readonly [signs: RegExp, sign: string])[] = [
  [/[‘’‚‛′´`ʼ]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  // Letters that look like spaces.
  [new RegExp(`[${fillers}]`, "g"), " "],
  [new RegExp(`[${shapeless}]`, "gu"), ""],
];

/**
 * A normal form that is equal for texts that read the same, ignoring whitespace, case, quotation marks and hidden
 * characters.
 */
export function comparable(text: string): string {
  const plain = alike.reduce((left, [signs, sign]) => left.replace(signs, sign), text).normalize("NFKC");
  // Upper case first, so that ß equals SS. The final letter of a Greek word has a separate lower case form.
  const folded = plain.toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Scripts without spaces between words. */
const unspaced = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");
const isUnspaced = new RegExp(`^[${unspaced}]$`, "u");
/** Characters that continue a word. */
const wordSign = String.raw`(?![${unspaced}])[\p{L}\p{N}\p{M}]`;

const variable = new RegExp(`\\[(?:${templateVariables.join("|")})\\]`, "g");

/** Returns true if a text contains a word or phrase. Names of template variables do not count. */
export type WordSearch = (word: string) => boolean;

export function wordsOf(text: string): WordSearch {
  // Computed on demand, because most projects search for no words.
  const whole = onDemand(() => comparable(text));
  // Keep the brackets, so that the words around them do not become one phrase.
  const plain = onDemand(() => comparable(text.replace(variable, "[]")));
  return (word) => patternOf(word).test(word.search(variable) === -1 ? plain() : whole());
}

function onDemand(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function patternOf(word: string): RegExp {
  const signs = Array.from(comparable(word));
  const escaped = signs.join("").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const isOpen = (sign: string | undefined) => sign !== undefined && isUnspaced.test(sign);
  const before = isOpen(signs[0]) ? "" : `(?<!${wordSign})`;
  const after = isOpen(signs.at(-1)) ? "" : `(?!${wordSign})`;
  return new RegExp(`${before}${escaped}${after}`, "u");
}

/** In these scripts, each character carries as much information as several letters. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const lettersOfDense = 3;

/** The amount of content in a text: its number of letters and digits. */
export function letters(text: string): number {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/[\p{L}\p{N}]/gu) + (lettersOfDense - 1) * count(dense);
}
