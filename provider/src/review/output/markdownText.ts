import { safeText } from "../../api/redact";
import type { DiffPart } from "../model";
import { visible } from "./visible";

/** What Markdown, HTML or the formulas of a forge would read as markup, anywhere or at the beginning of a line. */
const markup = /[\\`*_[\]<>|~&$]|^(?=[^\S\n]*(?:[-+=#]|\d+[.)]))/gm;

/** Text that a Markdown page shows as it is: no markup, no mention of a user, no reference to an issue. */
export function plain(text: string): string {
  return (
    visible(text)
      .replace(markup, (sign) => (sign === "" ? "\u2060" : `&#${sign.charCodeAt(0)};`))
      // A word joiner keeps forges from notifying whom a text seems to mention, and from linking addresses.
      .replace(/@(?=[\w-])/g, "@\u2060")
      .replace(/((?<!&)#|GH-)(?=\d)/g, "$1\u2060")
      .replace(/(:)(?=\/\/)|(www)(?=\.)/gi, "$1$2\u2060")
  );
}

/** One line of plain text. */
export function plainLine(text: string, longest = 300): string {
  return plain(safeText(text, longest));
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
  return lines.map((line) => `> ${line.replace(/^ +| +$/g, (blanks) => "&#32;".repeat(blanks.length))}`).join("<br>\n");
}
