import { shownOn, textsOf } from "./facts";
import { type ResourceKind, targetsIn, type Values } from "./kind";
import type { RunMemory } from "./memory";
import { type FoundThere, hasLeft, type Recorded } from "./record";
import type { CreateSituation } from "./situation";

/** What an object found on its targets when it was attached to them, and those that the last update of them has sent. */
export type Found = Pick<Recorded, "foundOn" | "sentTargets">;

/** A record names no more objects on a target, so that the state stays small; the account is then not complete. */
const mostFound = 100;

/**
 * For the record of an object that is about to be attached to these targets: a target names only the object that was
 * attached last, so this one hides those before it. Without the targets for which nothing shows it.
 *
 * @param own the id of the object itself, if it exists
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
  const shown = shownOn(answers, shows.field);
  const listed = new Set(answers.map(({ id }) => id));
  const found = targets.flatMap((target) => {
    if (!listed.has(target)) return [];
    const isMade = memory.object({ name: shows.kind }, target).made !== undefined;
    const named = shown.get(target) ?? undefined;
    const first =
      named === undefined ? onUnnamed(shown.get(target), isMade) : onNamed(memory, kind, named, target, own);
    return first === undefined ? [] : [[target, withThoseOfRun(memory, kind, target, first, own)] as const];
  });
  return asFound(Object.fromEntries(found));
}

function onUnnamed(shown: string | null | undefined, isMade: boolean): FoundThere | undefined {
  if (isMade) return { ids: [], all: "created" };
  return shown === null ? { ids: [], all: "attached" } : undefined;
}

/** What is on a target that names this object. */
function onNamed(
  memory: RunMemory,
  kind: ResourceKind,
  named: string,
  target: string,
  own: string | undefined,
): FoundThere | undefined {
  const its = memory.object(kind, named);
  const before = its.foundOn?.[target];
  if (named === own) return before;
  const back = [...(hasLeft(its, target) ? [named] : []), ...(before?.again ?? [])];
  const again = back.length === 0 ? {} : { again: back };
  if (before?.all !== undefined) return { ids: [named, ...before.ids], all: before.all, ...again };
  // The one that it names hides those that the object itself has found before.
  const found = own === undefined ? undefined : memory.object(kind, own).foundOn?.[target];
  return {
    ids: [...new Set([named, ...(before?.ids ?? []), ...(found?.ids ?? [])])].filter((id) => id !== own),
    ...again,
  };
}

/** The listing may be older than what this run has attached. */
function withThoseOfRun(
  memory: RunMemory,
  kind: ResourceKind,
  target: string,
  { ids, all, ...more }: FoundThere,
  own: string | undefined,
): FoundThere {
  const attached = [...memory.idsOf(kind)].filter(
    (id) => id !== own && memory.object(kind, id).attachedTo?.includes(target) === true,
  );
  const there = [...new Set([...ids, ...attached])];
  if (there.length > mostFound) return { ids: there.slice(0, mostFound), ...more };
  return { ids: there, ...(all && { all }), ...more };
}

function asFound(found: NonNullable<Recorded["foundOn"]>): Found {
  return Object.keys(found).length === 0 ? {} : { foundOn: found };
}

/** Notes what an object in the state has found and sent, for the decisions of this run. */
export function noteFoundOn(
  memory: RunMemory,
  kind: Pick<ResourceKind, "name">,
  id: string,
  { foundOn, sentTargets }: Found,
): void {
  // An update of this run has noted what is more recent than the state.
  if (memory.object(kind, id).attachedTo !== undefined) return;
  if (foundOn !== undefined || sentTargets !== undefined) memory.note(kind, id, { foundOn, sentTargets });
}

/** What is found later replaces what was found before on the same target. */
export function allFound(...found: readonly Found[]): Pick<Recorded, "foundOn"> {
  return asFound(Object.assign({}, ...found.map(({ foundOn }) => foundOn)));
}

/** What an object has found on these targets. */
export function foundAmong(targets: readonly string[], { foundOn = {} }: Found): Pick<Recorded, "foundOn"> {
  return asFound(Object.fromEntries(Object.entries(foundOn).filter(([target]) => targets.includes(target))));
}

/** What a lost create found on its targets. The object that is adopted for it may be another one, attached after others. */
export function foundByLost({ foundOn = {} }: Found): Pick<Recorded, "foundOn"> {
  return asFound(Object.fromEntries(Object.entries(foundOn).map(([target, { all: _, ...found }]) => [target, found])));
}

/** The record after an update. One that changes the targets sends all of them. */
export function withFound(
  kind: ResourceKind,
  { foundOn: before, ...record }: Recorded,
  added: Found,
  { news, areSent }: { readonly news: Values; readonly areSent: boolean },
): Recorded {
  const all = { ...before, ...added.foundOn };
  const targets = textsOf(targetsIn(kind, news));
  // Where a former version ran, that one is still attached.
  const its = [...new Set([...targets, ...(record.ranOn ?? [])])].flatMap((target) => {
    const found = all[target];
    return found === undefined ? [] : [[target, found] as const];
  });
  return { ...record, ...asFound(Object.fromEntries(its)), ...(areSent ? { sentTargets: targets } : {}) };
}
