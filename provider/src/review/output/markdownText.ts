import { safeText } from "../../api/redact";
import { visible } from "../../page/visible";
import type { DiffPart } from "../model";

/** Characters that Markdown or HTML would interpret anywhere. */
const markup = /[\\`*_[\]<>|~&$]/g;

/**
 * Places where a forge would interpret a line as something other than text, or a word as a link, picture or notification.
 * Forges look for most of these after decoding entities, so only a character in between prevents it.
 */
const broken = new RegExp(
  [
    // Line starts: headings, lists, and commands to the forge.
    String.raw`^(?=[^\S\n]*(?:[-+=#/:]|\d+[.)]))`,
    // Mentions of users; of issues, merge requests and snippets by number; of labels and milestones also by name.
    String.raw`(?<=@)(?=\S)|(?<=[#!&$]|GH-)(?=\d)|(?<=[~%])(?=[\p{L}\p{N}_"'])|(?<=\^)(?=[a-z])`,
    String.raw`(?<=\[)(?=[\w-]+:|\[|toc\])|(?<=\*)(?=iteration:)|(?<=[[{])(?=[-+])`,
    // Emoji names and file includes.
    String.raw`(?<=:)(?=[\w+-]{1,50}:|:)`,
    // URLs.
    String.raw`(?<=:)(?=//)|(?<=www)(?=\.)`,
  ].join("|"),
  "gimu",
);

/** Text that Markdown shows unchanged: without markup, user mentions and issue references. */
export function plain(text: string): string {
  return visible(text)
    .replace(broken, "\u2060")
    .replace(markup, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** One line of plain text. */
export function plainLine(text: string, longest = 300): string {
  return plain(safeText(text, longest));
}

/** One line of inline code, unchanged except for backticks, with nothing interpreted as markup. */
export function inlineCode(text: string, longest = 300): string {
  return `\`${safeText(visible(text), longest).replaceAll("`", "'")}\``;
}

/** A block quote of one or more lines. */
export function quotation(text: string): string {
  return quotedLines(plain(text).split("\n"));
}

/** A word diff as a block quote, with added and removed words marked line by line. */
export function diffQuotation(parts: readonly DiffPart[]): string {
  const tags = { same: undefined, added: "ins", removed: "del" } as const;
  const marked = parts.map(({ kind, text }) => {
    const tag = tags[kind];
    const lines = plain(text).split("\n");
    // A tag must not span lines, because each line of a block quote starts over.
    return lines.map((line) => (tag === undefined || line === "" ? line : `<${tag}>${line}</${tag}>`)).join("\n");
  });
  return quotedLines(marked.join("").split("\n"));
}

function quotedLines(lines: readonly string[]): string {
  return lines.map((line) => `> ${withOuterBlanks(line)}`).join("<br>\n");
}

/** Keeps a line's leading and trailing spaces without making it a code block. */
function withOuterBlanks(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && isBlank(line[start])) start++;
  while (end > start && isBlank(line[end - 1])) end--;
  const named = (blanks: string) => Array.from(blanks, (blank) => `&#${blank.charCodeAt(0)};`).join("");
  return named(line.slice(0, start)) + line.slice(start, end) + named(line.slice(end));
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";
