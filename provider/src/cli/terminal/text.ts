import stringWidth from "string-width";
import { acted } from "../../text/characters";

const ellipsis = "…";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Colour sequences: they take up no columns and must not be split. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences start with it
const colour = /(\u001b\[[\d;]*m)/;

/** The JavaScript engine's time for segmenting a text grows quadratically with its length. */
const longestPiece = 500;

/** Width of a text on a terminal, in columns. */
export function widthOf(text: string): number {
  if (text.length <= longestPiece) return stringWidth(text);
  const shown = text.split(colour).filter((_, index) => index % 2 === 0);
  return shown.flatMap((each) => [...piecesOf(each)]).reduce((sum, piece) => sum + stringWidth(piece), 0);
}

/** Splits a text into short pieces of whole graphemes. */
function* piecesOf(text: string): Generator<string> {
  let length = longestPiece;
  for (let start = 0; start < text.length; ) {
    let end = start + length;
    // A lone surrogate would not be recognised as part of the preceding grapheme.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
    let piece = text.slice(start, end);
    if (end < text.length) {
      // The last grapheme may continue.
      piece = piece.slice(0, Array.from(graphemes.segment(piece)).at(-1)?.index);
      length = piece === "" ? length * 2 : longestPiece;
    }
    if (piece !== "") yield piece;
    start += piece.length;
  }
}

/** The graphemes: a character with accents, or an emoji of several code points, is one. */
function* charactersOf(text: string): Generator<string> {
  for (const piece of piecesOf(text)) for (const { segment } of graphemes.segment(piece)) yield segment;
}

/** Splits a text into parts that fit a width. Each has at least one grapheme. */
function* parts(text: string, width: number): Generator<string> {
  let part = "";
  let used = 0;
  for (const [index, run] of text.split(colour).entries()) {
    if (index % 2 === 1) {
      part += run;
      continue;
    }
    for (const character of charactersOf(run)) {
      const columns = stringWidth(character);
      if (used + columns > width && part !== "") {
        yield part;
        part = "";
        used = 0;
      }
      part += character;
      used += columns;
    }
  }
  yield part;
}

/** The text if it fits, otherwise truncated with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return ellipsis;
  const [beginning = ""] = parts(text, width - 1);
  return `${beginning.trimEnd()}${ellipsis}`;
}

/** Wraps a text into lines. Words longer than a line continue on the next one. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = [];
  let [line, used] = ["", 0];
  for (const word of text.split(" ")) {
    const columns = widthOf(word);
    if (line === "" || used + 1 + columns <= width) {
      [line, used] = line === "" ? [word, columns] : [`${line} ${word}`, used + 1 + columns];
    } else {
      lines.push(line);
      [line, used] = [word, columns];
    }
    if (used <= width) continue;
    const whole = [...parts(line, width)];
    line = whole.pop() ?? "";
    used = widthOf(line);
    for (const part of whole) lines.push(part);
  }
  return [...lines, line];
}

/** Wraps a comma-separated list into lines; a line break between two items replaces the comma. */
export function wrapItems(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const item of text.split(", ")) {
    const joined = line === "" ? item : `${line}, ${item}`;
    if (widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = wrapTo(item, width);
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** Pads a text with spaces on one side. */
export function padTo(text: string, width: number, side: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? blanks + text : text + blanks;
}

/** Characters that a terminal interprets instead of showing, except line breaks, tabs and colours. */
const interpreted = new RegExp(String.raw`(\u001b\[[\d;]*m)|(?![\t\n])[${acted}]`, "gu");

/**
 * The last safeguard before a stream: removes everything that a terminal interprets except line breaks, tabs and colours.
 */
export function withoutControls(text: string, keepColours: boolean): string {
  return text.replace(interpreted, (_, colour: string | undefined) => (keepColours ? colour : undefined) ?? " ");
}
