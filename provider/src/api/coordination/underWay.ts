import { type Clock, wait } from "../clock";
import { describeWait } from "../duration";
import type { Scope, Store } from "./store";
import { TurnTooLong } from "./turns";

/** Parameters for waiting for the creates of other processes. */
export interface UnderWayParts {
  readonly clock: Clock;
  /** Milliseconds after which a sent create has arrived or is lost. */
  readonly lasts: number;
  readonly budgetMilliseconds: number;
  readonly longestLook: number;
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  assertGoingOn(): void;
  say(text: string): void;
}

/** Shorter waits are not announced. */
const shortestAnnounced = 5_000;

/**
 * Creates sent by other processes with no response yet. Turns expire by the store's clock. If that clock steps forward
 * (failover, suspended machine), a live process loses its turn while its create is under way. So an unsettled record
 * counts until it has an outcome, or until this process has waited long enough by its own clock.
 */
export class UnderWay {
  /** When each create was first seen, and how long it could still take to arrive. */
  private readonly seen = new Map<string, { readonly at: number; readonly left: number }>();

  constructor(private readonly parts: UnderWayParts) {}

  /** Waits until none of these creates can still arrive. Throws TurnTooLong if that takes longer than the budget. */
  async waitUntilSettled(of: Scope, plural: string): Promise<void> {
    const { clock, budgetMilliseconds, longestLook, assertGoingOn, say } = this.parts;
    const since = clock.now();
    let isSaid = false;
    for (;;) {
      assertGoingOn();
      const left = await this.timeLeft(of);
      if (left <= 0) return;
      if (clock.now() - since + left > budgetMilliseconds) throw new TurnTooLong("another process");
      if (!isSaid && left > shortestAnnounced) {
        isSaid = true;
        say(
          `waiting ${describeWait(left)} at most: another process lost its turn to create ${plural} while its request was on its way (the clock of the coordination database may have stepped forward)`,
        );
      }
      await wait(clock, Math.min(left, longestLook));
    }
  }

  /** Milliseconds until none of these creates can still arrive; 0 if there are none. */
  private async timeLeft(of: Scope): Promise<number> {
    const { clock, lasts, store } = this.parts;
    const sent = await store((one) => one.sentElsewhere(of));
    const now = clock.now();
    return sent.reduce((longest, { token, age, at }) => {
      // A step of the store's clock makes a record look old, but does not affect this machine's wall clock.
      const known = Math.min(age, clock.wallTime() - at);
      const first = this.seen.get(token) ?? { at: now, left: lasts - Math.max(0, known) };
      this.seen.set(token, first);
      return Math.max(longest, first.left - (now - first.at));
    }, 0);
  }
}
