import type { Clock } from "./clock";

/** One request's place in the limit. The holder must call exactly one of `ended` and `unused`. */
export interface Slot {
  /** False if the place has expired, so that a new one must be taken before the request is sent. */
  isGood(): boolean;
  /** The request has ended: its place stays taken for one window from now. */
  ended(): void;
  /** Nothing was sent: its place is freed immediately. */
  unused(): void;
}

/** No place is free. */
export interface Full {
  /** Milliseconds after which to try again. */
  readonly retryIn: number;
  /** Estimated milliseconds until a place is free, for messages. */
  readonly expectedIn: number;
  /** True if the wait was requested by a 429 from the service. */
  readonly blocked: boolean;
}

/** The places of one limit. */
export interface Slots {
  /** Takes between one and `wanted` places, or returns when to try again. */
  take(wanted: number): Promise<readonly Slot[] | Full>;
  /** Hands out no places for this long. Never shortens an earlier block. */
  block(milliseconds: number): Promise<void>;
}

/** A limit on the requests in any time window. */
export interface Limit {
  /** Maximum number of requests in any window. */
  readonly requests: number;
  readonly windowMilliseconds: number;
}

/** How long one operation, including its retries, may still wait. */
export class WaitBudget {
  spent = 0;
  constructor(private readonly milliseconds: number) {}
  left(): number {
    return Math.max(0, this.milliseconds - this.spent);
  }
  spend(milliseconds: number): void {
    this.spent += Math.max(0, milliseconds);
  }
}

/** The wait for the limit exceeds the operation's budget. Nothing was sent. */
export class WaitTooLong extends Error {
  /** @param milliseconds how long the service asked to wait, if that alone is too long */
  constructor(readonly milliseconds: number | undefined) {
    super("the wait for the service's limit is longer than allowed");
  }
}

/** Writes are served before reads. */
export type Priority = "write" | "read";

/** Called for a long wait. `blocked` is true if it was requested by a 429 from the service. */
export type SayWaiting = (milliseconds: number, queued: number, blocked: boolean) => void;

interface Waiter {
  readonly since: number;
  readonly deadline: number;
  readonly budget: WaitBudget;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: unknown) => void;
  queued: boolean;
}

/** Shorter waits are not announced. */
const shortestAnnounced = 5_000;
/** Delay of the announcement in milliseconds, so that all requests waiting for the same reason have joined the queue. */
const announceAfter = 1_000;
/** A run that keeps waiting announces it about once a minute. */
const announceAgainAfter = 60_000;

/** Until when no place can be taken. */
interface Closed {
  readonly until: number;
  readonly expectedAt: number;
  readonly blocked: boolean;
}

/** Hands out the places of the limit: immediately while places are free, then in order, writes before reads. */
export class Limiter {
  private readonly queues: Record<Priority, Waiter[]> = { write: [], read: [] };
  private cancelTimer: (() => void) | undefined;
  private saidAt = Number.NEGATIVE_INFINITY;
  /** When to announce the current wait, if it has not ended by then. */
  private sayAt: number | undefined;
  private closed: Closed | undefined;
  private serving = false;
  private again = false;
  private stopped: Error | undefined;

  constructor(
    private readonly slots: Slots,
    private readonly clock: Clock,
    private readonly say: SayWaiting,
  ) {}

  /** Resolves when one request may be sent. Rejects with WaitTooLong, or with an error of the store. */
  reserve(priority: Priority, budget: WaitBudget): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (this.stopped !== undefined) {
        reject(this.stopped);
        return;
      }
      const since = this.clock.now();
      this.queues[priority].push({
        since,
        deadline: since + budget.left(),
        budget,
        resolve,
        reject,
        queued: this.closed !== undefined && this.closed.until > since,
      });
      this.serve();
    });
  }

  /** Holds back all requests for this long after the service responded with 429. */
  async block(milliseconds: number): Promise<void> {
    const until = this.clock.now() + milliseconds;
    if (until > (this.closed?.until ?? 0)) this.closed = { until, expectedAt: until, blocked: true };
    await this.slots.block(milliseconds);
    this.serve();
  }

  /** Stops handing out places and rejects all waiting requests with this error. */
  stop(error: Error): void {
    this.stopped = error;
    this.rejectWaiters(() => true, error);
  }

  private get waiters(): Waiter[] {
    return [...this.queues.write, ...this.queues.read];
  }

  /** Only one round at a time takes places, so that the order of the queue is kept. */
  private serve(): void {
    this.again = true;
    if (this.serving) return;
    this.serving = true;
    void this.rounds().finally(() => {
      this.serving = false;
      if (this.again) this.serve();
    });
  }

  private async rounds(): Promise<void> {
    while (this.again) {
      this.again = false;
      this.cancelTimer?.();
      this.cancelTimer = undefined;
      await this.round();
    }
  }

  private async round(): Promise<void> {
    while (this.waiters.length > 0) {
      const now = this.clock.now();
      if (this.closed !== undefined && this.closed.until > now) {
        this.waitUntilOpen(now, this.closed);
        return;
      }
      this.closed = undefined;
      let taken: readonly Slot[] | Full;
      try {
        taken = await this.slots.take(this.waiters.length);
      } catch (error) {
        this.rejectWaiters(() => true, error);
        return;
      }
      if ("retryIn" in taken) this.close(taken);
      else for (const slot of taken) this.handOut(slot);
    }
    this.sayAt = undefined;
  }

  private close({ retryIn, expectedIn, blocked }: Full): void {
    const now = this.clock.now();
    // At least one millisecond, the resolution of timers in Node.js: less would be a busy loop.
    this.closed = { until: now + Math.max(1, retryIn), expectedAt: now + expectedIn, blocked };
    for (const waiter of this.waiters) waiter.queued = true;
  }

  private handOut(slot: Slot): void {
    const waiter = this.queues.write.shift() ?? this.queues.read.shift();
    if (waiter === undefined) {
      slot.unused();
      return;
    }
    // A request that never queued did not wait, however long taking its place took.
    if (waiter.queued) waiter.budget.spend(this.clock.now() - waiter.since);
    waiter.resolve({
      isGood: () => slot.isGood(),
      ended: () => slot.ended(),
      unused: () => {
        slot.unused();
        // The next request in the queue takes the returned place.
        if (this.closed?.blocked === false) this.closed = undefined;
        this.serve();
      },
    });
  }

  private waitUntilOpen(now: number, { until, expectedAt, blocked }: Closed): void {
    // Reject those whose budget ends before the block does, instead of letting them wait for nothing.
    if (blocked) this.rejectWaiters((waiter) => until > waiter.deadline, new WaitTooLong(until - now));
    this.rejectWaiters((waiter) => waiter.deadline <= now, new WaitTooLong(undefined));
    const { waiters } = this;
    if (waiters.length === 0) return;
    const longest = Math.max(expectedAt - now, now - Math.min(...waiters.map(({ since }) => since)));
    if (longest >= shortestAnnounced && now >= this.saidAt + announceAgainAfter) {
      this.sayAt ??= now + announceAfter;
      if (now >= this.sayAt) {
        this.sayAt = undefined;
        this.saidAt = now;
        this.say(Math.max(0, expectedAt - now), waiters.length, blocked);
      }
    } else this.sayAt = undefined;
    const next = Math.min(until, this.sayAt ?? until, ...waiters.map(({ deadline }) => deadline));
    this.cancelTimer = this.clock.after(Math.max(1, Math.ceil(next - now)), () => this.serve());
  }

  private rejectWaiters(isLeaving: (waiter: Waiter) => boolean, error: unknown): void {
    const now = this.clock.now();
    for (const priority of ["write", "read"] as const) {
      const leaving = this.queues[priority].filter(isLeaving);
      this.queues[priority] = this.queues[priority].filter((waiter) => !leaving.includes(waiter));
      for (const waiter of leaving) {
        waiter.budget.spend(now - waiter.since);
        waiter.reject(error);
      }
    }
  }
}

/** For example `100 requests a minute` or `100 requests per 10 s`. */
export function describeLimit({ requests, windowMilliseconds }: Limit): string {
  const seconds = windowMilliseconds / 1000;
  return seconds === 60 ? `${requests} requests a minute` : `${requests} requests per ${seconds} s`;
}
