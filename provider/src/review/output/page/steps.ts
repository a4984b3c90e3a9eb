import { attributes, html, type Markup } from "../../../page/markup";
import { chip, facts } from "../../../page/parts";
import { difference, message } from "../../../page/texts";
import { type TimelineStep, timeline, words } from "../../../page/timeline";
import { number } from "../../../page/words";
import type { Finding, ReviewedStep, TextChange } from "../../model";
import { propertyFacts, stepOf, wordingOf } from "../layout";
import { isMoved } from "./calendarColumns";
import { beforeAndAfter, factsOf, remarks } from "./parts";
import { type Place, stepAnchor } from "./places";
import { stepChips } from "./words";

/** A campaign's steps with their texts, from top to bottom. */
export function stepList(
  steps: readonly ReviewedStep[],
  isOfWhole: boolean,
  place: Place,
  findings: readonly Finding[],
): Markup {
  if (steps.length === 0) return html`<p class="muted">The steps are not known yet.</p>`;
  return timeline(steps.map((step) => stepOfTimeline(step, isOfWhole, place, findings)));
}

function stepOfTimeline(
  step: ReviewedStep,
  isOfWhole: boolean,
  place: Place,
  findings: readonly Finding[],
): TimelineStep {
  const { type, number, label } = step;
  const about = step.change === "removed" ? [] : findings.filter((finding) => stepOf(finding) === number);
  const isPlain = isOfWhole || step.change === "added" || step.change === "removed";
  const change = isOfWhole ? "same" : step.change;
  const properties = factsOf(propertyFacts(shownProperties(step, isPlain)), isPlain);
  const shown = step.texts.map((text) => stepText(text, isPlain, step.texts.length > 1));
  const isSame = change === "same" && !isOfWhole && shown.length > 0;
  const texts = isSame ? html`<details class="unchanged"><summary>Unchanged text</summary>${shown}</details>` : shown;
  return {
    ...{ type, number, label, change, when: days(step), id: stepAnchor(place, step) },
    chip: change !== "same" && html` ${chip(stepChips[change])}`,
    body: html`${remarks(about)}${mode(step, isPlain)}${texts}${properties.length > 0 && facts(properties)}`,
  };
}

/** Omits the delay of an added or removed step, because its day is shown. */
function shownProperties({ properties }: ReviewedStep, isPlain: boolean) {
  return isPlain ? properties.filter(({ name: property }) => property !== "delayAfterLastStep") : properties;
}

function days(step: ReviewedStep): Markup {
  const { day, dayBefore, change } = step;
  if (change === "removed")
    return dayBefore === undefined && day === undefined ? html`` : html`was on ${inWords(dayBefore ?? day)}`;
  if (isMoved(step)) return html`<del>${inWords(dayBefore)}</del> <ins>${inWords(day)}</ins>${atTheEarliest(day)}`;
  return html`${inWords(day)}${atTheEarliest(day)}`;
}

const inWords = (day: number | undefined) => (day === undefined ? "day not known yet" : `day ${number(day)}`);
const atTheEarliest = (day: number | undefined) => (day === undefined ? "" : " at the earliest");

const modes: ReadonlyMap<string, string> = new Map([
  ["ai", "the service's AI, for each contact"],
  ["same", "this program"],
]);

/** Shows who writes the text. Nothing is shown if it is the program, because its text follows. */
function mode({ mode: after, modeBefore, change }: ReviewedStep, isPlain: boolean): Markup | undefined {
  const [before, now] = change === "removed" ? [undefined, modeBefore ?? after] : [modeBefore, after];
  const isChanged = before !== undefined && before !== now;
  if (!isChanged && now !== "ai") return undefined;
  const word = (each: string | undefined) => (each === undefined ? undefined : (modes.get(each) ?? each));
  const shown = beforeAndAfter(word(isChanged ? before : now), word(now), isPlain);
  return facts([["Text written by", shown]]);
}

function stepText(text: TextChange, isPlain: boolean, isNamed: boolean): Markup {
  const { field, sample, before, after } = text;
  const body = isPlain ? message(after ?? before ?? "") : changedText(text);
  return words(
    field,
    isNamed,
    html`${body}${
      sample !== undefined &&
      html`<details class="sample"><summary>Sample for a made-up contact</summary>${message(sample)}</details>`
    }`,
  );
}

function changedText(text: TextChange): Markup {
  // New texts, too, because the page marks them.
  if (text.diff.length > 0) return difference(text.diff);
  const wording = wordingOf(text);
  if (wording.kind === "difference") return difference(wording.parts);
  return html`${wording.texts.map(({ label, text: whole }) =>
    label === undefined
      ? message(whole)
      : html`<div${attributes({ class: label === "Before" ? "removed" : "added" })}><span class="field">${label}</span>${message(whole)}</div>`,
  )}`;
}
