import type { Clock } from "./clock";

/** One request's place in the limit. Exactly one of the two is called once, however the request went. */
export interface Slot {
  /** The request must have been sent by then, or a new place be taken. */
  readonly goodUntil: number;
  /** The request is over: its place stays taken for one window from now. */
  ended(): void;
  /** Nothing was sent: its place is free at once. */
  unused(): void;
}

/** No place is free. */
export interface Full {
  /** When it is worth asking again. */
  readonly retryAt: number;
  /** When a place will be free as far as can be seen; for people. */
  readonly expectedAt: number;
}

/** Where the places of one limit are kept: in this process only, or in a folder shared by processes. */
export interface Slots {
  /** Takes a place, or says when (by the clock) it is worth asking again. */
  take(): Slot | Full;
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
      if (underWay + resting.length >= limit.requests) {
        const next = resting[0] ?? now + rest;
        return { retryAt: next, expectedAt: next };
      }
      underWay += 1;
      let open = true;
      const close = (freeAt: number | undefined) => {
        if (!open) return;
        open = false;
        underWay -= 1;
        if (freeAt !== undefined) resting.push(freeAt);
      };
      return {
        goodUntil: Number.POSITIVE_INFINITY,
        ended: () => close(clock.now() + rest),
        unused: () => close(undefined),
      };
    },
    block(until) {
      blockedUntil = Math.max(blockedUntil, until);
    },
    blockedUntil: () => blockedUntil,
  };
}

/**
 * Places shared with other processes, counted in this one as well: should the folder fail in the middle of a run,
 * this process at least keeps to the limit by itself. Says so once.
 */
export function guardedSlots(shared: Slots, alone: Slots, failed: (error: unknown) => void): Slots {
  let broken = false;
  const attempt = <T>(work: () => T, instead: T): T => {
    if (broken) return instead;
    try {
      return work();
    } catch (error) {
      broken = true;
      failed(error);
      return instead;
    }
  };
  return {
    take() {
      const own = alone.take();
      if ("retryAt" in own) return own;
      const common = attempt<Slot | Full | undefined>(() => shared.take(), undefined);
      if (common === undefined) return own;
      if ("retryAt" in common) {
        own.unused();
        return common;
      }
      return {
        goodUntil: Math.min(own.goodUntil, common.goodUntil),
        ended() {
          own.ended();
          common.ended();
        },
        unused() {
          own.unused();
          common.unused();
        },
      };
    },
    block(until) {
      alone.block(until);
      attempt(() => shared.block(until), undefined);
    },
    blockedUntil: () =>
      Math.max(
        alone.blockedUntil(),
        attempt(() => shared.blockedUntil(), Number.NEGATIVE_INFINITY),
      ),
  };
}
