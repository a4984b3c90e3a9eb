import { icon } from "../../../page/icons";
import { type Attributes, attributes, html, type Markup } from "../../../page/markup";
import { chip, type FactRow } from "../../../page/parts";
import { name, sentence, value } from "../../../page/texts";
import { formattedCount, number } from "../../../page/words";
import type { Finding, UsedList, YesNo } from "../../model";
import type { Criteria, Criterion, Fact } from "../layout";
import { listName } from "./words";

export function dangerChip(dangers: number): Markup | undefined {
  return dangers === 0 ? undefined : chip({ sign: "!", word: formattedCount(dangers, "danger"), tone: "bad" });
}

/** The values before and after a change. They are only crossed out and underlined if both exist. */
export function beforeAndAfter(before: string | undefined, after: string | undefined, isPlain = false): Markup {
  if (before !== undefined && after !== undefined && before !== after) {
    return html`<del>${value(before)}</del> <ins>${value(after)}</ins>`;
  }
  if (before !== undefined && after === undefined) return isPlain ? value(before) : html`<del>${value(before)}</del>`;
  if (after === undefined) return html`<span class="muted">none</span>`;
  return isPlain || before === after ? value(after) : html`<ins>${value(after)}</ins>`;
}

const answers: Readonly<Record<YesNo, string>> = { yes: "yes", no: "no", unknown: "not known" };

/** The facts about a resource or a step, except those that the page shows elsewhere. */
export function factsOf(facts: readonly Fact[], isPlain: boolean): readonly FactRow[] {
  return facts.map((given): FactRow => {
    const { label, only } = given;
    if (only === "words") return undefined;
    switch (given.kind) {
      case "lists":
        return [label, listsOf(given.lists, isPlain)];
      case "value":
        return [label, beforeAndAfter(given.before, given.after, isPlain)];
      case "property":
        return [html`<code>${name(label)}</code>`, beforeAndAfter(given.before, given.after, isPlain)];
      case "set":
        return [label, comingAndGoing(membersOf(given), isPlain)];
      case "answer":
        return [label, typeof given.answer === "number" ? number(given.answer) : answers[given.answer]];
      default:
        return undefined;
    }
  });
}

function membersOf({ before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) {
  return [...new Set([...before, ...after])].map((text): Thing => {
    const change = !before.includes(text) ? "added" : after.includes(text) ? "same" : "removed";
    return { change, shown: name(text) };
  });
}

function listsOf(lists: readonly UsedList[], isPlain: boolean): Markup {
  if (lists.length === 0) return html`<span class="muted">not known</span>`;
  const things = lists.map((list): Thing => ({ change: list.change, shown: listName(list) }));
  return comingAndGoing(things, isPlain);
}

/** An agent's criteria, with added and removed values. */
export function criteria({ added, removed, isOpened }: Criteria, isPlain: boolean): Markup {
  const things = [
    ...removed.map((each): Thing => ({ change: "removed", shown: criterion(each) })),
    ...added.map((each): Thing => ({ change: "added", shown: criterion(each) })),
  ];
  return html`${comingAndGoing(things, isPlain)}${isOpened && html`<p class="muted">no longer restricted</p>`}`;
}

function criterion(each: Criterion): Markup {
  if (typeof each === "string") return value(each);
  const { label, value: looked, seat } = each;
  // Signals without a search term have the value `true`.
  const what = looked === "true" ? html`${name(label)}` : html`${name(label)}: ${value(looked)}`;
  return html`${what}${seat !== undefined && html` (through LinkedIn seat ${name(seat)})`}`;
}

/** A value that is added, removed or kept. */
interface Thing {
  readonly change: UsedList["change"];
  readonly shown: Markup;
}

/** A list of added, removed and kept values. For new and removed resources, none is marked. */
function comingAndGoing(things: readonly Thing[], isPlain: boolean): Markup {
  return html`<ul class="things">${things.map(({ change, shown }) => {
    if (isPlain || change === "same") return html`<li>${shown}</li>`;
    return change === "added" ? html`<li><ins>${shown}</ins></li>` : html`<li><del>${shown}</del></li>`;
  })}</ul>`;
}

/** A finding beside the part that it is about. */
export function remark({ level, text }: Finding): Markup {
  const word = level === "danger" ? "Danger" : "Notice";
  return html`<li class="remark ${level}">${icon(level)}<p><span class="unseen">${word}: </span>${sentence(text)}</p></li>`;
}

export function remarks(findings: readonly Finding[]): Markup | undefined {
  return findings.length === 0 ? undefined : html`<ul class="remarks">${findings.map(remark)}</ul>`;
}

/**
 * The attributes that the filter uses, for each element that it can hide.
 *
 * @param stack the numbers of its stacks, separated by spaces
 */
export function item(noun: string, stack: number | string | undefined, isDanger: boolean): Attributes {
  return attributes({ "data-item": noun, "data-stack": stack, "data-danger": isDanger });
}
