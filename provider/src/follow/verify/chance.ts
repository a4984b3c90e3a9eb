/**
 * The probability that the second of two groups gets at least this many by chance if both have the same true share: the
 * upper tail of the hypergeometric distribution (Fisher's exact test).
 */
export function chanceProbability(before: Part, since: Part): number {
  const [all, marked] = [before.of + since.of, before.count + since.count];
  const most = Math.min(marked, since.of);
  let sum = 0;
  for (let count = since.count; count <= most; count++) {
    sum += Math.exp(chooseLog(marked, count) + chooseLog(all - marked, since.of - count) - chooseLog(all, since.of));
  }
  return Math.min(1, sum);
}

/** A count out of a group. */
export interface Part {
  readonly count: number;
  readonly of: number;
}

/** Cached logarithms of factorials. */
const factorials = [0];

function factorialLog(number: number): number {
  for (let next = factorials.length; next <= number; next++) {
    factorials.push((factorials[next - 1] ?? 0) + Math.log(next));
  }
  return factorials[number] ?? 0;
}

function chooseLog(all: number, chosen: number): number {
  if (chosen < 0 || chosen > all) return Number.NEGATIVE_INFINITY;
  return factorialLog(all) - factorialLog(chosen) - factorialLog(all - chosen);
}
