import { safeText } from "../../api/redact";
import { clipped, visible } from "../../page/visible";
import { inCurlyQuotes } from "../../text/words";
import type { DiffPart, Finding, Review, ReviewedStep, TextChange } from "../model";
import { findingGroups } from "./findingGroups";
import { approvalOf, changedSections, type Section, wordingOf } from "./layout";
import {
  dayWords,
  type FactLine,
  factLines,
  findingsHeading,
  sampleTitle,
  stacksWords,
  stateWords,
  stepNotes,
  wordsOf,
} from "./words";

/** A terminal's styles for parts of a text. Without colours, each returns the text unchanged. */
export interface Style {
  readonly hasColours: boolean;
  /** Maximum length of a line. */
  readonly width: number;
  bold(text: string): string;
  danger(text: string): string;
  good(text: string): string;
  added(text: string): string;
  removed(text: string): string;
  dim(text: string): string;
  /** Wraps a text into lines with a maximum width on the terminal. */
  wrap(text: string, width: number): string[];
}

const longestText = 2_000;

/** Formats a review for a terminal. */
export function reviewText(review: Review, style: Style): string {
  const { verdict, fingerprint } = review;
  const mark = verdict === "fine" ? style.good : style.danger;
  const { title, origin, stacks, stops, blocks: after, unchanged } = wordsOf(review);
  const sections = changedSections(review);
  const blocks = [
    [
      style.bold(mark(title)),
      ...(origin === undefined ? [] : [line(origin)]),
      ...stacks.map(({ name, words }) => `${line(name)}: ${line(words, 500)}`),
    ],
    ...stops.map(({ name, words, errors }) => [
      style.danger(`${words} (${line(name)}).`),
      ...errors.map(({ resource, text }) => item(resource === undefined ? text : `${line(resource)}: ${text}`, style)),
    ]),
    findingBlock(review, "danger", style),
    findingBlock(review, "notice", style),
    ...sections.flatMap((each) => (each.noun === "List" ? [] : [sectionLines(each, style)])),
    sections.flatMap((each) => (each.noun === "List" ? sectionLines(each, style) : [])),
    ...after.map(({ heading, items }) => [style.bold(heading), ...items.map((each) => item(each, style))]),
    [unchanged],
  ];
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => [...(index === 0 ? [] : [""]), ...block.flatMap((each) => each.split("\n"))])
    .flatMap((each) => fitting(each, style));
  const approval = approvalOf(review);
  // Do not wrap, so that both can be copied.
  if (approval !== undefined && approval !== "none") {
    const how =
      "To approve exactly these changes, write this line into a review of the pull request, or pass the fingerprint to `pulumi-outreach review --approved` before the update:";
    lines.push("", ...fitting(how, style), `  ${approval}`, "");
  }
  if (fingerprint !== undefined) lines.push(style.dim(`Fingerprint: ${fingerprint}`));
  return `${lines.join("\n")}\n`;
}

/** Wraps a line to the terminal's width, with the same indentation. */
function fitting(text: string, { wrap, width }: Style): string[] {
  const margin = /^ */.exec(text)?.[0] ?? "";
  return wrap(text.slice(margin.length), Math.max(20, width - margin.length)).map((each) => margin + each);
}

const line = (text: string, most = 200) => visible(safeText(text, most));

/** A text after a mark, with its other lines indented. */
function marked(mark: string, text: string, { wrap, width }: Style, paint = (shown: string) => shown): string {
  const lines = wrap(text, Math.max(20, width - mark.length - 1));
  return lines.map((each, index) => `${index === 0 ? paint(mark) : " ".repeat(mark.length)} ${each}`).join("\n");
}

const item = (text: string, style: Style) => marked(" -", clipped(visible(text), longestText), style);

function findingBlock(review: Review, level: Finding["level"], style: Style): string[] {
  const named = review.stacks.length > 1;
  const [mark, paint] = level === "danger" ? ["!", style.danger] : ["-", (text: string) => text];
  const rows = findingGroups(review, level).flatMap(({ about, rows }) => [
    ...(about === undefined ? [] : [`  ${about.noun} ${inCurlyQuotes(line(about.name, 80))}`]),
    ...rows.map(({ finding: { text, path, source }, stacks }) => {
      const places = [path, source].flatMap((place) => (place === undefined ? [] : [line(place)]));
      const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
      const whose = named ? `${line(stacksWords(stacks))}: ` : "";
      return marked(`${about === undefined ? " " : "   "}${mark}`, `${whose}${visible(text)}${where}`, style, paint);
    }),
  ]);
  return rows.length === 0 ? [] : [style.bold(paint(findingsHeading(review, level))), ...rows];
}

function sectionLines(section: Section, style: Style): string[] {
  const { noun, resource, steps = [], starts } = section;
  const isNew = resource.change === "created";
  const name = line(resource.name ?? resource.resource, 80);
  const head = `${style.bold(`${noun} ${inCurlyQuotes(name)}`)} (${line(stateWords(section))})`;
  if (resource.change === "deleted") return [head];
  return [
    head,
    ...factLines(section).map((each) => factLine(each, style)),
    ...steps.flatMap((step) => stepLines(step, isNew, starts, style)),
  ];
}

function factLine({ label, sign, text, isOpen }: FactLine, style: Style): string {
  const mark = sign === undefined ? "" : `${sign === "added" ? style.added("+") : style.removed("-")} `;
  const values =
    typeof text === "string"
      ? line(text, isOpen === true ? 200 : 5_000)
      : text.map((each) => inCurlyQuotes(line(each, 80))).join(", ");
  return `  ${mark}${label === undefined ? "" : `${label}: `}${values}`;
}

function stepLines(step: ReviewedStep, isNew: boolean, starts: boolean, style: Style): string[] {
  const { number, label, change, texts } = step;
  const notes = stepNotes(step, isNew).map((note) => line(note));
  const when = change === "removed" ? "removed" : `day ${dayWords(step)}`;
  const head = `  ${when}  ${line(label)}, step ${number}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
  if (change === "same" && !starts) return [style.dim(head)];
  return [head, ...texts.flatMap((text) => textLines(text, style))];
}

function textLines(text: TextChange, style: Style): string[] {
  const { field, after, sample } = text;
  const wording = wordingOf(text, longestText);
  const block = (heading: string, shown: string, paint = (each: string) => each) => [
    paint(`    ${heading}:`),
    ...style.wrap(shown, Math.max(20, style.width - 6)).map((each) => paint(`      ${each}`)),
  ];
  const isShort = (after?.length ?? 0) <= longestText;
  return [
    ...(wording.kind === "difference"
      ? block(field, wording.parts.map((part) => diffWords(part, style)).join(""))
      : wording.texts.flatMap(({ label, text: whole }) =>
          block(label === undefined ? field : `${field}, ${label.toLowerCase()}`, clipped(visible(whole), longestText)),
        )),
    ...(sample === undefined || sample === after || !isShort ? [] : block(sampleTitle, visible(sample), style.dim)),
  ];
}

/** Formats a part of a diff. Without colours, added and removed words are in brackets. */
function diffWords({ kind, text }: DiffPart, { hasColours, added, removed }: Style): string {
  const shown = visible(text);
  if (kind === "same") return shown;
  if (kind === "added") return hasColours ? added(shown) : `{+${shown}+}`;
  return hasColours ? removed(shown) : `[-${shown}-]`;
}
