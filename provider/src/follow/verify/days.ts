import { millisecondsOf } from "../times";

const quarter = 900_000;
const day = 86_400_000;

/** Converts times to days in a time zone, in the form `2027-03-05`, whose string order is the order of the days. */
export class Days {
  private readonly format: Intl.DateTimeFormat;
  /** Cached per quarter of an hour, within which no zone changes its offset. */
  private readonly known = new Map<number, string>();

  /** @param zone an IANA time zone */
  constructor(zone: string) {
    this.format = new Intl.DateTimeFormat("en-CA", {
      ...{ timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" },
    });
  }

  /** Undefined if the value is not a time. */
  of(time: string | number | undefined): string | undefined {
    const milliseconds = millisecondsOf(time);
    return milliseconds === undefined ? undefined : this.at(milliseconds);
  }

  at(milliseconds: number): string {
    const key = Math.floor(milliseconds / quarter);
    const found = this.known.get(key) ?? this.format.format(milliseconds);
    this.known.set(key, found);
    return found;
  }

  /** The days from that of `since` onwards that are over by `now`. */
  ended(since: number, now: number): string[] {
    const today = this.at(now);
    const found: string[] = [];
    for (let next = this.at(since); next < today; next = dayAfter(next)) found.push(next);
    return found;
  }
}

/** The day `days` later, or earlier if negative. */
export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}
