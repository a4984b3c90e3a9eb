// @ts-check

/**
 * A readable duration: `0.4 s`, `45 s`, `3 min 51 s`.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Starts a stopwatch; calling the result returns the time since then.
 * @returns {() => string}
 */
export function stopwatch() {
  const start = performance.now();
  return () => duration(performance.now() - start);
}
