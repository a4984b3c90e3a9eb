import { safeText } from "../../api/redact";
import { cutTo, padTo, widthOf, wrapItems, wrapTo } from "./text";

/** A column of a table. */
export interface Column {
  /** If no column has a title, the table starts with its first row. */
  readonly title?: string;
  /** Default: `left`. */
  readonly align?: "left" | "right";
  /**
   * If the table is wider than the terminal: `cut` (default) truncates with an ellipsis, `wrap` continues on the next line,
   * `items` does so between the items of a comma-separated list.
   */
  readonly overflow?: "cut" | "wrap" | "items" | "keep";
  /** Maximum length of a cell's text. Default: 200. */
  readonly longest?: number;
}

/** A cell: a text of any origin, and its style. Colours are added after the text has been measured. */
export type Cell = string | { readonly text: string; readonly style: (text: string) => string };

const gap = "  ";
/** Minimum column width, even if the table is then wider than the terminal. */
const narrowest = 6;
/** Longer texts are truncated even without a terminal: tables are for reading, and `--json` has everything. */
const longestText = 200;

/**
 * The lines of a table. Columns are aligned with spaces, without trailing spaces.
 *
 * @param width of the terminal; undefined: each row is one line, of any length
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number | undefined,
  styleTitle: (text: string) => string,
): string[] {
  const titles: Cell[] = columns.map(({ title = "" }) => ({ text: title, style: styleTitle }));
  const hasTitles = columns.some(({ title }) => title !== undefined);
  const cells = (hasTitles ? [titles, ...rows] : rows).map((row) =>
    columns.map(({ longest }, index) => plainCell(row[index] ?? "", longest)),
  );
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index]?.text ?? ""))));
  const fitted = width === undefined ? widths : fit(columns, widths, width);
  return cells.flatMap((row) => rowLines(columns, row, fitted));
}

interface PlainCell {
  readonly text: string;
  readonly style: (text: string) => string;
}

function plainCell(cell: Cell, longest = longestText): PlainCell {
  const { text, style } = typeof cell === "string" ? { text: cell, style: (plain: string) => plain } : cell;
  return { text: safeText(text, longest), style };
}

/** Shrinks the widest columns until the table fits. */
function fit(columns: readonly Column[], wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const canShrink = (index: number) => columns[index]?.overflow !== "keep" && (widths[index] ?? 0) > narrowest;
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
  while (excess > 0) {
    const shrinkable = widths.map((_, index) => index).filter(canShrink);
    const widest = Math.max(...shrinkable.map((index) => widths[index] ?? 0));
    const index = shrinkable.find((each) => widths[each] === widest);
    if (index === undefined) break;
    widths[index] = widest - 1;
    excess -= 1;
  }
  return widths;
}

function rowLines(columns: readonly Column[], row: readonly PlainCell[], widths: readonly number[]): string[] {
  const parts = row.map(({ text }, index) => {
    const width = widths[index] ?? 0;
    const overflow = columns[index]?.overflow;
    if (overflow === "items") return wrapItems(text, width);
    return overflow === "wrap" ? wrapTo(text, width) : [cutTo(text, width)];
  });
  const height = Math.max(...parts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const texts = parts.map((lines) => lines[line] ?? "");
    const last = texts.findLastIndex((text) => text !== "");
    return texts
      .slice(0, last + 1)
      .map((text, index) => {
        const styled = text === "" ? text : (row[index]?.style(text) ?? text);
        const isRight = columns[index]?.align === "right";
        if (index === last && !isRight) return styled;
        // Keep the padding outside of the colour, because an underline would extend over it.
        const padded = padTo(text, widths[index] ?? 0, isRight ? "left" : "right");
        return padded.replace(text, () => styled);
      })
      .join(gap);
  });
}
