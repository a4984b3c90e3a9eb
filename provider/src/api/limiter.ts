import type { Clock } from "./clock";
import type { Full, Limit, Slot, Slots } from "./slots";

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
  readonly reject: (error: WaitTooLong) => void;
  queued: boolean;
}

/** Shorter waits are not worth a line. */
const worthSaying = 5_000;
/** By then all who wait for the same reason have joined the queue. */
const sayAfter = 1_000;
/** A run that waits all the time says so about once a minute. */
const sayAgainAfter = 60_000;

const notFull: Full = { retryAt: Number.NEGATIVE_INFINITY, expectedAt: Number.NEGATIVE_INFINITY };

/** Hands out the places of the limit: all at once while there are free ones, then in turn, writes before reads. */
export class Limiter {
  private readonly queues: Record<Priority, Waiter[]> = { write: [], read: [] };
  private cancelTimer: (() => void) | undefined;
  private saidAt = Number.NEGATIVE_INFINITY;
  /** When to speak of the wait that has begun, if it still lasts. */
  private sayAt: number | undefined;
  /** Before this moment it is not worth looking for a free place. */
  private full: Full = notFull;

  constructor(
    private readonly slots: Slots,
    private readonly clock: Clock,
    private readonly say: SayWaiting,
  ) {}

  /** Resolves when one request may be sent. Rejects with WaitTooLong, having taken nothing. */
  reserve(priority: Priority, budget: WaitBudget): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const since = this.clock.now();
      const waiter = { since, deadline: since + budget.left(), budget, resolve, reject, queued: false };
      this.queues[priority].push(waiter);
      this.serve();
      // Who was served at once has not waited, however long the look for a place took.
      waiter.queued = true;
    });
  }

  /** The service refused for its limit: nobody sends anything for so long. */
  block(milliseconds: number): void {
    this.slots.block(this.clock.now() + milliseconds);
    this.serve();
  }

  private serve(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    for (;;) {
      const now = this.clock.now();
      const blockedUntil = this.slots.blockedUntil();
      // Who cannot last that long hears so now, and not after waiting in vain.
      if (blockedUntil > now) this.giveUp((waiter) => blockedUntil > waiter.deadline, blockedUntil - now);
      const queue = this.queues.write.length > 0 ? this.queues.write : this.queues.read;
      const first = queue[0];
      if (first === undefined) {
        this.sayAt = undefined;
        return;
      }

      const blocked = blockedUntil > now;
      const full = blocked ? { retryAt: blockedUntil, expectedAt: blockedUntil } : this.full;
      const slot = full.retryAt > now ? full : this.slots.take();
      if ("retryAt" in slot) {
        if (!blocked) this.full = slot;
        this.giveUp((waiter) => waiter.deadline <= now, undefined);
        this.wait(now, slot, blocked);
        return;
      }
      queue.shift();
      if (first.queued) {
        first.budget.spend(now - first.since);
      }
      first.resolve(this.watched(slot));
    }
  }

  /** A place given back is for the next in the queue. */
  private watched(slot: Slot): Slot {
    return {
      goodUntil: slot.goodUntil,
      ended: () => slot.ended(),
      unused: () => {
        slot.unused();
        this.full = notFull;
        this.serve();
      },
    };
  }

  private wait(now: number, { retryAt, expectedAt }: Full, blocked: boolean): void {
    const waiters = [...this.queues.write, ...this.queues.read];
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
    const next = Math.min(retryAt, this.sayAt ?? retryAt, ...waiters.map(({ deadline }) => deadline));
    // At least a millisecond: timers of Node.js are that coarse, and must not turn into a busy loop.
    this.cancelTimer = this.clock.after(Math.max(1, Math.ceil(next - now)), () => this.serve());
  }

  private giveUp(hopeless: (waiter: Waiter) => boolean, milliseconds: number | undefined): void {
    const now = this.clock.now();
    for (const priority of ["write", "read"] as const) {
      const queue = this.queues[priority];
      const leaving = queue.filter(hopeless);
      if (leaving.length === 0) continue;
      this.queues[priority] = queue.filter((waiter) => !leaving.includes(waiter));
      for (const waiter of leaving) {
        waiter.budget.spend(now - waiter.since);
        waiter.reject(new WaitTooLong(milliseconds));
      }
    }
  }
}

/** `100 requests a minute`, `100 requests per 10 s`. */
export function describeLimit({ requests, windowMilliseconds }: Limit): string {
  const seconds = windowMilliseconds / 1000;
  return seconds === 60 ? `${requests} requests a minute` : `${requests} requests per ${seconds} s`;
}
