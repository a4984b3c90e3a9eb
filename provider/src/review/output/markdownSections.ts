import { clipped } from "../../page/visible";
import { inCurlyQuotes } from "../../text/words";
import type { ReviewedStep, TextChange } from "../model";
import { type Section, wordingOf } from "./layout";
import { diffQuotation, plain, plainLine, quotation } from "./markdownText";
import { dayWords, type FactLine, factLines, sampleTitle, stateWords, stepNotes } from "./words";

/** The level of detail for resources. */
export interface Detail {
  /** Maximum length of a text; 0 omits texts. */
  readonly longestText: number;
  readonly samples: boolean;
  readonly unchangedSteps: boolean;
  /** True if only the texts of resources with a danger are shown. */
  readonly dangersAlone?: boolean;
}

/** Formats one resource as Markdown. */
export function markdownSection(section: Section, detail: Detail, named: boolean): string {
  const { noun, resource } = section;
  const isNew = resource.change === "created";
  const where = named ? ` in ${plainLine(resource.stack, 60)}` : "";
  const name = plainLine(resource.name ?? resource.resource, 80);
  const head = `### ${noun} ${inCurlyQuotes(name)}${where} (${plainLine(stateWords(section))})`;
  if (resource.change === "deleted") return head;
  const lines = factLines(section).map((line) => factLine(line, isNew, detail));
  const parts = [head, lines.join("\n"), ...stepParts(section, isNew, detail)];
  return parts.filter((part) => part !== "").join("\n\n");
}

function factLine({ label, sign, text, isOpen }: FactLine, isNew: boolean, { longestText }: Detail): string {
  const most = longestText === 0 ? 5 : 50;
  const longest = isOpen === true ? Math.min(Math.max(longestText, 100), 500) : 5_000;
  const more = text.length > most && typeof text !== "string" ? ` and ${text.length - most} more` : "";
  const shown =
    typeof text === "string"
      ? plainLine(text, longest)
      : text
          .slice(0, most)
          .map((value) => inCurlyQuotes(plainLine(value, 100)))
          .join(", ");
  return `- ${label === undefined ? "" : `${plain(label)}: `}${sign === undefined || isNew ? "" : `${sign} `}${shown}${more}`;
}

function stepParts({ steps = [], starts }: Section, isNew: boolean, detail: Detail): string[] {
  const shown = steps.filter((step) => starts || detail.unchangedSteps || step.change !== "same");
  if (shown.length === 0) return [];
  const rows = shown.map((step) => {
    const notes = plainLine(stepNotes(step, isNew).join("; "), 300);
    return `| ${dayWords(step)} | ${step.number} | ${plainLine(step.label, 60)} | ${notes} |`;
  });
  return [
    ["| Day | Step | What | |", "|---:|---:|---|---|", ...rows].join("\n"),
    ...shown.flatMap((step) => stepTexts(step, detail, starts)),
  ];
}

function stepTexts({ change, number, texts }: ReviewedStep, detail: Detail, starts: boolean): string[] {
  if (detail.longestText === 0 || (change === "same" && !starts)) return [];
  return texts.flatMap((text) => [
    ...(change === "same"
      ? [folded(`Step ${number}, ${plainLine(text.field, 60)}, unchanged`, textBlock(text, detail))]
      : [`**Step ${number}, ${text.field}**\n\n${textBlock(text, detail)}`]),
    ...sample(text, detail),
  ]);
}

function textBlock(text: TextChange, { longestText }: Detail): string {
  const wording = wordingOf(text, longestText);
  if (wording.kind === "difference") return diffQuotation(wording.parts);
  const whole = ({ label, text: shown }: (typeof wording.texts)[number]) =>
    `${label === undefined ? "" : `${label}:\n\n`}${quotation(clipped(shown, longestText))}`;
  return wording.texts.map(whole).join("\n\n");
}

function sample({ sample: text, after }: TextChange, { samples, longestText }: Detail): string[] {
  if (!samples || text === undefined || text === after) return [];
  return [folded(sampleTitle, quotation(clipped(text, longestText)))];
}

/** Collapsed content with a summary. */
export function folded(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
