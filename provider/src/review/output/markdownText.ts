import { safeText } from "../../api/redact";
import { visible } from "../../page/visible";
import type { DiffPart } from "../model";

/** What Markdown or HTML would read as markup anywhere. */
const markup = /[\\`*_[\]<>|~&$]/g;

/**
 * Where a forge would make a line something else than text, or a word a link, a picture or a notification. Forges look
 * for most of these after they have decoded entities, so that only a character in between keeps them away.
 */
const broken = new RegExp(
  [
    // The beginning of a line: headings, lists, and commands to the forge.
    String.raw`^(?=[^\S\n]*(?:[-+=#/:]|\d+[.)]))`,
    // Users; issues, merge requests and snippets by number; labels and milestones also by name.
    String.raw`(?<=@)(?=\S)|(?<=[#!&$]|GH-)(?=\d)|(?<=[~%])(?=[\p{L}\p{N}_"'])|(?<=\^)(?=[a-z])`,
    String.raw`(?<=\[)(?=[\w-]+:|\[|toc\])|(?<=\*)(?=iteration:)|(?<=[[{])(?=[-+])`,
    // Names of emoji, and includes of files.
    String.raw`(?<=:)(?=[\w+-]{1,50}:|:)`,
    // Addresses.
    String.raw`(?<=:)(?=//)|(?<=www)(?=\.)`,
  ].join("|"),
  "gimu",
);

/** Text that a Markdown page shows as it is: no markup, no mention of a user, no reference to an issue. */
export function plain(text: string): string {
  return visible(text)
    .replace(broken, "\u2060")
    .replace(markup, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** One line of plain text. */
export function plainLine(text: string, longest = 300): string {
  return plain(safeText(text, longest));
}

/** One line of code, as it is but for its backticks: nothing in it is read as markup. */
export function inlineCode(text: string, longest = 300): string {
  return `\`${safeText(visible(text), longest).replaceAll("`", "'")}\``;
}

/** A quotation of one or more lines. */
export function quotation(text: string): string {
  return quotedLines(plain(text).split("\n"));
}

/** A word diff as a quotation: added and removed words are marked, line by line. */
export function diffQuotation(parts: readonly DiffPart[]): string {
  const tags = { same: undefined, added: "ins", removed: "del" } as const;
  const marked = parts.map(({ kind, text }) => {
    const tag = tags[kind];
    const lines = plain(text).split("\n");
    // A tag must not span lines: each line of a quotation begins anew.
    return lines.map((line) => (tag === undefined || line === "" ? line : `<${tag}>${line}</${tag}>`)).join("\n");
  });
  return quotedLines(marked.join("").split("\n"));
}

function quotedLines(lines: readonly string[]): string {
  return lines.map((line) => `> ${withOuterBlanks(line)}`).join("<br>\n");
}

/** A line whose blanks at both ends are kept, and make it no code. */
function withOuterBlanks(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && isBlank(line[start])) start++;
  while (end > start && isBlank(line[end - 1])) end--;
  const named = (blanks: string) => Array.from(blanks, (blank) => `&#${blank.charCodeAt(0)};`).join("");
  return named(line.slice(0, start)) + line.slice(start, end) + named(line.slice(end));
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";
