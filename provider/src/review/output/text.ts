import { safeText } from "../../api/redact";
import { clipped, visible } from "../../page/visible";
import { namelessList, peopleWords } from "../findings/sentences";
import type { DiffPart, Finding, Review, ReviewedAgent, ReviewedCampaign, ReviewedStep, UsedList } from "../model";
import {
  campaignState,
  counted,
  countsWords,
  merged,
  pausedWords,
  propertyWords,
  sampleTitle,
  seatLines,
  signalWords,
  stackName,
  stacksWords,
  startingCampaigns,
  stepNotes,
  stoppedWords,
  title,
  unchangedWords,
  warningsOf,
} from "./words";

/** How a terminal shows parts of a text. Without colours, each returns the text as it is. */
export interface Style {
  readonly hasColours: boolean;
  /** Characters of a line. */
  readonly width: number;
  bold(text: string): string;
  danger(text: string): string;
  good(text: string): string;
  added(text: string): string;
  removed(text: string): string;
  dim(text: string): string;
  /** A text as lines of a width, by what a terminal shows. */
  wrap(text: string, width: number): string[];
}

const longestText = 2_000;

/** The review for a person at a terminal. */
export function reviewText(review: Review, style: Style): string {
  const { findings, campaigns, agents, lists, verdict } = review;
  const mark = verdict === "fine" ? style.good : style.danger;
  const of = (level: Finding["level"]) => findings.filter((finding) => finding.level === level);
  const named = review.stacks.length > 1;
  const starting = startingCampaigns(review);
  const blocks = [
    [
      style.bold(mark(title(review))),
      ...review.stacks.map((stack) => `${line(stackName(stack))}: ${countsWords(stack)}`),
    ],
    ...stopped(review, style),
    findingBlock(counted(of("danger").length, "danger"), of("danger"), "!", named, style),
    findingBlock("Worth knowing", of("notice"), "-", named, style),
    ...campaigns
      .filter(({ change, urn }) => change !== "unchanged" || starting.has(urn))
      .map((each) => campaignBlock(each, starting.has(each.urn), style)),
    ...agents.map((each) => agentBlock(each, style)),
    lists.map(({ name, resource, change, id }) => `List ${quoted(name ?? resource)} (${change}${idWords(id)})`),
    review.others.map(({ type, change, count, names }) => {
      const more = count > names.length ? ", …" : "";
      return `${line(type)}: ${count} ${change} (${line(names.join(", "))}${more}), not explained by this review`;
    }),
    bullets("What stays in the account", review.leftBehind.map(leftBehindWords), style),
    bullets("Warnings of the run", warningsOf(review), style),
    bullets("What this review could not know", review.leftOut, style),
    [unchangedWords(review.unchanged)],
  ];
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => [...(index === 0 ? [] : [""]), ...block.flatMap((each) => each.split("\n"))])
    .flatMap((each) => fitting(each, style));
  // Not broken into lines, so that it can be copied.
  const { fingerprint } = review;
  if (fingerprint !== undefined) lines.push(style.dim(`Fingerprint: ${fingerprint}`));
  return `${lines.join("\n")}\n`;
}

/** A line as lines of the terminal's width, each set in like the first. */
function fitting(text: string, { wrap, width }: Style): string[] {
  const margin = /^ */.exec(text)?.[0] ?? "";
  return wrap(text.slice(margin.length), Math.max(20, width - margin.length)).map((each) => margin + each);
}

const line = (text: string) => visible(safeText(text, 200));
const quoted = (text: string) => `“${visible(safeText(text, 80))}”`;
const several = (text: string) => clipped(visible(text), longestText);
const idWords = (id: string | undefined) => (id === undefined ? "" : `, id ${line(id)}`);

function leftBehindWords({ noun, name, id, text }: Review["leftBehind"][number]): string {
  return `${noun}${name === undefined ? "" : ` ${quoted(name)}`}${id === undefined ? "" : ` (id ${line(id)})`}: ${text}`;
}

/** A text behind a mark, with the lines below it set in. */
function item(mark: string, text: string, { wrap, width }: Style, paint = (shown: string) => shown): string {
  const lines = wrap(text, Math.max(20, width - mark.length - 1));
  return lines.map((each, index) => `${index === 0 ? paint(mark) : " ".repeat(mark.length)} ${each}`).join("\n");
}

function bullets(heading: string, texts: readonly string[], style: Style): string[] {
  return texts.length === 0 ? [] : [style.bold(heading), ...texts.map((text) => item(" -", several(text), style))];
}

function stopped(review: Review, style: Style): string[][] {
  return review.stacks
    .filter(({ status }) => status === "stopped")
    .map((stack) => {
      const errors = stack.diagnostics.filter(({ severity }) => severity === "error");
      return [
        style.danger(`${stoppedWords(review)} (${line(stackName(stack))}).`),
        ...errors.map(({ resource, text }) =>
          item(" -", several(resource === undefined ? text : `${line(resource)}: ${text}`), style),
        ),
      ];
    });
}

function findingBlock(
  heading: string,
  findings: readonly Finding[],
  mark: string,
  named: boolean,
  style: Style,
): string[] {
  if (findings.length === 0) return [];
  const paint = mark === "!" ? style.danger : (text: string) => text;
  return [
    style.bold(paint(heading)),
    ...merged(findings).map(({ finding: { text, path, source }, stacks }) => {
      const places = [...(path === undefined ? [] : [line(path)]), ...(source === undefined ? [] : [line(source)])];
      const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
      return item(` ${mark}`, `${named ? `${line(stacksWords(stacks))}: ` : ""}${visible(text)}${where}`, style, paint);
    }),
  ];
}

function campaignBlock(campaign: ReviewedCampaign, starts: boolean, style: Style): string[] {
  const { name, resource, id, lists, change, properties, steps, nameBefore } = campaign;
  const renamed = nameBefore === undefined ? "" : `, renamed from ${quoted(nameBefore)}`;
  const head = `${style.bold(`Campaign ${quoted(name ?? resource)}`)} (${campaignState(campaign)}${idWords(id)}${renamed})`;
  if (change === "deleted") return [head];
  return [
    head,
    ...(lists.length === 0
      ? []
      : [`  Lists: ${lists.map((list) => listWords(list, change === "created")).join(", ")}`]),
    ...seatLines(campaign).map(([label, text]) => `  ${label}: ${line(text)}`),
    ...propertyLines(properties),
    ...steps.flatMap((step) => stepLines(step, change === "created", starts, style)),
  ];
}

function listWords(list: UsedList, isNew: boolean): string {
  const { name, id, change, people, states } = list;
  const called = name === undefined ? (id === undefined ? namelessList(list) : `list ${line(id)}`) : quoted(name);
  const facts = [
    ...(people === undefined ? [] : [peopleWords(people, states)]),
    ...(isNew || change === "same" ? [] : [change]),
  ];
  return facts.length === 0 ? called : `${called} (${facts.join(", ")})`;
}

function propertyLines(properties: ReviewedCampaign["properties"]): string[] {
  return properties.map((property) => {
    const { name, text } = propertyWords(property);
    return `  ${name}: ${line(text)}`;
  });
}

function stepLines(step: ReviewedStep, isNew: boolean, starts: boolean, style: Style): string[] {
  const { number, label, day, dayBefore, change, texts } = step;
  const when = day === undefined ? "day ?" : `day ${day}${dayBefore === undefined ? "" : ` (was ${dayBefore})`}`;
  const notes = stepNotes(step, isNew).map(line);
  const head = `  ${change === "removed" ? "removed" : when}  ${line(label)}, step ${number}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
  if (change === "same" && !starts) return [style.dim(head)];
  return [head, ...texts.flatMap((text) => textLines(text, style))];
}

function textLines({ field, before, after, diff, sample }: ReviewedStep["texts"][number], style: Style): string[] {
  const isLong = (before?.length ?? 0) > longestText || (after?.length ?? 0) > longestText;
  const margin = "      ";
  const block = (text: string) =>
    style.wrap(text, Math.max(20, style.width - margin.length)).map((each) => margin + each);
  const body =
    isLong || before === undefined || diff.length === 0
      ? clipped(visible(after ?? before ?? ""), longestText)
      : diff.map((part) => diffWords(part, style)).join("");
  return [
    `    ${field}:`,
    ...block(body),
    ...(sample === undefined || sample === after || isLong
      ? []
      : [style.dim(`    ${sampleTitle}:`), ...block(visible(sample)).map(style.dim)]),
  ];
}

/** Without colours, added and removed words stand in brackets. */
function diffWords({ kind, text }: DiffPart, { hasColours, added, removed }: Style): string {
  const shown = visible(text);
  if (kind === "same") return shown;
  if (kind === "added") return hasColours ? added(shown) : `{+${shown}+}`;
  return hasColours ? removed(shown) : `[-${shown}-]`;
}

function agentBlock(agent: ReviewedAgent, style: Style): string[] {
  const { name, resource, id, change, list, targeting, signals, properties } = agent;
  const runs = pausedWords(agent);
  const head = `${style.bold(`Source agent ${quoted(name ?? resource)}`)} (${change}${idWords(id)})`;
  if (change === "deleted") return [head];
  const values = (all: readonly string[]) => all.map((value) => quoted(value)).join(", ");
  const lines = (label: string, added: readonly string[], removed: readonly string[]) => [
    ...(added.length === 0 ? [] : [`  ${style.added("+")} ${label}: ${values(added)}`]),
    ...(removed.length === 0 ? [] : [`  ${style.removed("-")} ${label}: ${values(removed)}`]),
  ];
  return [
    head,
    ...(list === undefined ? [] : [`  Fills the list: ${listWords(list, change === "created")}`]),
    ...(runs === undefined ? [] : [`  ${runs}`]),
    ...targeting.flatMap(({ label, added, removed, restricts }) => [
      ...lines(label, added, removed),
      ...(!restricts.after && change === "updated" ? [`    ${label}: no longer restricted`] : []),
    ]),
    ...lines("signals", signals.added.map(signalWords), signals.removed.map(signalWords)),
    ...propertyLines(properties),
  ];
}
