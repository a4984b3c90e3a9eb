import { shownOn, textsOf } from "./facts";
import { type ResourceKind, targetsIn, type Values } from "./kind";
import type { RunMemory } from "./memory";
import { foundBy, type Recorded } from "./record";
import type { CreateSituation } from "./situation";

/** What an object found on its targets when it was attached to them. */
type Found = Pick<Recorded, "foundOn" | "firstOn">;

/**
 * For the record of an object that is about to be attached to these targets: a target names only the object that was
 * attached last, so this one hides those before it. Without the targets for which nothing shows it.
 *
 * @param own the id of the object itself, or of the one that it replaces
 */
export async function foundOn(
  { kind, account, run, about }: Pick<CreateSituation, "kind" | "account" | "run" | "about">,
  targets: readonly string[],
  own: string | undefined,
): Promise<Found> {
  const { memory } = run;
  const shows = kind.looks?.targetsShow;
  if (shows === undefined || targets.length === 0) return {};
  const answers = (await account.listing(shows.kind, about))?.answers ?? [];
  const wanted = new Set(targets);
  const found: Record<string, string[]> = {};
  const first: string[] = [];
  const shown = shownOn(answers, shows.field);
  for (const { id } of answers.filter((answer) => wanted.has(answer.id))) {
    const named = shown.get(id) ?? undefined;
    const its = named === undefined ? {} : memory.object(kind, named);
    const before = its.foundOn?.[id];
    if (named === undefined && memory.object({ name: shows.kind }, id).made !== undefined) first.push(id);
    else if (shown.get(id) === null) found[id] = [];
    else if (named !== undefined && named !== own) found[id] = [...new Set([named, ...(before ?? [])])];
    else if (its.firstOn?.includes(id) === true) first.push(id);
    else if (before !== undefined) found[id] = [...before];
  }
  return asFound(found, first);
}

function asFound(found: Readonly<Record<string, string[]>>, first: readonly string[]): Found {
  return {
    ...(Object.keys(found).length === 0 ? {} : { foundOn: found }),
    ...(first.length === 0 ? {} : { firstOn: [...first] }),
  };
}

/** Notes what an object in the state has found, for the decisions of this run. */
export function noteFoundOn(memory: RunMemory, kind: Pick<ResourceKind, "name">, id: string, its: Found): void {
  memory.note(kind, id, foundBy(its));
}

/** The record after a change of the targets. */
export function withFound(
  kind: ResourceKind,
  { foundOn: before, firstOn, ...record }: Recorded,
  added: Found,
  news: Values,
): Recorded {
  const its = textsOf(targetsIn(kind, news));
  const all = { ...before, ...added.foundOn };
  const found = its.flatMap((target) => (all[target] === undefined ? [] : [[target, all[target]] as const]));
  const isFirst = (target: string) => its.includes(target) && added.foundOn?.[target] === undefined;
  const first = [...new Set([...(firstOn ?? []), ...(added.firstOn ?? [])])].filter(isFirst);
  return { ...record, ...asFound(Object.fromEntries(found), first) };
}
