import { safeText } from "../../api/redact";
import { linkedinSeatName } from "../../page/words";
import { namelessList, peopleWords } from "../findings/sentences";
import type { ReviewedSignal, ReviewedStep, UsedList } from "../model";
import type { Criterion, Fact, Section } from "./layout";

/** What a section tells, in words for terminal and Markdown. The printer makes them harmless. */

/** `updated, sending, id 9, renamed from “Q1”`: what stands in brackets behind the name of a resource. */
export function stateWords({ state, resource: { id, nameBefore } }: Section): string {
  return [
    ...state,
    ...(id === undefined ? [] : [`id ${safeText(id, 40)}`]),
    ...(nameBefore === undefined ? [] : [`renamed from “${safeText(nameBefore, 80)}”`]),
  ].join(", ");
}

/** One line of a section. */
export interface FactLine {
  readonly label?: string;
  readonly sign?: "added" | "removed";
  /** One text, or values of which each stands for itself. */
  readonly text: string | readonly string[];
  /** Whether the text is as long as a program wrote it. */
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
  // Signals that look for nothing in particular have the value `true`.
  return `${value === "true" ? label : `${label}: ${value}`}${through}`;
}

const mostLists = 30;

/** Those that change come first. */
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
    name === undefined ? (id === undefined ? namelessList(list) : `list ${id}`) : `“${safeText(name, 80)}”`;
  const facts = [
    ...(id === undefined || name === undefined ? [] : [`id ${id}`]),
    ...(people === undefined ? [] : [peopleWords(people, states)]),
    ...(isNew || change === "same" ? [] : [change]),
  ];
  return safeText(facts.length === 0 ? called : `${called} (${facts.join(", ")})`, 160);
}

/** `3 (was 2)`; of a step that is removed, nothing. */
export function dayWords({ change, day, dayBefore }: ReviewedStep): string {
  if (change === "removed") return "";
  if (day === undefined) return "?";
  return dayBefore === undefined ? String(day) : `${day} (was ${dayBefore})`;
}

/** What else is worth saying about a step: what happens to it, who writes its text, its other fields. */
export function stepNotes(step: ReviewedStep, isNew: boolean): string[] {
  const { change, number, mode, modeBefore, properties } = step;
  // Of a new step, the day says what its delay would.
  const isTold = (name: string) => change === "added" && name === "delayAfterLastStep" && number > 1;
  return [
    ...(change === "same" || isNew ? [] : [change]),
    ...(mode === "ai" ? ["written by the AI"] : []),
    ...(modeBefore === "ai" ? ["no longer written by the AI"] : []),
    ...properties.flatMap(({ name, before, after }) =>
      isTold(name) ? [] : [`${name}: ${changeWords(before, after)}`],
    ),
  ];
}
