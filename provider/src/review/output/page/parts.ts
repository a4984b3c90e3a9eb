import { icon } from "../../../page/icons";
import { attributes, html, type Markup } from "../../../page/markup";
import { chip, fact } from "../../../page/parts";
import { name, sentence, value } from "../../../page/texts";
import { counted } from "../../../page/words";
import type { ChangeWord, Finding, PropertyChange } from "../../model";

export function dangerChip(dangers: number): Markup | undefined {
  return dangers === 0 ? undefined : chip({ sign: "!", word: counted(dangers, "danger"), tone: "bad" });
}

/** Whether a resource comes or goes as a whole: then none of its parts is marked as new or removed. */
export function isWhole({ change }: { readonly change: ChangeWord }): boolean {
  return change === "created" || change === "deleted";
}

/** What was there and what is there now. Nothing is crossed out or underlined if there is only one of them. */
export function beforeAndAfter(before: string | undefined, after: string | undefined, isPlain = false): Markup {
  if (before !== undefined && after !== undefined && before !== after) {
    return html`<del>${value(before)}</del> <ins>${value(after)}</ins>`;
  }
  if (before !== undefined && after === undefined) return isPlain ? value(before) : html`<del>${value(before)}</del>`;
  if (after === undefined) return html`<span class="muted">none</span>`;
  return isPlain || before === after ? value(after) : html`<ins>${value(after)}</ins>`;
}

/** Properties that a change sets, of a resource or of a step. */
export function propertyFacts(properties: readonly PropertyChange[], isPlain: boolean): readonly Markup[] {
  return properties.map(({ name: property, before, after }) =>
    fact(html`<code>${name(property)}</code>`, beforeAndAfter(before, after, isPlain)),
  );
}

/** Things of which some come and some go: lists, job titles. */
export function comingAndGoing(things: readonly { readonly change: "same" | "added" | "removed"; shown: Markup }[]) {
  return html`<ul class="things">${things.map(({ change, shown }) => {
    if (change === "same") return html`<li>${shown}</li>`;
    return change === "added" ? html`<li><ins>${shown}</ins></li>` : html`<li><del>${shown}</del></li>`;
  })}</ul>`;
}

/** A finding at the place that it is about. */
export function remark({ level, text }: Finding): Markup {
  const word = level === "danger" ? "Danger" : "Notice";
  return html`<li class="remark ${level}">${icon(level)}<p><span class="unseen">${word}: </span>${sentence(text)}</p></li>`;
}

export function remarks(findings: readonly Finding[]): Markup | undefined {
  return findings.length === 0 ? undefined : html`<ul class="remarks">${findings.map(remark)}</ul>`;
}

/** What the filter looks at. Each thing that it can hide has this. */
export function item(noun: string, stack: number | undefined, isDanger: boolean) {
  return attributes({ "data-item": noun, "data-stack": stack, "data-danger": isDanger });
}
