import { html, type Markup } from "../../../page/markup";
import { name } from "../../../page/texts";
import { counted, linkedinSeatName, listed, number, seatsName } from "../../../page/words";
import type { ReviewedCampaign, UsedList } from "../../model";

/** The seats that a campaign sends from after the change. */
interface Seats {
  /** The heading under which the campaign stands in the calendar. */
  readonly group: string;
  readonly network: string | undefined;
  readonly emails: string | undefined;
  /** The e-mail seats of a campaign that stands under a LinkedIn seat. */
  readonly alsoFrom: string | undefined;
}

/** More are counted. */
const mostSeats = 6;

export function seatsOf({ linkedinSeat, emailSeats }: Pick<ReviewedCampaign, "linkedinSeat" | "emailSeats">): Seats {
  const network = linkedinSeat.after === undefined ? undefined : linkedinSeatName(linkedinSeat.after);
  const emails = emailSeats.after.length === 0 ? undefined : `e-mail ${seatList(emailSeats.after)}`;
  const group = network ?? (emails === undefined ? "Seat not known" : `E${emails.slice(1)}`);
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

/** A list that a campaign or an agent uses, with its people if they were counted. */
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
  return html` <span class="people">(${counted(people, "person", "people")}${parts})</span>`;
}
