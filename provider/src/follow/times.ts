const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of durations in user input. */
const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };

/** Formats times for people in one time zone. All other output keeps the service's ISO 8601. */
export class Times {
  private readonly parts: Intl.DateTimeFormat;

  /**
   * @param now milliseconds since 1970
   * @param zone an IANA time zone, such as `Europe/Paris`
   */
  constructor(
    private readonly now: () => number,
    readonly zone: string,
  ) {
    this.parts = new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "shortOffset" },
    });
  }

  /** Formats as `2027-01-31 09:05`. Empty if the value is not a time. */
  at(time: string | number | undefined): string {
    const parts = this.partsOf(time);
    return parts === undefined ? "" : `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
  }

  /** Formats as `3 h ago` or `in 2 days`. Empty if the value is not a time. */
  relative(time: string | number | undefined): string {
    const milliseconds = millisecondsOf(time);
    if (milliseconds === undefined) return "";
    const distance = milliseconds - this.now();
    const length = describeLength(Math.abs(distance));
    if (length === undefined) return "now";
    return distance < 0 ? `${length} ago` : `in ${length}`;
  }

  /** True if the time is after the current minute. */
  isAhead(time: string): boolean {
    return (millisecondsOf(time) ?? 0) - this.now() >= minute;
  }

  /** True if the time is today in the time zone. */
  isToday(time: string | undefined): boolean {
    const given = this.partsOf(time);
    const today = this.partsOf(this.now());
    return (
      given !== undefined && given.day === today?.day && given.month === today?.month && given.year === today?.year
    );
  }

  /** The name of the time zone, such as `Europe/Paris (GMT+1)`. */
  get name(): string {
    const offset = this.partsOf(this.now())?.timeZoneName ?? "";
    return /^(GMT(\+0)?|)$/.test(offset) ? this.zone : `${this.zone} (${offset})`;
  }

  private partsOf(time: string | number | undefined): Record<string, string> | undefined {
    const milliseconds = millisecondsOf(time);
    if (milliseconds === undefined) return undefined;
    return Object.fromEntries(this.parts.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
  }
}

/** The latest time that a JavaScript Date can represent. */
const latestTime = 8.64e15;

/** A served time in milliseconds since 1970. Undefined if it is not a time. */
export function millisecondsOf(time: string | number | undefined): number | undefined {
  // Dates are short, and Date.parse is slow with long text.
  const milliseconds = typeof time === "number" ? time : Date.parse(time?.slice(0, 40) ?? "");
  return Math.abs(milliseconds) <= latestTime ? milliseconds : undefined;
}

function describeLength(milliseconds: number): string | undefined {
  if (milliseconds < minute) return undefined;
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`;
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)} h`;
  return `${Math.floor(milliseconds / day)} days`;
}

/**
 * Parses a time given by the user: `90m`, `2h`, `3d` or `1w` ago, or an ISO 8601 date or time. A date without a time means
 * midnight UTC. Undefined for anything else, and for a time that a Date cannot represent.
 */
export function parseSince(text: string, now: number): Date | undefined {
  const duration = /^\s*(\d{1,6})\s*([mhdw])\s*$/i.exec(text);
  if (duration !== null) {
    const [, count = "", unit = ""] = duration;
    return new Date(now - Number(count) * (units[unit.toLowerCase()] ?? 0));
  }
  if (!/^\s*\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?\s*$/i.test(text)) return undefined;
  const milliseconds = millisecondsOf(text.trim());
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}
