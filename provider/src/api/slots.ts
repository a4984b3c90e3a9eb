import type { Clock } from "./clock";

/** One request's place in the limit. Exactly one of the two is called once, however the request went. */
export interface Slot {
  /** The request is over: its place stays taken for one window from now. */
  ended(): void;
  /** Nothing was sent: its place is free at once. */
  unused(): void;
}

/** Where the places of one limit are kept: in this process only, or in a folder shared by processes. */
export interface Slots {
  /** Takes a place, or says when (by the clock) it is worth asking again. */
  take(): Slot | { readonly retryAt: number };
  /** Nobody takes a place before this moment; an earlier block never shortens a later one. */
  block(until: number): void;
  /** The moment until which the service asked everybody to wait; may lie in the past. */
  blockedUntil(): number;
}

export interface Limit {
  /** Requests in any window at most. */
  readonly requests: number;
  readonly windowMilliseconds: number;
}

/**
 * How long a place stays taken after its request ended. The service counted the request at some moment between its
 * reservation and its end, so a place that is reused one window after the end never puts one request more than
 * allowed into any window at the service, however slow the network is. A thousandth more, because two clocks never
 * run alike.
 */
export function restMilliseconds(limit: Limit): number {
  return limit.windowMilliseconds + Math.max(2, limit.windowMilliseconds / 1000);
}

/** The places of a single process. */
export function memorySlots(limit: Limit, clock: Clock): Slots {
  const rest = restMilliseconds(limit);
  let underWay = 0;
  /** When each request that is over sets its place free, earliest first. */
  const resting: number[] = [];
  let blockedUntil = Number.NEGATIVE_INFINITY;

  return {
    take() {
      const now = clock.now();
      while (resting[0] !== undefined && resting[0] <= now) resting.shift();
      // Those under way end now at the earliest.
      if (underWay + resting.length >= limit.requests) return { retryAt: resting[0] ?? now + rest };
      underWay += 1;
      let open = true;
      const close = (freeAt: number | undefined) => {
        if (!open) return;
        open = false;
        underWay -= 1;
        if (freeAt !== undefined) resting.push(freeAt);
      };
      return { ended: () => close(clock.now() + rest), unused: () => close(undefined) };
    },
    block(until) {
      blockedUntil = Math.max(blockedUntil, until);
    },
    blockedUntil: () => blockedUntil,
  };
}
