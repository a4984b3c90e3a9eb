import { safeText } from "../../api/redact";
import { linkedinSeatName } from "../../page/words";
import { present } from "../../text/groups";
import { counted, firstAndCount, inCurlyQuotes } from "../../text/words";
import { capital, namelessList, peopleWords } from "../findings/sentences";
import type { Finding, Origin, Review, ReviewedSignal, ReviewedStack, ReviewedStep, UsedList } from "../model";
import { actorWords } from "../owner";
import { abouts, type Block, type Criterion, type Fact, ofLevel, type Section, stopsOf } from "./layout";

/** The content of a review on the terminal and in Markdown, except the findings. The output escapes foreign strings. */
export function wordsOf(review: Review) {
  const { about, stacks, origin, unchanged } = review;
  const ended = about === "done" ? "The update ended early" : "The preview stopped early: the rest was not computed";
  return {
    title: title(review),
    origin: originWords(origin),
    stacks: stacks.map((stack) => ({ name: stackName(stack), words: stackWords(stack) })),
    /** The meaning of a stopped run, and its errors. */
    stops: stopsOf(review).map(({ stack, errors }) => ({ name: stackName(stack), words: ended, errors })),
    /** Printed after the resources. */
    blocks: blocksOf(review),
    unchanged: `Unchanged: ${counted(unchanged, "resource")}.`,
  };
}

export type Words = ReturnType<typeof wordsOf>;

function title({ about, verdict, findings }: Review): string {
  const { subject, run } = abouts[about];
  if (verdict === "failed")
    return `${subject}: ${run === "preview" ? "the preview stopped early" : "the update failed"}`;
  if (about === "done") return subject;
  if (about === "drift") return `${subject}: ${findings.length === 0 ? "none" : counted(findings.length, "finding")}`;
  const dangers = ofLevel(findings, "danger").length;
  return `${subject}: ${dangers === 0 ? "nothing needs approval" : "needs a person's approval"}`;
}

/** `Pull request 12 by robin, commit 1a2b3c4d5e6f`; undefined outside of a pipeline. */
function originWords({ request, author, commit }: Origin = {}): string | undefined {
  const by = author === undefined ? "" : ` by ${safeText(author, 80)}`;
  const at = commit === undefined ? undefined : `commit ${commit.slice(0, 12)}`;
  if (request === undefined) return at && capital(`${at}${by}`);
  return `Pull request ${request}${by}${at === undefined ? "" : `, ${at}`}`;
}

/** `project/stack` */
const stackName = ({ project, stack }: ReviewedStack) =>
  project === "" ? stack || "unknown stack" : `${project}/${stack}`;

/** `2 created, 1 updated, for user 103 at https://outreach.example.com`; changes that do not occur are omitted. */
function stackWords({ counts, actor = {} }: ReviewedStack): string {
  const words = (["created", "updated", "replaced", "deleted"] as const).flatMap((word) =>
    (counts[word] ?? 0) > 0 ? [`${counts[word]} ${word}`] : [],
  );
  const acts = actorWords(actor, true);
  return [...(words.length === 0 ? ["no change"] : words), ...(acts === "" ? [] : [acts])].join(", ");
}

export const sampleTitle = "As one contact would get it (Robin Example of Example Works)";

const mostStacksNamed = 6;

/** `member-101, member-102 and 3 more` */
export function stacksWords(stacks: readonly string[]): string {
  return firstAndCount(stacks, mostStacksNamed);
}

/** The heading of one level's findings. */
export function findingsHeading({ findings }: Review, level: Finding["level"]): string {
  return level === "danger" ? counted(ofLevel(findings, level).length, "danger") : "Worth knowing";
}

function blocksOf({ others, leftBehind, leftOut, stacks }: Review): readonly Block[] {
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const diagnostics = stacks.flatMap((stack) => stack.diagnostics.filter(({ severity }) => severity === "warning"));
  // The distinct messages of the provider and the engine.
  const warnings = [...new Set(diagnostics.map(({ text }) => text))];
  const blocks: readonly Block[] = [
    {
      heading: `${counted(total, "change")} to other resources, which this review does not explain`,
      items: others.map(({ type, change, count, names }) => {
        const shown = `${safeText(names.join(", "), 200)}${count > names.length ? ", …" : ""}`;
        return `${safeText(type, 120)}: ${count} ${change} (${shown})`;
      }),
      isFolded: true,
    },
    {
      heading: "What stays in the account",
      items: leftBehind.map(({ noun, name, id, text }) => {
        const its = name === undefined ? noun : `${noun} ${inCurlyQuotes(safeText(name, 80))}`;
        return `${its}${id === undefined ? "" : ` (id ${safeText(id, 40)})`}: ${text}`;
      }),
      isFolded: false,
    },
    { heading: `${counted(warnings.length, "warning")} of the run`, items: warnings, isFolded: true },
    { heading: "What this review could not know", items: leftOut, isFolded: false },
  ];
  return blocks.filter(({ items }) => items.length > 0);
}

/** `updated, sending, id 9, renamed from “Q1”`: the words in brackets after a resource's name. */
export function stateWords({ state, resource: { id, nameBefore } }: Section): string {
  return present([
    ...state,
    id !== undefined && `id ${safeText(id, 40)}`,
    nameBefore !== undefined && `renamed from ${inCurlyQuotes(safeText(nameBefore, 80))}`,
  ]).join(", ");
}

/** A line of a section. */
export interface FactLine {
  readonly label?: string;
  readonly sign?: "added" | "removed";
  /** One text, or separate values. */
  readonly text: string | readonly string[];
  /** True if the text comes from a program and can have any length. */
  readonly isOpen?: boolean;
}

export function factLines(section: Section): readonly FactLine[] {
  const isNew = section.resource.change === "created";
  return section.facts.flatMap((fact) => (fact.only === "page" ? [] : linesOf(fact, isNew)));
}

function linesOf(fact: Fact, isNew: boolean): readonly FactLine[] {
  const { label } = fact;
  switch (fact.kind) {
    case "lists":
      return fact.lists.length === 0 ? [] : [{ label, text: listsWords(fact.lists, isNew) }];
    case "value":
      return [{ label, text: fact.before === fact.after ? (fact.after ?? "") : changeWords(fact.before, fact.after) }];
    case "property":
      return [{ label, text: changeWords(fact.before, fact.after), isOpen: true }];
    case "set": {
      const [before, after] = [fact.before.join(", "), fact.after.join(", ")];
      return [{ label, text: before === after ? after : changeWords(before || undefined, after || undefined) }];
    }
    case "answer":
      return [{ label, text: String(fact.answer) }];
    case "sentence":
      return [{ text: label }];
    default: {
      const lines = (["added", "removed"] as const).flatMap((sign) =>
        fact[sign].length === 0 ? [] : [{ label, sign, text: fact[sign].map(criterionWords) }],
      );
      return fact.isOpened ? [...lines, { label, text: "no longer restricted" }] : lines;
    }
  }
}

function changeWords(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return after ?? "";
  return `${before} → ${after ?? "(none)"}`;
}

const criterionWords = (criterion: Criterion) => (typeof criterion === "string" ? criterion : signalWords(criterion));

/** `company is hiring`, `posts about a keyword: "banking"`. */
function signalWords({ label, value, seat }: ReviewedSignal): string {
  const through = seat === undefined ? "" : ` (through ${linkedinSeatName(seat)})`;
  // Signals without a search term have the value `true`.
  return `${value === "true" ? label : `${label}: ${value}`}${through}`;
}

const mostLists = 30;

/** Lists that change come first. */
function listsWords(lists: readonly UsedList[], isNew: boolean): string {
  const isSame = ({ change }: UsedList) => change === "same";
  const ordered = [...lists.filter((list) => !isSame(list)), ...lists.filter(isSame)];
  const shown = ordered.slice(0, mostLists).map((list) => listWords(list, isNew));
  return [...shown, ...(lists.length > mostLists ? [`${lists.length - mostLists} more`] : [])].join(", ");
}

/** `“Founders” (id 5, 240 people now, added)`. */
function listWords(list: UsedList, isNew: boolean): string {
  const { name, id, change, people, states } = list;
  const called =
    name === undefined ? (id === undefined ? namelessList(list) : `list ${id}`) : inCurlyQuotes(safeText(name, 80));
  const facts = present([
    id !== undefined && name !== undefined && `id ${id}`,
    people !== undefined && peopleWords(people, states),
    !isNew && change !== "same" && change,
  ]);
  return safeText(facts.length === 0 ? called : `${called} (${facts.join(", ")})`, 160);
}

/** `3 (was 2)`; empty for a removed step. */
export function dayWords({ change, day, dayBefore }: ReviewedStep): string {
  if (change === "removed") return "";
  if (day === undefined) return "?";
  return dayBefore === undefined ? String(day) : `${day} (was ${dayBefore})`;
}

/** Notes about a step: its change, who writes its text, its other fields. */
export function stepNotes(step: ReviewedStep, isNew: boolean): string[] {
  const { change, number, mode, modeBefore, properties } = step;
  // The day of a new step already shows its delay.
  const isTold = (name: string) => change === "added" && name === "delayAfterLastStep" && number > 1;
  return present([
    change !== "same" && !isNew && change,
    mode === "ai" && "written by the AI",
    modeBefore === "ai" && "no longer written by the AI",
    ...properties.map(({ name, before, after }) => !isTold(name) && `${name}: ${changeWords(before, after)}`),
  ]);
}
