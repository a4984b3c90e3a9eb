import { html, type Markup } from "../../../page/markup";
import { name } from "../../../page/texts";
import { type Chip, formattedCount, linkedinSeatName, number, seatsName } from "../../../page/words";
import { listed } from "../../../text/words";
import type { ChangeWord, ReviewedAgent, ReviewedCampaign, ReviewedStep, UsedList, YesNo } from "../../model";
import type { Section } from "../layout";

export const brand = "Outreach review";

/** The page's words for each kind: `campaign-1` in links and in the filter, and the heading. */
export const nouns: Readonly<Record<Section["noun"], { readonly word: string; readonly heading: string }>> = {
  Campaign: { word: "campaign", heading: "Campaigns" },
  "Source agent": { word: "agent", heading: "Source agents" },
  List: { word: "list", heading: "Lists" },
};

export const changeChips: Readonly<Record<ChangeWord, Chip>> = {
  created: { sign: "+", word: "New", tone: "good" },
  updated: { sign: "~", word: "Changed", tone: "warn" },
  replaced: { sign: "±", word: "Replaced", tone: "bad" },
  deleted: { sign: "−", word: "Deleted", tone: "bad" },
  unchanged: { sign: "=", word: "Unchanged", tone: "plain" },
};

export const stepChips: Readonly<Record<Exclude<ReviewedStep["change"], "same">, Chip>> = {
  added: { sign: "+", word: "New", tone: "good" },
  removed: { sign: "−", word: "Removed", tone: "bad" },
  changed: { sign: "~", word: "Changed", tone: "warn" },
};

/** A chip with the change of a resource. Instead of being created, an existing object may be adopted. */
export function changeChip({ change, adopts }: { readonly change: ChangeWord; readonly adopts?: string }): Chip {
  const word = adopts === "twin" ? "Taken over or created" : "Taken over";
  return adopts === undefined ? changeChips[change] : { sign: "→", word, tone: "info" };
}

/** The order in which counts of changes are listed. */
const order: readonly ChangeWord[] = ["created", "updated", "replaced", "deleted", "unchanged"];

/** `2 new, 1 changed`. */
export function countsInWords(counts: Readonly<Partial<Record<ChangeWord, number>>>): string {
  const words = order
    .filter((change) => (counts[change] ?? 0) > 0)
    .map((change) => `${number(counts[change] ?? 0)} ${changeChips[change].word.toLowerCase()}`);
  return words.length === 0 ? "none" : words.join(", ");
}

/** Counts things by their change. */
export function countsOf(things: readonly { readonly change: ChangeWord }[]): Partial<Record<ChangeWord, number>> {
  const counts: Partial<Record<ChangeWord, number>> = {};
  for (const { change } of things) counts[change] = (counts[change] ?? 0) + 1;
  return counts;
}

const notKnown: Chip = { sign: "?", word: "Not known whether it sends", tone: "warn" };
const notSending: Chip = { sign: "■", word: "Does not send", tone: "plain" };
const sends = (word: string, tone: Chip["tone"]): Chip => ({ sign: "▶", word, tone });
const stops: Chip = { sign: "■", word: "Stops sending", tone: "warn" };

/** The words by whether a campaign sends after and before the change. */
const sending: Readonly<Record<YesNo, Readonly<Record<YesNo, Chip>>>> = {
  yes: { yes: sends("Sending", "info"), no: sends("Starts sending", "bad"), unknown: sends("Sends", "info") },
  no: { yes: stops, no: notSending, unknown: notSending },
  unknown: { yes: notKnown, no: notKnown, unknown: notKnown },
};
const leaving: Readonly<Record<YesNo, Chip>> = { yes: sends("Is sending", "bad"), no: notSending, unknown: notKnown };

/** A chip that shows whether a campaign sends before and after the change. */
export function sendingChip({ running, runs, change }: Pick<ReviewedCampaign, "running" | "runs" | "change">): Chip {
  return change === "deleted" ? leaving[running] : sending[runs][running];
}

/** A chip that shows whether an agent looks for people before and after the change. */
export function workChip({ paused: { before, after }, change }: Pick<ReviewedAgent, "paused" | "change">): Chip {
  if (change === "deleted")
    return { sign: "■", word: before === "yes" ? "Was paused" : "Stops looking", tone: "plain" };
  if (after === "yes") return { sign: "■", word: before === "no" ? "Is paused now" : "Paused", tone: "plain" };
  if (after === "unknown") return { sign: "?", word: "Not known whether it is paused", tone: "warn" };
  return change === "created" || before === "yes"
    ? { sign: "▶", word: "Starts looking", tone: "warn" }
    : { sign: "▶", word: "Looking for people", tone: "info" };
}

/** Maximum number of seats named; the others are counted. */
const mostSeats = 6;

/** The seats from which a campaign sends after the change; `group` is the heading of its group in the calendar. */
export function seatsOf({ linkedinSeat, emailSeats }: Pick<ReviewedCampaign, "linkedinSeat" | "emailSeats">) {
  const network = linkedinSeat.after === undefined ? undefined : linkedinSeatName(linkedinSeat.after);
  const emails = emailSeats.after.length === 0 ? undefined : `e-mail ${seatList(emailSeats.after)}`;
  const group = network ?? (emails === undefined ? "Seat not known" : `E${emails.slice(1)}`);
  // The e-mail seats of a campaign in a LinkedIn seat's group.
  const alsoFrom =
    network !== undefined && emails !== undefined ? `E-mails from ${seatList(emailSeats.after)}` : undefined;
  return { group, network, emails, alsoFrom };
}

function seatList(seats: readonly string[]): string {
  const sorted = [...seats].sort((left, right) => left.localeCompare(right, "en", { numeric: true }));
  const rest = sorted.length - mostSeats;
  const shown = rest > 0 ? [...sorted.slice(0, mostSeats), `${rest} others`] : sorted;
  return seatsName(sorted, listed(shown));
}

/** The name of a used list, with the number of its people if they were counted. */
export function listName(list: UsedList): Markup {
  const { id, name: called, uncertain } = list;
  const nameless = uncertain === "hidden" ? html`A list that cannot be shown here` : html`A new list`;
  const shown = called !== undefined ? name(called, 80) : id === undefined ? nameless : html`List ${name(id)}`;
  const note = uncertain === "twin" ? "taken over if it exists" : uncertain === undefined ? "new" : undefined;
  const isNew = id === undefined && called !== undefined && note && html` <span class="muted">(${note})</span>`;
  return html`${shown}${isNew}${peopleOf(list)}`;
}

function peopleOf({ people, states = {} }: UsedList): Markup | undefined {
  if (people === undefined) return undefined;
  const parts = Object.entries(states).map(([state, count]) => html`, ${number(count)} ${name(state, 40)}`);
  return html` <span class="people">(${formattedCount(people, "person", "people")}${parts})</span>`;
}
