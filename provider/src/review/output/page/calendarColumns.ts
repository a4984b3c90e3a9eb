import type { ReviewedCampaign, ReviewedStep } from "../../model";

/**
 * A column of the calendar: a day on which something happens, a day on which nothing happens, several of those, or the
 * steps whose day is not known yet.
 */
export type Column =
  | { readonly kind: "day" | "idle"; readonly day: number }
  | { readonly kind: "gap"; readonly days: number }
  | { readonly kind: "unknown" };

export interface Columns {
  readonly all: readonly Column[];
  /** The position of a day, or of the steps without one. */
  at(day: number | undefined): number;
}

/** More idle days than these in a row are one column. */
const mostIdle = 2;

/** A step at a day: where it is after the change, or where it was. */
export interface Placed {
  readonly step: ReviewedStep;
  readonly day: number | undefined;
  /** `now`: after the change. `former`: the step moves away from this day. `removed`: it is gone. */
  readonly as: "now" | "former" | "removed";
}

/** The steps of a campaign, each at its day; one that moves also at its former day. */
export function placed(steps: readonly ReviewedStep[]): Placed[] {
  return steps.flatMap((step): Placed[] => {
    if (step.change === "removed") return [{ step, day: step.dayBefore ?? step.day, as: "removed" }];
    const now: Placed = { step, day: step.day, as: "now" };
    return isMoved(step) ? [{ step, day: step.dayBefore, as: "former" }, now] : [now];
  });
}

export function isMoved({ day, dayBefore }: ReviewedStep): boolean {
  return dayBefore !== undefined && day !== dayBefore;
}

/** The columns that the steps of these campaigns need. */
export function columnsOf(campaigns: readonly ReviewedCampaign[]): Columns {
  const days = new Set<number>([0]);
  let unknown = false;
  for (const { day } of campaigns.flatMap(({ steps }) => placed(steps))) {
    if (day === undefined) unknown = true;
    else days.add(day);
  }
  const all: Column[] = [];
  const positions = new Map<number, number>();
  let next = 0;
  for (const day of [...days].sort((left, right) => left - right)) {
    const idle = day - next;
    if (idle > mostIdle) all.push({ kind: "gap", days: idle });
    else for (; next < day; next += 1) all.push({ kind: "idle", day: next });
    positions.set(day, all.length);
    all.push({ kind: "day", day });
    next = day + 1;
  }
  const last = all.length;
  if (unknown) all.push({ kind: "unknown" });
  return { all, at: (day) => (day === undefined ? last : (positions.get(day) ?? last)) };
}

const widths = { day: 128, unknown: 128, idle: 28, gap: 58 } as const;
const widthOfNames = 240;
/** Over which the calendar fades out if there is more to scroll to. */
const widthOfEdge = 24;

/**
 * The styles that lay the columns out. They are made of numbers alone; the page's policy allows no styles in attributes.
 */
export function columnStyle({ all }: Columns): string {
  if (all.length === 0) return "";
  const widest = all.reduce((sum, { kind }) => sum + widths[kind], widthOfNames + widthOfEdge);
  const tracks = all.map(({ kind }) =>
    kind === "day" || kind === "unknown" ? `minmax(${widths[kind]}px,1fr)` : `${widths[kind]}px`,
  );
  const places = all.map(
    (_, index) => `.at-${index}{grid-column-start:${index + 2}}.to-${index}{grid-column-end:${index + 3}}`,
  );
  return `@media screen and (min-width:761px){.calendar{min-width:${widest}px}
.calendar [role="row"]{grid-template-columns:${widthOfNames}px ${tracks.join(" ")};padding-right:${widthOfEdge}px}
${places.join("\n")}}
`;
}
