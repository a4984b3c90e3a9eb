import { linkedinSeatName, seatsName } from "../page/words";
import { counted } from "../text/words";
import type { Action, Counts, Rehearsal, RehearsedCampaign, RehearsedSeat, RehearsedStep } from "./model";
import { actions } from "./model";

/** Words for actions, used in all outputs of a rehearsal. */

export const actionWords: Readonly<Record<Action, readonly [one: string, many: string]>> = {
  invitations: ["invitation", "invitations"],
  messages: ["message", "messages"],
  emails: ["e-mail", "e-mails"],
  profileVisits: ["visit", "visits"],
  likes: ["like", "likes"],
};

/** The actions that occur, in order. */
export function actionsIn(all: readonly Counts[]): Action[] {
  return actions.filter((action) => all.some((counts) => (counts[action] ?? 0) > 0));
}

/** For example `20 invitations, 3 messages`, or `nothing`. */
export function countsWords(counts: Counts): string {
  const parts = actionsIn([counts]).map((action) => counted(counts[action] ?? 0, ...actionWords[action]));
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

export function seatName({ kind, seat }: Pick<RehearsedSeat, "kind" | "seat">): string {
  return kind === "linkedin" ? linkedinSeatName(seat) : `E-mail seat ${seat}`;
}

/** A campaign's seats, for example `LinkedIn seat 7, e-mail seats 21, 22`. */
export function seatsWords({ linkedinSeat, emailSeats }: RehearsedCampaign): string {
  return [
    ...(linkedinSeat === undefined ? [] : [linkedinSeatName(linkedinSeat)]),
    ...(emailSeats.length === 0 ? [] : [`e-mail ${seatsName(emailSeats, emailSeats.join(", "))}`]),
  ].join("; ");
}

/** For example `1, 3 to 5, 9`. */
export function dayRanges(days: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`))
    .join(", ");
}

/** For example `invitations on days 2 to 10`. */
export function fullWords(full: RehearsedSeat["full"]): string {
  return full
    .map(({ action, days }) => `${actionWords[action][1]} on ${days.length === 1 ? "day" : "days"} ${dayRanges(days)}`)
    .join("; ");
}

export function finishWords(
  { finishedOn, people }: Pick<RehearsedCampaign, "finishedOn" | "people">,
  days: number,
): string {
  if (finishedOn !== undefined) return `day ${finishedOn}`;
  return people.all === 0 ? "it has no contacts" : `not within ${counted(days, "day")}`;
}

/** For example `sent to 129, days 4 to 14`. */
export function sentWords({ sent, firstDay, lastDay }: RehearsedStep): string {
  if (firstDay === undefined || lastDay === undefined) return "reached nobody within these days";
  const when = firstDay === lastDay ? `day ${firstDay}` : `days ${firstDay} to ${lastDay}`;
  return `${counted(sent, "contact")}, ${when}`;
}

/** For example `15 contacts have no [Company]`. */
export function emptyWords({ variable, contacts }: RehearsedStep["emptyVariables"][number]): string {
  return `${counted(contacts, "contact has", "contacts have")} no [${variable}]`;
}

export const writtenLater = "written by the service's AI for each contact, so it cannot be shown here";

/** The last day with any action. Undefined if there is none. */
export function lastBusyDay({ calendar }: Rehearsal): number | undefined {
  return calendar.findLast(({ seats }) => seats.length > 0)?.day;
}

export function title({ project, stack, days, contacts, calendar }: Rehearsal): string {
  const from = calendar[0]?.date;
  return `Rehearsal of ${project}/${stack}: ${counted(days, "day")}${from === undefined ? "" : ` from ${from}`}, ${counted(contacts, "made-up person", "made-up people")}`;
}
