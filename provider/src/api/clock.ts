/** Time as the limiter and the retries see it; handed in, so that tests need not wait. */
export interface Clock {
  /** Milliseconds that only ever grow, counted alike by all processes of this machine. */
  now(): number;
  /** Milliseconds since 1970; may jump. Only for dates that the service sends and for files of another machine. */
  wallTime(): number;
  /** Runs `action` once after so many milliseconds; the result cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Longer timers overflow in Node.js and would fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  // Counts from the machine's start on Linux, macOS and Windows, so that processes may compare it. `performance.now`
  // counts from the start of the process and would not do.
  now: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  wallTime: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, Math.min(Math.max(0, milliseconds), longestTimer));
    return () => clearTimeout(timer);
  },
};

export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}
