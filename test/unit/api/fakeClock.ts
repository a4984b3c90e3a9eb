import { type Clock, systemClock } from "../../../provider/src/api/clock";

/** An accelerated clock, for long waits. */
export function fastClock(times: number): Clock {
  return {
    now: () => systemClock.now() * times,
    wallTime: () => systemClock.wallTime(),
    after: (milliseconds, action) => systemClock.after(milliseconds / times, action),
  };
}

/** Time that passes only on request. */
export class FakeClock implements Clock {
  private time = 1_000_000;
  private wall = Date.UTC(2026, 0, 15, 12);
  private timers: { at: number; action: () => void }[] = [];

  now(): number {
    return this.time;
  }

  wallTime(): number {
    return this.wall;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.time + Math.max(0, milliseconds), action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Sets the wall clock. */
  jump(milliseconds: number): void {
    this.wall += milliseconds;
  }

  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= until).sort((left, right) => left.at - right.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.set(next.at);
      next.action();
    }
    this.set(until);
  }

  /** Advances time from timer to timer, so that pending work in between continues. */
  async passSlowly(milliseconds: number): Promise<void> {
    const until = this.time + milliseconds;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = Math.min(until, ...this.timers.map(({ at }) => at));
      this.pass(Math.max(0, next - this.time));
      if (this.time >= until && !this.timers.some(({ at }) => at <= until)) break;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  private set(time: number): void {
    this.wall += time - this.time;
    this.time = time;
  }
}
