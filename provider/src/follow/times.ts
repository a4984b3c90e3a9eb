const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of a duration that a person types. */
const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };

/** Times as people read them, in one time zone. Everything else keeps the ISO 8601 of the service. */
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

  /** `2027-01-31 09:05`. Empty for what is no time. */
  at(time: string | number | undefined): string {
    const parts = this.partsOf(time);
    return parts === undefined ? "" : `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
  }

  /** `3 h ago`, `in 2 days`. Empty for what is no time. */
  relative(time: string | number | undefined): string {
    const milliseconds = millisecondsOf(time);
    if (milliseconds === undefined) return "";
    const distance = milliseconds - this.now();
    const length = describeLength(Math.abs(distance));
    if (length === undefined) return "now";
    return distance < 0 ? `${length} ago` : `in ${length}`;
  }

  /** True for a time of later than this minute. */
  isAhead(time: string): boolean {
    return (millisecondsOf(time) ?? 0) - this.now() >= minute;
  }

  /** True for a time of this day in the time zone. */
  isToday(time: string | undefined): boolean {
    const given = this.partsOf(time);
    const today = this.partsOf(this.now());
    return (
      given !== undefined && given.day === today?.day && given.month === today?.month && given.year === today?.year
    );
  }

  /** Which time zone the times are in: `Europe/Paris (GMT+1)`. */
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

/** The last moment that a JavaScript date can hold. */
const lastMoment = 8.64e15;

/** Milliseconds since 1970 of a served time. Undefined for what is none. */
export function millisecondsOf(time: string | number | undefined): number | undefined {
  // Dates are short, and Date.parse is slow with long text.
  const milliseconds = typeof time === "number" ? time : Date.parse(time?.slice(0, 40) ?? "");
  return Math.abs(milliseconds) <= lastMoment ? milliseconds : undefined;
}

function describeLength(milliseconds: number): string | undefined {
  if (milliseconds < minute) return undefined;
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`;
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)} h`;
  return `${Math.floor(milliseconds / day)} days`;
}

/**
 * A time that a person types: `90m`, `2h`, `3d` or `1w` before now, or a date or time of ISO 8601. A date without a time
 * begins at midnight UTC. Undefined for anything else, and for a time that no date can hold.
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
