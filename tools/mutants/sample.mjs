// @ts-check

/**
 * A random selection without repetition.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {() => number} random between 0 and 1
 * @returns {T[]}
 */
export function sampleOf(all, count, random = Math.random) {
  return all
    .map((each) => ({ each, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ each }) => each);
}

/**
 * The percentage of all mutants that are dead, if the open ones die as often as those of the sample, and the standard error of
 * that estimate.
 * @param {{ readonly all: number, readonly open: number, readonly tried: number, readonly killed: number }} counts
 */
export function estimate({ all, open, tried, killed }) {
  const rate = killed / tried;
  const error = Math.sqrt((rate * (1 - rate)) / tried);
  return { percentage: (100 * (all - open + rate * open)) / all, error: (100 * error * open) / all };
}
