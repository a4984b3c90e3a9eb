import { icon } from "../../../page/icons";
import { attributes, html, type Markup } from "../../../page/markup";
import { chip, section } from "../../../page/parts";
import { message, name, truncatedName } from "../../../page/texts";
import { formattedCount, number } from "../../../page/words";
import { start } from "../../../text/characters";
import { grouped } from "../../../text/groups";
import type { Review, ReviewedCampaign, ReviewedStep } from "../../model";
import { ofLevel } from "../layout";
import { type Column, type Columns, isMoved, type Placed, placedSteps } from "./calendarColumns";
import { dangerChip, item } from "./parts";
import { type Place, type Places, stepAnchor } from "./places";
import { changeChip, listName, seatsOf, sendingChip, stepChips } from "./words";

/** The campaigns that have a row in the calendar. */
export function calendarCampaigns(review: Review): readonly ReviewedCampaign[] {
  return review.campaigns.filter(({ change }) => change !== "deleted");
}

/** The data that all rows share. */
interface Frame {
  readonly columns: Columns;
  readonly places: Places;
  readonly now: Date | undefined;
}

/** The steps that a contact gets on each day: a row for each campaign, grouped by the sending seat. */
export function calendar(campaigns: readonly ReviewedCampaign[], frame: Frame): Markup | undefined {
  if (campaigns.length === 0) return undefined;
  const { columns, now } = frame;
  const groups = grouped(campaigns, (campaign) => seatsOf(campaign).group);
  const body = html`<div class="calendar-frame"><div class="calendar-box" role="region" aria-label="Calendar, scrolls sideways" tabindex="0">
<div class="calendar" role="table" aria-label="Campaigns by day"${attributes({ "aria-colcount": columns.all.length + 1 })}>
<div class="calendar-head" role="rowgroup"><div role="row"><span role="columnheader" class="who">Campaign</span>${columns.all.map((column, index) => columnHeading(column, index, now))}</div></div>
${[...groups].map(([seats, members]) => seatGroup(seats, members, frame))}</div></div></div>
${legend(campaigns)}`;
  return section(
    "calendar",
    "Calendar",
    formattedCount(campaigns.length, "campaign"),
    body,
    html`Day 0 is the day on which a person enters a campaign, so it is another date for each person. Each day is the
earliest possible: a step comes later if a seat has reached its limit, and not at all if the person has answered.${now !== undefined && " The dates are those of a person who enters on the day of this review."}`,
  );
}

function columnHeading(column: Column, index: number, now: Date | undefined): Markup {
  const position = attributes({
    role: "columnheader",
    class: `${column.kind} at-${index}`,
    "aria-colindex": index + 2,
  });
  if (column.kind === "gap") return html`<span${position}>${formattedCount(column.days, "day")}</span>`;
  if (column.kind === "unknown") return html`<span${position}>Day not known yet</span>`;
  const day = html`<span class="word">Day </span>${number(column.day)}`;
  return html`<span${position}>${day}${column.kind === "day" && earliestDate(column.day, now)}</span>`;
}

/** The earliest date of a step on this day. */
function earliestDate(day: number | undefined, now: Date | undefined): Markup | undefined {
  if (now === undefined || day === undefined) return undefined;
  const date = new Date(now.getTime() + day * 86_400_000);
  if (Number.isNaN(date.getTime())) return undefined;
  const shown = date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return html` <time class="date" datetime="${date.toISOString().slice(0, 10)}">${shown}</time>`;
}

function seatGroup(seats: string, campaigns: readonly ReviewedCampaign[], frame: Frame): Markup {
  return html`<div role="rowgroup" class="calendar-group" data-group><div role="row" class="seat"><span role="rowheader"${attributes(
    { "aria-colspan": frame.columns.all.length + 1 },
  )}><span class="stay"><bdi>${truncatedName(seats)}</bdi> <span class="muted">${formattedCount(
    campaigns.length,
    "campaign",
  )}</span></span></span></div>
${campaigns.map((campaign) => campaignRow(campaign, frame))}</div>
`;
}

function campaignRow(campaign: ReviewedCampaign, { columns, places, now }: Frame): Markup | undefined {
  const place = places.of(campaign.urn);
  if (!place) return undefined;
  const dangers = ofLevel(places.findings(campaign.urn), "danger").length;
  const all = placedSteps(campaign.steps);
  const cells = [...grouped(all, ({ day }) => columns.at(day))].sort(([left], [right]) => left - right);
  const staying = cells.filter(([, steps]) => steps.some(({ as }) => as === "now")).map(([column]) => column);
  const [first, last] = [staying[0], staying.at(-1)];
  const idle = campaign.runs === "no" && "idle";
  const sending = item("row", places.stackNumber(campaign.stack), dangers > 0);
  return html`<div role="row" class="campaign-row ${idle}"${sending}><div role="rowheader" class="who">${campaignHeading(campaign, place, dangers)}</div>${
    first !== undefined && html`<span class="track at-${first} to-${last}" aria-hidden="true"></span>`
  }${cells.map(
    ([column, steps]) =>
      html`<div role="cell" class="cell at-${column}"${attributes({ "aria-colindex": column + 2 })}><span class="cell-day">${dayName(
        steps[0]?.day,
      )}${earliestDate(steps[0]?.day, now)}</span>${steps.map((each) => stepEvent(campaign, place, each))}</div>`,
  )}${all.length === 0 && html`<div role="cell" class="cell at-0 muted">The steps are not known yet</div>`}</div>
`;
}

function campaignHeading(campaign: ReviewedCampaign, place: Place, dangers: number): Markup {
  const lists = campaign.lists.filter(({ change }) => change !== "removed");
  const { alsoFrom } = seatsOf(campaign);
  return html`<a href="#${place.anchor}">${name(place.name, 80)}</a>
<span class="chips">${chip(sendingChip(campaign))}${chip(changeChip(campaign))}${dangerChip(dangers)}</span>
${lists.slice(0, 3).map((list) => html`<span class="second">${listName(list)}</span>`)}${
  lists.length > 3 && html`<span class="second">and ${formattedCount(lists.length - 3, "other list")}</span>`
}${alsoFrom !== undefined && html`<span class="second"><bdi>${truncatedName(alsoFrom)}</bdi></span>`}`;
}

/** The meaning of the colours and lines that occur. */
function legend(campaigns: readonly ReviewedCampaign[]): Markup {
  const steps = campaigns.flatMap((campaign) => placedSteps(campaign.steps));
  const samples = steps.some(({ step }) => step.texts.some(({ sample }) => sample !== undefined));
  const keys = [
    steps.some(({ step }) => step.type !== "email") && html`<li class="key network">LinkedIn</li>`,
    steps.some(({ step }) => step.type === "email") && html`<li class="key emails">E-mail</li>`,
    steps.some(({ as }) => as !== "now") &&
      html`<li class="key former">Where a step was before, or a step that is removed</li>`,
    campaigns.some(({ runs }) => runs === "no") && html`<li class="key idle">Campaign that does not send</li>`,
    samples && html`<li class="hint">Texts are filled in for a made-up contact. Press one to read all of it.</li>`,
  ];
  return html`<ul class="keys">${keys}</ul>`;
}

/** Maximum length of a text in a cell. */
const longestExcerpt = 90;
/** Maximum length of a text in a popover. The whole text is in the campaign's section. */
const longestSample = 1500;

const dayName = (day: number | undefined) => (day === undefined ? "Day not known yet" : `Day ${number(day)}`);

/** A step in the calendar. Its texts open in a popover. */
function stepEvent(campaign: ReviewedCampaign, place: Place, placedStep: Placed): Markup {
  const { step, as } = placedStep;
  const look = `event ${step.type === "email" ? "email" : "network"} ${as}`;
  const head = html`<span class="event-head">${icon(step.type)}<span>${name(step.label, 60)}</span></span>`;
  if (as === "former")
    return html`<span class="${look}">${head}<span class="event-note">${movesTo(step)}</span></span>`;
  const notes = html`${changeOf(campaign, step)}${as === "now" && formerDay(step)}`;
  const texts = textsOf(step, as);
  const [first] = texts;
  if (first === undefined) return html`<span class="${look}">${head}${writerLabel(step)}${notes}</span>`;
  return html`<button type="button" class="${look}" popovertarget="${lookOf(place, step)}">${head}<span class="excerpt" dir="auto">${excerpt(
    first,
  )}</span>${notes}</button>${popover(campaign, place, placedStep, texts)}`;
}

const lookOf = (place: Place, step: ReviewedStep) => `look-${stepAnchor(place, step)}`;

const movesTo = ({ day }: ReviewedStep) => (day === undefined ? "moves" : `moves to day ${number(day)}`);

function formerDay(step: ReviewedStep): Markup | undefined {
  return isMoved(step)
    ? html`<span class="event-note">before: ${dayName(step.dayBefore).toLowerCase()}</span>`
    : undefined;
}

/** The change of a step. All steps of a new campaign are new. */
function changeOf(campaign: ReviewedCampaign, { change }: ReviewedStep): Markup | undefined {
  if (change === "same" || (campaign.change === "created" && change === "added")) return undefined;
  return chip(stepChips[change]);
}

function writerLabel({ mode }: ReviewedStep): Markup | undefined {
  return mode === "ai" ? html`<span class="event-note">written by the AI</span>` : undefined;
}

/** The texts of a step before or after the change, with subjects before messages. */
function textsOf({ mode, texts }: ReviewedStep, as: Placed["as"]): readonly string[] {
  // The program's text is not sent if the AI replaces it.
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

/** The popover with a step's texts and a link to the step. */
function popover(campaign: ReviewedCampaign, place: Place, { step, as }: Placed, texts: readonly string[]): Markup {
  const id = lookOf(place, step);
  const { emails, network } = seatsOf(campaign);
  const from = step.type === "email" ? emails : network;
  const when = as === "removed" ? "removed by this change" : `${dayName(step.day).toLowerCase()} at the earliest`;
  return html`<div popover id="${id}" class="look" role="dialog" aria-label="Step ${step.number}: ${truncatedName(step.label)}"><header><p class="look-title">${icon(
    step.type,
  )}${number(step.number)}. ${name(step.label, 60)}</p><button type="button" popovertarget="${id}" popovertargetaction="hide">Close</button></header>
<p class="muted">${name(place.name, 80)}: ${when}${from !== undefined && html`, from <bdi>${truncatedName(from)}</bdi>`}</p>${texts.map(
    sampleQuote,
  )}<p><a href="#${stepAnchor(place, step)}">Show this step with its campaign</a></p></div>`;
}

function sampleQuote(text: string): Markup {
  const shown = start(text, longestSample);
  const left = text.length - shown.length;
  return html`<blockquote>${message(shown)}${left > 0 && html`<p class="muted">… and ${formattedCount(left, "more character")}</p>`}</blockquote>`;
}
