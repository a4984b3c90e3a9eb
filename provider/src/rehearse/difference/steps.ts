import { isDeepStrictEqual } from "node:util";
import type { RehearsedStep } from "../model";
import type { DeclaredStep } from "../people";

/** A step with its outcome and its declaration. */
export interface PlayedStep {
  readonly played: RehearsedStep;
  readonly declared: DeclaredStep;
}

/** A step that exists in both programs or in one of them. */
export interface StepPair {
  readonly before: PlayedStep | undefined;
  readonly after: PlayedStep | undefined;
}

/**
 * Aligns the steps of both programs. Equal steps are paired first; between them, steps of the same type count as one step
 * with a changed text.
 */
export function pairedSteps(before: readonly PlayedStep[], after: readonly PlayedStep[]): StepPair[] {
  const equal = longestCommonPairs(before, after, (left, right) =>
    isDeepStrictEqual(left.declared.fields, right.declared.fields),
  );
  const pairs: StepPair[] = [];
  let [from, to] = [0, 0];
  for (const [left, right] of [...equal, [before.length, after.length] as const]) {
    pairs.push(...pairedByType(before.slice(from, left), after.slice(to, right)));
    if (left < before.length) pairs.push({ before: before[left], after: after[right] });
    [from, to] = [left + 1, right + 1];
  }
  return pairs;
}

function pairedByType(before: readonly PlayedStep[], after: readonly PlayedStep[]): StepPair[] {
  const same = longestCommonPairs(before, after, (left, right) => left.played.type === right.played.type);
  const [lefts, rights] = [new Set(same.map(([left]) => left)), new Set(same.map(([, right]) => right))];
  return [
    ...before.filter((_, index) => !lefts.has(index)).map((step) => ({ before: step, after: undefined })),
    ...after.flatMap((step, index): StepPair[] => {
      if (!rights.has(index)) return [{ before: undefined, after: step }];
      const [left] = same.find(([, right]) => right === index) ?? [];
      return [{ before: left === undefined ? undefined : before[left], after: step }];
    }),
  ];
}

/** The positions of the longest common subsequence. */
function longestCommonPairs<T>(
  left: readonly T[],
  right: readonly T[],
  isSame: (left: T, right: T) => boolean,
): (readonly [number, number])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const isPair = (row: number, column: number) => {
    const [one, other] = [left[row], right[column]];
    return one !== undefined && other !== undefined && isSame(one, other);
  };
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const longest = isPair(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      const own = lengths[row];
      if (own !== undefined) own[column] = longest;
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [row, column] = [0, 0]; row < left.length && column < right.length; ) {
    if (isPair(row, column)) {
      pairs.push([row, column]);
      [row, column] = [row + 1, column + 1];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
