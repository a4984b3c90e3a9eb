/** `npm run test:full`: all cases, and tests that need other programs or much time. `npm test` runs a selection. */
export const isLong = process.env.OUTREACH_TEST_LONG === "1";

/** All cases in `test:full`, otherwise the chosen ones. */
export function casesOf<T>(all: readonly T[], chosen: (each: T, index: number) => boolean): readonly T[] {
  return isLong ? all : all.filter(chosen);
}
