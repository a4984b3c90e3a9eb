import { dayOf } from "../clock.js";
import type { RateLimitOptions } from "../options.js";

interface Account {
  /**
   * A ring buffer of the times of admitted requests, oldest at `head`. Its size is the number of requests that a window
   * admits.
   */
  instants: Float64Array;
  head: number;
  count: number;
  day: string;
  today: number;
}

export interface Usage {
  accountId: number;
  inWindow: number;
  today: number;
}

export interface Refusal {
  retryAfterSeconds: number;
  reason: "window" | "day";
}

/**
 * Admits at most `limit + burst` requests of an account in any window. A window is any span of that length, not a
 * calendar minute. Rejected requests do not count.
 */
export class RateLimiter {
  private readonly accounts = new Map<number, Account>();
  private options: RateLimitOptions | false;

  constructor(options: RateLimitOptions | false) {
    this.options = options;
  }

  configure(options: RateLimitOptions | false): void {
    if (JSON.stringify(options) === JSON.stringify(this.options)) return;
    this.options = options;
    this.accounts.clear();
  }

  /** Forgets all requests. */
  clear(): void {
    this.accounts.clear();
  }

  /**
   * @param instant monotonic time in milliseconds, for the window
   * @param date the service's time in milliseconds since 1970, for the day
   */
  admit(accountId: number, instant: number, date: number): Refusal | undefined {
    const options = this.options;
    if (options === false) return undefined;
    const account = this.account(accountId, options);
    const window = options.windowSeconds * 1000;
    this.forgetOlder(account, instant - window);

    const day = dayOf(date);
    if (account.day !== day) {
      account.day = day;
      account.today = 0;
    }
    if (account.today >= options.dailyLimit) {
      const midnight = Date.parse(`${day}T00:00:00.000Z`) + 86_400_000;
      return { retryAfterSeconds: wholeSeconds(midnight - date), reason: "day" };
    }
    if (account.count === account.instants.length) {
      const oldest = account.instants[account.head] ?? instant;
      return { retryAfterSeconds: wholeSeconds(oldest + window - instant), reason: "window" };
    }
    account.instants[(account.head + account.count) % account.instants.length] = instant;
    account.count += 1;
    account.today += 1;
    return undefined;
  }

  usage(instant: number): Usage[] {
    const options = this.options;
    if (options === false) return [];
    return [...this.accounts].map(([accountId, account]) => {
      this.forgetOlder(account, instant - options.windowSeconds * 1000);
      return { accountId, inWindow: account.count, today: account.today };
    });
  }

  private forgetOlder(account: Account, limit: number): void {
    while (account.count > 0 && (account.instants[account.head] ?? 0) <= limit) {
      account.head = (account.head + 1) % account.instants.length;
      account.count -= 1;
    }
  }

  private account(accountId: number, options: RateLimitOptions): Account {
    let account = this.accounts.get(accountId);
    if (!account) {
      account = { instants: new Float64Array(options.limit + options.burst), head: 0, count: 0, day: "", today: 0 };
      this.accounts.set(accountId, account);
    }
    return account;
  }
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
