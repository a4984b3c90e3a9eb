// @ts-check

/** An error whose message is enough: it is printed without a stack trace. */
export class ScriptError extends Error {
  /** @param {string} message @param {boolean} [isUsage] the command line is wrong */
  constructor(message, isUsage = false) {
    super(message);
    this.isUsage = isUsage;
  }
}

/**
 * Names come from the service and may contain anything: returns a form that is safe on a terminal.
 * @param {unknown} text
 * @param {number} [longest] characters
 */
export function cleaned(text, longest = 100) {
  const plain = String(text)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

/**
 * Lines of a table, aligned with spaces.
 * @param {readonly string[] | undefined} titles
 * @param {readonly (readonly string[])[]} rows
 */
export function table(titles, rows) {
  const lines = [...(titles === undefined ? [] : [titles]), ...rows].map((row) =>
    row.map((cell) => (cell.startsWith("  ") ? `  ${cleaned(cell)}` : cleaned(cell))),
  );
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
