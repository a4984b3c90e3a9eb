import { templateVariables } from "../../resources/campaign/templateVariables";
import { fillers, shapeless } from "../../text/characters";

/** Signs that are read as one and the same, each with the one that stands for all. */
const alike: readonly (readonly [signs: RegExp, sign: string])[] = [
  [/[‘’‚‛′´`ʼ]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  // Letters without a shape look like blanks.
  [new RegExp(`[${fillers}]`, "g"), " "],
  [new RegExp(`[${shapeless}]`, "gu"), ""],
];

/** The same for texts that read the same: other blanks, letter cases, quotation marks or hidden characters. */
export function comparable(text: string): string {
  const plain = alike.reduce((left, [signs, sign]) => left.replace(signs, sign), text).normalize("NFKC");
  // Upper case first: ß and SS are one. The last letter of a Greek word has a lower case of its own.
  const folded = plain.toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Letters of scripts that put no blanks between words. */
const unspaced = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");
const isUnspaced = new RegExp(`^[${unspaced}]$`, "u");
/** What a word continues with: after it stands something else. */
const wordSign = String.raw`(?![${unspaced}])[\p{L}\p{N}\p{M}]`;

const variable = new RegExp(`\\[(?:${templateVariables.join("|")})\\]`, "g");

/** Whether a text has a word or a phrase. The name of a template variable is no word of it. */
export type WordSearch = (word: string) => boolean;

export function wordsOf(text: string): WordSearch {
  // Most projects ask for no word.
  const whole = onDemand(() => comparable(text));
  // The brackets are left, so that the words around them do not become one phrase.
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

/** Each of their signs says as much as several letters. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const lettersOfDense = 3;

/** How much a text says: its letters and digits. */
export function letters(text: string): number {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/[\p{L}\p{N}]/gu) + (lettersOfDense - 1) * count(dense);
}
