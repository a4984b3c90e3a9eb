import { type Clock, pause } from "../clock";
import { describeWait } from "../errors";
import type { Scope, Store } from "./store";
import { TurnTooLong } from "./turns";

/** What it takes to wait for the creates of other processes. */
export interface UnderWayParts {
  readonly clock: Clock;
  /** By this time after it was sent, a create has arrived or is lost. */
  readonly lasts: number;
  readonly budgetMilliseconds: number;
  readonly longestLook: number;
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  assertGoingOn(): void;
  say(text: string): void;
}

/** Shorter waits are not announced. */
const worthSaying = 5_000;

/**
 * Creates that other processes have sent and that are not answered yet. A turn ends by the clock of the store. If that
 * clock steps forward (a failover, a machine that was suspended), the turn of a living process passes on while its create
 * is on its way. So its record counts until it has an outcome, or until it has been waited for by the clock of this process.
 */
export class UnderWay {
  /** When each create was first seen, and for how long it could still arrive. */
  private readonly seen = new Map<string, { readonly at: number; readonly left: number }>();

  constructor(private readonly parts: UnderWayParts) {}

  /** Waits until none of them can arrive any more. Throws TurnTooLong if that takes longer than the budget. */
  async over(of: Scope, plural: string): Promise<void> {
    const { clock, budgetMilliseconds, longestLook, assertGoingOn, say } = this.parts;
    const since = clock.now();
    let isSaid = false;
    for (;;) {
      assertGoingOn();
      const left = await this.left(of);
      if (left <= 0) return;
      if (clock.now() - since + left > budgetMilliseconds) throw new TurnTooLong("another process");
      if (!isSaid && left > worthSaying) {
        isSaid = true;
        say(
          `waiting ${describeWait(left)} at most: another process lost its turn to create ${plural} while its request was on its way (the clock of the coordination database may have stepped forward)`,
        );
      }
      await pause(clock, Math.min(left, longestLook));
    }
  }

  /** Milliseconds until none of them can arrive any more; 0 if there is none. */
  private async left(of: Scope): Promise<number> {
    const { clock, lasts, store } = this.parts;
    const sent = await store((one) => one.sentElsewhere(of));
    const now = clock.now();
    return sent.reduce((longest, { token, age, at }) => {
      // A step of the store's clock makes a record look old. The time of day of this machine does not take part in it.
      const known = Math.min(age, clock.wallTime() - at);
      const first = this.seen.get(token) ?? { at: now, left: lasts - Math.max(0, known) };
      this.seen.set(token, first);
      return Math.max(longest, first.left - (now - first.at));
    }, 0);
  }
}
