import { listed } from "../text/words";

const numbers = new Intl.NumberFormat("en");

export const number = (value: number): string => numbers.format(value);

export function formattedCount(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `LinkedIn seat 7`. */
export const linkedinSeatName = (seat: string | number): string => `LinkedIn seat ${seat}`;

/** `seat 3`, `seats 3 and 4`. */
export const seatsName = (seats: readonly (string | number)[], shown = listed(seats.map(String))): string =>
  `${seats.length === 1 ? "seat" : "seats"} ${shown}`;

/** A word with a sign and a tone, so that its meaning does not depend only on colour. */
export interface Chip {
  readonly sign: string;
  readonly word: string;
  readonly tone: "good" | "info" | "warn" | "bad" | "plain";
}
