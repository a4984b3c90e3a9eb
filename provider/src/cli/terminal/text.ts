import stringWidth from "string-width";

const ellipsis = "…";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The characters as a reader sees them: one with accents, or an emoji of several code points, is one. */
function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The longest beginning of a text that fits, and the rest. Takes at least one character. */
function split(text: string, width: number): [beginning: string, rest: string] {
  let beginning = "";
  let used = 0;
  for (const character of charactersOf(text)) {
    const columns = widthOf(character);
    if (used + columns > width && beginning !== "") break;
    beginning += character;
    used += columns;
  }
  return [beginning, text.slice(beginning.length)];
}

/** The text itself if it fits, otherwise its beginning with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return ellipsis;
  return `${split(text, width - 1)[0].trimEnd()}${ellipsis}`;
}

/** The text as lines that fit. Words that are longer than a line continue on the next one. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (widthOf(line) > width) {
      const [beginning, rest] = split(line, width);
      if (rest === "") break;
      lines.push(beginning);
      line = rest;
    }
  }
  return [...lines, line];
}

/** Fills a text with blanks on one side. */
export function padTo(text: string, width: number, side: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? blanks + text : text + blanks;
}

/** Everything that a terminal interprets instead of showing, apart from line ends, tabs and colours. */
const interpreted =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  /(\u001b\[[\d;]*m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The last barrier before a stream: a text in which a terminal interprets nothing but line ends, tabs and colours. */
export function withoutControls(text: string, keepColours: boolean): string {
  return text.replace(interpreted, (_, colour: string | undefined) => (keepColours ? colour : undefined) ?? " ");
}

const unreadableInJson = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** JSON that is safe on a terminal: the same value, with the characters that it would interpret written as escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(unreadableInJson, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
