import type { ReviewedCampaign, UsedList } from "../../model";
import { html, type Markup } from "./markup";
import { name } from "./texts";
import { counted, listed } from "./words";

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
  const network = linkedinSeat.after === undefined ? undefined : `LinkedIn seat ${linkedinSeat.after}`;
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
  return `${sorted.length === 1 ? "seat" : "seats"} ${listed(shown)}`;
}

/** A list that a campaign or an agent uses, with its number of people if it is known. */
export function listName({ id, name: called, people }: UsedList): Markup {
  const shown = called !== undefined ? name(called, 80) : id === undefined ? html`A new list` : html`List ${name(id)}`;
  const isNew = id === undefined && called !== undefined && html` <span class="muted">(new)</span>`;
  const size = people !== undefined && html` <span class="people">(${counted(people, "person", "people")})</span>`;
  return html`${shown}${isNew}${size}`;
}
