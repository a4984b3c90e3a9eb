/** The most requests in any period as long as a window, by the service's clock, which its limit uses. */
export function mostInAnyWindow(times: readonly number[], windowMilliseconds: number): number {
  let most = 0;
  let first = 0;
  times.forEach((time, index) => {
    while ((times[first] ?? time) <= time - windowMilliseconds) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

export interface FullWindow {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Consecutive windows from the first request on, without the last, incomplete one. */
export function fullWindows(times: readonly number[], windowMilliseconds: number): FullWindow[] {
  const start = times[0] ?? 0;
  const full = Math.floor(((times.at(-1) ?? start) - start) / windowMilliseconds);
  return Array.from({ length: full }, (_, index) => {
    const from = start + index * windowMilliseconds;
    const to = from + windowMilliseconds;
    return { from, to, count: times.filter((time) => time >= from && time < to).length };
  });
}
