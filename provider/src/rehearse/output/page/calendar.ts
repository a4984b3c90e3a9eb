import { attributes, html, type Markup } from "../../../page/markup";
import { section } from "../../../page/parts";
import { formattedCount, number } from "../../../page/words";
import type { Action, Rehearsal, RehearsedSeat } from "../../model";
import { actionsIn, actionWords, fullWords, lastBusyDay, seatName } from "../../words";

/** The actions of each seat on each day: one table per seat, one row per kind of action. */
export function calendar(
  rehearsal: Rehearsal,
  { id, heading }: { readonly id: string; readonly heading: string } = { id: "calendar", heading: "Calendar" },
): Markup {
  const { seats, calendar: days } = rehearsal;
  const last = lastBusyDay(rehearsal) ?? 0;
  const busy = seats.filter(({ total }) => actionsIn([total]).length > 0);
  if (busy.length === 0) {
    return section(id, heading, "nothing", html`<p class="card muted">No seat does anything.</p>`);
  }
  const tables = busy.map((seat) => seatTable(rehearsal, seat, last));
  const rest = last < days.length && html`<p class="muted after">Nothing is sent after day ${number(last)}.</p>`;
  return section(
    id,
    heading,
    formattedCount(busy.length, "seat"),
    html`${tables}${rest}${legend()}`,
    "How many actions each seat performs on each day. Days are in UTC; day 1 is the day on which the campaigns are switched on.",
  );
}

function legend(): Markup {
  return html`<p class="keys"><span class="key quota">quota of the day used up</span></p>`;
}

function seatTable({ calendar: days }: Rehearsal, seat: RehearsedSeat, last: number): Markup {
  const shown = days.slice(0, last);
  const actions = actionsIn([seat.total]);
  const caption = html`<b>${seatName(seat)}</b> <span class="muted">${formattedCount(seat.campaigns.length, "campaign")}${
    seat.full.length > 0 && html`; quota used up: ${fullWords(seat.full)}`
  }</span>`;
  return html`<div class="card seat-card"><p class="seat-title">${caption}</p>
<div class="heat-box" role="region" aria-label="${seatName(seat)}, scrolls sideways" tabindex="0"><table class="heat">
<thead><tr><th scope="col">Day</th>${shown.map(
    ({ day, date }) => html`<th scope="col"${attributes({ title: date })}>${number(day)}</th>`,
  )}<th scope="col">All</th></tr></thead>
<tbody>${actions.map((action) => actionRow(shown, seat, action))}</tbody></table></div></div>
`;
}

function actionRow(days: Rehearsal["calendar"], seat: RehearsedSeat, action: Action): Markup {
  const quota = seat.quotas[action];
  const word = actionWords[action][1];
  return html`<tr><th scope="row">${word.charAt(0).toUpperCase() + word.slice(1)}${
    quota !== undefined && html` <span class="second">of ${number(quota)}</span>`
  }</th>${days.map(({ seats }) => {
    const own = seats.find((each) => each.seat === seat.seat && each.kind === seat.kind);
    return cell(own?.counts[action] ?? 0, quota);
  })}<td class="sum">${number(seat.total[action] ?? 0)}</td></tr>
`;
}

/** Tints 1 to 4 show the used share of the quota; a used-up quota is also marked without colour. */
function cell(count: number, quota: number | undefined): Markup {
  if (count === 0) return html`<td class="none"><span class="unseen">0</span></td>`;
  const part = quota === undefined || quota === 0 ? 0.5 : count / quota;
  const tint = Math.min(4, Math.max(1, Math.ceil(part * 4)));
  const isFull = part >= 1;
  return html`<td class="tint-${tint}${isFull && " full"}">${number(count)}${
    isFull && html`<span class="unseen"> (quota used up)</span>`
  }</td>`;
}
