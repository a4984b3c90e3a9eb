/** The clock of the limiter and the retries, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds that never decrease and are the same for all processes of this machine. */
  now(): number;
  /** Milliseconds since 1970; may jump. Only for dates from the service or from other machines. */
  wallTime(): number;
  /** Runs `action` once after this many milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Longer timers overflow in Node.js and fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  // Counts from the start of the machine on Linux, macOS and Windows, so that processes can compare it.
  // `performance.now` counts from the start of the process.
  now: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  wallTime: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, Math.min(Math.max(0, milliseconds), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Resolves after this many milliseconds. */
export function wait(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/**
 * Milliseconds by which a clock that wrote a Date header is ahead of this machine's. Undefined if it is not a date.
 *
 * @param at when the response was sent, by this machine's clock
 */
export function clockAhead(header: string | undefined, at: number): number | undefined {
  // Dates are short, and Date.parse is slow with long text.
  const date = Date.parse(header?.slice(0, 40) ?? "");
  // The header has a resolution of one second, so add half a second on average.
  return Number.isNaN(date) ? undefined : date + 500 - at;
}
