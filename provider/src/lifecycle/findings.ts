import type { ResourceKind } from "./kind";
import type { RunMemory } from "./memory";
import { type FoundAfter, type FoundThere, foundAfterOf, isPendingId, lastFound } from "./record";

/** What one object of this stack has found on a target. */
export interface FoundBy {
  /** The object that has looked. */
  readonly by: string;
  readonly found: FoundThere;
  /** False for a create whose outcome is unknown, and for an object that an update has taken off the target since. */
  readonly isThere: boolean;
}

/** By target. */
export type Findings = ReadonlyMap<string, readonly FoundBy[]>;

/** For all targets at once, because a large account has as many of them as objects. */
export function findingsByTarget(memory: RunMemory, kind: Pick<ResourceKind, "name">): Findings {
  const all = new Map<string, FoundBy[]>();
  for (const by of memory.idsOf(kind)) {
    const { foundOn = {}, sent } = memory.object(kind, by);
    for (const [target, found] of Object.entries(foundOn)) {
      const its = all.get(target) ?? [];
      its.push({ by, found, isThere: !isPendingId(by) && sent?.targets.includes(target) !== false });
      all.set(target, its);
    }
  }
  return all;
}

/**
 * The last finding on a target, if it contains all objects there: whoever looked last knows what the others had found before.
 * Undefined if the last one is not certain, or if the target names an object that has come since.
 */
export function wholeFinding(all: readonly FoundBy[], named: string): FoundBy | undefined {
  const [last, next] = all.toSorted((one, other) => latestFirst(one.found, other.found));
  if (last === undefined || last.found.all === undefined) return undefined;
  const isLast = next === undefined || latestFirst(last.found, next.found) < 0;
  // One without a number may be older than the others.
  const isNumbered = next === undefined || last.found.order !== undefined;
  return isLast && isNumbered && (named === last.by || last.found.ids.includes(named)) ? last : undefined;
}

/**
 * Objects, with the targets on which objects of this stack hide them, and after how many of their updates.
 *
 * @param last by target, whoever has found all others there, who knows better than those before it
 */
export function hiddenIn(
  findings: Findings,
  shown: ReadonlyMap<string, string | null>,
  last: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, ReadonlyMap<string, FoundAfter>> {
  const hidden = new Map<string, Map<string, FoundAfter>>();
  for (const [target, all] of findings) {
    const known = last?.get(target);
    const finders = shown.get(target) === null ? [] : all.filter(({ by }) => known === undefined || by === known);
    for (const { by, found } of finders) {
      for (const id of found.ids) {
        if (id === by) continue;
        const targets = hidden.get(id) ?? new Map<string, FoundAfter>();
        hidden.set(id, targets.set(target, lastFound(targets.get(target), foundAfterOf(found, id))));
      }
    }
  }
  return hidden;
}

/** To sort findings on one target. Those without a number may have come at any time. */
export function latestFirst({ order: one }: FoundThere, { order: other }: FoundThere): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  return other === undefined ? 1 : other - one;
}

/** The highest number of these findings. */
export function lastOrder(all: readonly FoundThere[]): number {
  return Math.max(0, ...all.map(({ order = 0 }) => order));
}
