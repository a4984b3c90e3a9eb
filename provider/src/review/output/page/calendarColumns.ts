import type { ReviewedCampaign, ReviewedStep } from "../../model";

/**
 * A column of the calendar: a day with steps, a day without, several days without, or the steps whose day is not known yet.
 */
export type Column =
  | { readonly kind: "day" | "idle"; readonly day: number }
  | { readonly kind: "gap"; readonly days: number }
  | { readonly kind: "unknown" };

export interface Columns {
  readonly all: readonly Column[];
  /** The position of a day, or of the steps without a day. */
  at(day: number | undefined): number;
}

/** More consecutive idle days than this are merged into one column. */
const mostIdle = 2;

/** A step on a day: its day after the change, or its former day. */
export interface Placed {
  readonly step: ReviewedStep;
  readonly day: number | undefined;
  /** `now`: after the change. `former`: the step moves away from this day. `removed`: it is removed. */
  readonly as: "now" | "former" | "removed";
}

/** The steps of a campaign on their days; a step that moves also appears on its former day. */
export function placedSteps(steps: readonly ReviewedStep[]): Placed[] {
  return steps.flatMap((step): Placed[] => {
    if (step.change === "removed") return [{ step, day: step.dayBefore ?? step.day, as: "removed" }];
    const now: Placed = { step, day: step.day, as: "now" };
    return isMoved(step) ? [{ step, day: step.dayBefore, as: "former" }, now] : [now];
  });
}

export function isMoved({ day, dayBefore }: ReviewedStep): boolean {
  return dayBefore !== undefined && day !== dayBefore;
}

/** The columns for these campaigns' steps. */
export function columnsOf(campaigns: readonly ReviewedCampaign[]): Columns {
  const days = new Set<number>([0]);
  let unknown = false;
  for (const { day } of campaigns.flatMap(({ steps }) => placedSteps(steps))) {
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
/** Width in pixels over which the calendar fades out if it can be scrolled. */
const widthOfEdge = 24;

/** The styles for the column layout, built only from numbers. The page's policy allows no styles in attributes. */
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
