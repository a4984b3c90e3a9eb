import type { Store } from "./store/store.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The machine's monotonic time, in milliseconds since 1970. */
export function machineTime(): number {
  return performance.timeOrigin + performance.now();
}

/** The service's time, kept in the store so that it never goes back after a restart. */
export class Clock {
  /** Milliseconds by which time was moved ahead since the start. */
  private movedAhead = 0;
  /** The hour that is being run; a missed hour differs from the machine's clock. */
  private hour: number | undefined;
  private lastIso = { instant: Number.NaN, text: "" };

  constructor(
    private readonly store: Store,
    readonly mode: "manual" | "wall",
    private readonly startTime?: string,
  ) {
    store.transaction(() => {
      if (mode === "manual" && store.setting("clock") === undefined) this.restart();
      if (mode === "wall") {
        const kept = Number(store.setting("clock") ?? 0);
        if (kept > Date.now() + this.offset()) store.setSetting("clockOffset", String(kept - Date.now()));
      }
    });
  }

  now(): number {
    if (this.hour !== undefined) return this.hour;
    if (this.mode === "wall") return Date.now() + this.offset();
    return Number(this.store.setting("clock"));
  }

  iso(): string {
    const instant = this.now();
    // All writes of an hour have the same time.
    if (this.lastIso.instant !== instant) this.lastIso = { instant, text: new Date(instant).toISOString() };
    return this.lastIso.text;
  }

  /** Runs work at an instant: all its writes have this time. */
  during(instant: number, work: () => void): void {
    this.hour = instant;
    try {
      work();
    } finally {
      this.hour = undefined;
    }
  }

  /** The monotonic time for the rate limit: moving the service's time ahead counts as waiting. */
  rateLimitTime(instant = machineTime()): number {
    return instant + this.movedAhead;
  }

  /** Inside a transaction: moves time to a later instant. */
  moveTo(instant: number): void {
    const ahead = instant - this.now();
    if (ahead <= 0) return;
    this.movedAhead += ahead;
    if (this.mode === "wall") this.store.setSetting("clockOffset", String(this.offset() + ahead));
    else this.store.setSetting("clock", String(instant));
  }

  /** Inside a transaction, in an empty store: begins at the initial time, which is the machine's for a wall clock. */
  restart(): void {
    this.movedAhead = 0;
    if (this.mode === "wall") return;
    this.store.setSetting("clock", String(this.startTime === undefined ? Date.now() : Date.parse(this.startTime)));
  }

  /** Inside a transaction: stores a wall clock's time, so that a later start with a manual clock does not go back. */
  keep(): void {
    if (this.mode === "wall") this.store.setSetting("clock", String(this.now()));
  }

  private offset(): number {
    return Number(this.store.setting("clockOffset") ?? 0);
  }
}

let lastDay = { number: 0, text: "1970-01-01" };

/** The day in UTC, such as `2026-03-02`. */
export function dayOf(instant: number): string {
  // The planner requests the same day repeatedly.
  const number = Math.floor(instant / DAY);
  if (lastDay.number !== number) lastDay = { number, text: new Date(instant).toISOString().slice(0, 10) };
  return lastDay.text;
}
