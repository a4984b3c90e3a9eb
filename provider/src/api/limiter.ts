import type { Clock } from "./clock";

/** One request's place in the limit. Exactly one of `ended` and `unused` is called, however the request went. */
export interface Slot {
  /** False where so much time has passed that a new place must be taken before the request is sent. */
  isGood(): boolean;
  /** The request is over: its place stays taken for one window from now. */
  ended(): void;
  /** Nothing was sent: its place is free at once. */
  unused(): void;
}

/** No place is free. */
export interface Full {
  /** Milliseconds after which it is worth asking again. */
  readonly retryIn: number;
  /** Milliseconds until a place will be free, as far as can be seen; for people. */
  readonly expectedIn: number;
  /** True where the service asked everybody to wait. */
  readonly blocked: boolean;
}

/** Where the places of one limit are kept. */
export interface Slots {
  /** Takes up to so many places, at least one, or says when it is worth asking again. */
  take(wanted: number): Promise<readonly Slot[] | Full>;
  /** Nobody takes a place for so long; an earlier block never shortens a later one. */
  block(milliseconds: number): Promise<void>;
}

export interface Limit {
  /** Requests in any window at most. */
  readonly requests: number;
  readonly windowMilliseconds: number;
}

/** What one operation may still spend on waiting, its retries included. */
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

/** The wait for the limit is longer than the operation may take. Nothing was sent. */
export class WaitTooLong extends Error {
  override readonly name = "WaitTooLong";
  /** @param milliseconds how long the service asks to wait, where that alone is too long */
  constructor(readonly milliseconds: number | undefined) {
    super("the wait for the service's limit is longer than allowed");
  }
}

export type Priority = "write" | "read";

/** Called when a wait turns out to be long; `blocked` where the service asked for it with a 429. */
export type SayWaiting = (milliseconds: number, queued: number, blocked: boolean) => void;

interface Waiter {
  readonly since: number;
  readonly deadline: number;
  readonly budget: WaitBudget;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: unknown) => void;
  queued: boolean;
}

/** Shorter waits are not worth a line. */
const worthSaying = 5_000;
/** By then all who wait for the same reason have joined the queue. */
const sayAfter = 1_000;
/** A run that waits all the time says so about once a minute. */
const sayAgainAfter = 60_000;

/** Why nothing can be taken before a moment. */
interface Closed {
  readonly until: number;
  readonly expectedAt: number;
  readonly blocked: boolean;
}

/** Hands out the places of the limit: all at once while there are free ones, then in turn, writes before reads. */
export class Limiter {
  private readonly queues: Record<Priority, Waiter[]> = { write: [], read: [] };
  private cancelTimer: (() => void) | undefined;
  private saidAt = Number.NEGATIVE_INFINITY;
  /** When to speak of the wait that has begun, if it still lasts. */
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

  /** Resolves when one request may be sent. Rejects with WaitTooLong, having taken nothing, or with what broke. */
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

  /** The service refused for its limit: nobody sends anything for so long. */
  async block(milliseconds: number): Promise<void> {
    const until = this.clock.now() + milliseconds;
    if (until > (this.closed?.until ?? 0)) this.closed = { until, expectedAt: until, blocked: true };
    await this.slots.block(milliseconds);
    this.serve();
  }

  /** Nothing is handed out any more, and whoever waits gets the error. */
  stop(error: Error): void {
    this.stopped = error;
    this.leave(() => true, error);
  }

  private get waiters(): Waiter[] {
    return [...this.queues.write, ...this.queues.read];
  }

  /** Places are taken by one at a time in this process, or the order of the queue would be lost. */
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
        this.wait(now, this.closed);
        return;
      }
      this.closed = undefined;
      let taken: readonly Slot[] | Full;
      try {
        taken = await this.slots.take(this.waiters.length);
      } catch (error) {
        this.leave(() => true, error);
        return;
      }
      if ("retryIn" in taken) this.close(taken);
      else for (const slot of taken) this.handOut(slot);
    }
    this.sayAt = undefined;
  }

  private close({ retryIn, expectedIn, blocked }: Full): void {
    const now = this.clock.now();
    // At least a millisecond: timers of Node.js are that coarse, and must not turn into a busy loop.
    this.closed = { until: now + Math.max(1, retryIn), expectedAt: now + expectedIn, blocked };
    for (const waiter of this.waiters) waiter.queued = true;
  }

  private handOut(slot: Slot): void {
    const waiter = this.queues.write.shift() ?? this.queues.read.shift();
    if (waiter === undefined) {
      slot.unused();
      return;
    }
    // Who was served at once has not waited, however long the look for a place took.
    if (waiter.queued) waiter.budget.spend(this.clock.now() - waiter.since);
    waiter.resolve({
      isGood: () => slot.isGood(),
      ended: () => slot.ended(),
      unused: () => {
        slot.unused();
        // A place given back is for the next in the queue.
        if (this.closed?.blocked === false) this.closed = undefined;
        this.serve();
      },
    });
  }

  private wait(now: number, { until, expectedAt, blocked }: Closed): void {
    // Reject those whose budget ends before the block does, instead of letting them wait for nothing.
    if (blocked) this.leave((waiter) => until > waiter.deadline, new WaitTooLong(until - now));
    this.leave((waiter) => waiter.deadline <= now, new WaitTooLong(undefined));
    const { waiters } = this;
    if (waiters.length === 0) return;
    const longest = Math.max(expectedAt - now, now - Math.min(...waiters.map(({ since }) => since)));
    if (longest >= worthSaying && now >= this.saidAt + sayAgainAfter) {
      this.sayAt ??= now + sayAfter;
      if (now >= this.sayAt) {
        this.sayAt = undefined;
        this.saidAt = now;
        this.say(Math.max(0, expectedAt - now), waiters.length, blocked);
      }
    } else this.sayAt = undefined;
    const next = Math.min(until, this.sayAt ?? until, ...waiters.map(({ deadline }) => deadline));
    this.cancelTimer = this.clock.after(Math.max(1, Math.ceil(next - now)), () => this.serve());
  }

  private leave(isLeaving: (waiter: Waiter) => boolean, error: unknown): void {
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

/** `100 requests a minute`, `100 requests per 10 s`. */
export function describeLimit({ requests, windowMilliseconds }: Limit): string {
  const seconds = windowMilliseconds / 1000;
  return seconds === 60 ? `${requests} requests a minute` : `${requests} requests per ${seconds} s`;
}
