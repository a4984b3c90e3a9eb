import { HOUR } from "../clock.js";
import type { Service } from "../service.js";
import { runHour } from "./hour.js";
import type { LeadMaker } from "./leads.js";

/** Missed hours that a sandbox with a wall clock runs after a restart. */
const MOST_HOURS_CAUGHT_UP = 24 * 7;

/** Moves time ahead and runs each full hour that passes. */
export class TimeTravel {
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly service: Service,
    private readonly loadLeadMaker: () => Promise<LeadMaker>,
  ) {
    const { store } = service;
    store.transaction(() => {
      if (store.setting("lastHour") === undefined) this.restart();
    });
  }

  /** Inside a transaction: the next hour to run is the one after the current time. */
  restart(): void {
    const { store, clock } = this.service;
    store.setSetting("lastHour", String(fullHour(clock.now())));
  }

  /** Runs work that no hour may interrupt, such as a reset of the clock, and restarts the timer of a wall clock. */
  between<T>(work: () => T): Promise<T> {
    const next = this.running.then(() => {
      const result = work();
      if (this.timer) {
        clearTimeout(this.timer);
        this.followWallClock();
      }
      return result;
    });
    this.running = next.then(
      () => undefined,
      () => undefined,
    );
    return next;
  }

  /** Calls run one after another: two at once would run the same hour twice. */
  advance(milliseconds: number): Promise<void> {
    const next = this.running.then(() => this.moveTo(this.service.clock.now() + milliseconds));
    this.running = next.catch(() => undefined);
    return next;
  }

  /** With a wall clock: runs the hours missed while the sandbox was stopped, then each hour when it begins. */
  followWallClock(): void {
    this.advance(0)
      .catch((error: unknown) => {
        if (this.stopped) return;
        process.stderr.write(`pulumi-outreach-sandbox: the hourly run failed: ${String(error)}\n`);
      })
      .finally(() => {
        if (this.stopped) return;
        clearTimeout(this.timer);
        const wait = fullHour(this.service.clock.now()) + HOUR - this.service.clock.now();
        this.timer = setTimeout(() => this.followWallClock(), wait + 50);
        this.timer.unref();
      });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async moveTo(target: number): Promise<void> {
    const { store, clock } = this.service;
    let hour = Number(store.setting("lastHour")) + HOUR;
    if (clock.mode === "wall") hour = Math.max(hour, fullHour(clock.now()) - MOST_HOURS_CAUGHT_UP * HOUR);
    for (; hour <= target && !this.stopped; hour += HOUR) {
      const instant = hour;
      const makeLead = await this.loadLeadMaker();
      store.transaction(() => {
        clock.moveTo(instant);
        clock.keep();
        clock.during(instant, () => runHour(this.service, makeLead, instant));
        store.setSetting("lastHour", String(instant));
      });
      // Lets the server handle requests between two hours.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    if (hour <= target) throw new Error("The sandbox was closed before time had moved as far as asked");
    store.transaction(() => clock.moveTo(target));
  }
}

function fullHour(instant: number): number {
  return Math.floor(instant / HOUR) * HOUR;
}
