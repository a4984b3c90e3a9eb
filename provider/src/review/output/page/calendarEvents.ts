import { icon } from "../../../page/icons";
import { html, type Markup } from "../../../page/markup";
import { chip } from "../../../page/parts";
import { message, name, plainName } from "../../../page/texts";
import { counted, number } from "../../../page/words";
import { start } from "../../../text/characters";
import type { ReviewedCampaign, ReviewedStep } from "../../model";
import { isMoved, type Placed } from "./calendarColumns";
import { type Place, stepAnchor } from "./places";
import { seatsOf } from "./seats";
import { stepChips } from "./words";

/** Of a text in a cell. */
const longestExcerpt = 90;
/** Of a text that opens over the calendar; the whole text stands with its campaign. */
const longestSample = 1500;

export const dayName = (day: number | undefined) => (day === undefined ? "Day not known yet" : `Day ${number(day)}`);

/** A step in the calendar. Its texts open over the page. */
export function event(campaign: ReviewedCampaign, place: Place, { step, as }: Placed): Markup {
  const look = `event ${step.type === "email" ? "email" : "network"} ${as}`;
  const head = html`<span class="event-head">${icon(step.type)}<span>${name(step.label, 60)}</span></span>`;
  if (as === "former")
    return html`<span class="${look}">${head}<span class="event-note">${movesTo(step)}</span></span>`;
  const notes = html`${changeOf(campaign, step)}${as === "now" && formerDay(step)}`;
  const texts = textsOf(step, as);
  const [first] = texts;
  if (first === undefined) return html`<span class="${look}">${head}${writer(step)}${notes}</span>`;
  const id = `look-${stepAnchor(place, step)}`;
  return html`<button type="button" class="${look}" popovertarget="${id}">${head}<span class="excerpt" dir="auto">${excerpt(
    first,
  )}</span>${notes}</button>${opened(id, campaign, place, step, texts, as)}`;
}

const movesTo = ({ day }: ReviewedStep) => (day === undefined ? "moves" : `moves to day ${number(day)}`);

function formerDay(step: ReviewedStep): Markup | undefined {
  return isMoved(step)
    ? html`<span class="event-note">before: ${dayName(step.dayBefore).toLowerCase()}</span>`
    : undefined;
}

/** Of a new campaign, all steps are new. */
function changeOf(campaign: ReviewedCampaign, { change }: ReviewedStep): Markup | undefined {
  if (change === "same" || (campaign.change === "created" && change === "added")) return undefined;
  return chip(stepChips[change]);
}

function writer({ mode }: ReviewedStep): Markup | undefined {
  return mode === "ai" ? html`<span class="event-note">written by the AI</span>` : undefined;
}

/** What a contact gets, or would have got; a subject before its message. */
function textsOf({ mode, texts }: ReviewedStep, as: Placed["as"]): readonly string[] {
  // A text of the program that the AI replaces is not sent.
  if (as === "now" && mode === "ai") return [];
  const ordered = [...texts].sort(
    (left, right) => Number(right.field === "subject") - Number(left.field === "subject"),
  );
  return ordered
    .map(({ sample, after, before }) => (as === "removed" ? (before ?? sample ?? after) : (sample ?? after)))
    .filter((text) => text !== undefined);
}

function excerpt(text: string): string {
  const line = start(text, longestExcerpt * 4)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= longestExcerpt ? line : `${start(line, longestExcerpt)}…`;
}

function opened(
  id: string,
  campaign: ReviewedCampaign,
  place: Place,
  step: ReviewedStep,
  texts: readonly string[],
  as: Placed["as"],
): Markup {
  const from = step.type === "email" ? seatsOf(campaign).emails : seatsOf(campaign).network;
  const when = as === "removed" ? "removed by this change" : `${dayName(step.day).toLowerCase()} at the earliest`;
  return html`<div popover id="${id}" class="look" role="dialog" aria-label="Step ${step.number}: ${plainName(step.label)}"><header><p class="look-title">${icon(
    step.type,
  )}${number(step.number)}. ${name(step.label, 60)}</p><button type="button" popovertarget="${id}" popovertargetaction="hide">Close</button></header>
<p class="muted">${name(place.name, 80)}: ${when}${from !== undefined && html`, from <bdi>${plainName(from)}</bdi>`}</p>${texts.map(
    sampleOf,
  )}<p><a href="#${stepAnchor(place, step)}">Show this step with its campaign</a></p></div>`;
}

function sampleOf(text: string): Markup {
  const shown = start(text, longestSample);
  const left = text.length - shown.length;
  return html`<blockquote>${message(shown)}${left > 0 && html`<p class="muted">… and ${counted(left, "more character")}</p>`}</blockquote>`;
}
