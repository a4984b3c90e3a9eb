import { shownOn, textsOf } from "./facts";
import { type ResourceKind, targetsIn, type Values } from "./kind";
import type { RunMemory } from "./memory";
import { mostNamesakes } from "./ownersState";
import { ownState } from "./ranOn";
import { type FoundAfter, type FoundThere, foundAfterOf, lastFound, type Recorded } from "./record";
import type { CreateSituation } from "./situation";

/** What an object found on its targets when it was attached to them, and the last update that has sent them. */
export type Found = Pick<Recorded, "foundOn" | "sent">;

/** A record names no more objects on a target, so that the state stays small; the account is then not complete. */
const mostFound = 50;

/**
 * For the record of an object that is about to be attached to these targets: a target names only the object that was
 * attached last, so this one hides those before it. Without the targets for which nothing shows it.
 *
 * @param own the id of the object itself, if it exists
 */
export async function foundOn(
  { kind, account, run, about, inputs }: Pick<CreateSituation, "kind" | "account" | "run" | "about" | "inputs">,
  targets: readonly string[],
  own: string | undefined,
): Promise<Found> {
  const { memory } = run;
  const shows = kind.looks?.targetsShow;
  if (shows === undefined || targets.length === 0) return {};
  const answers = (await account.listing(shows.kind, about))?.answers ?? [];
  const shown = shownOn(answers, shows.field);
  const listed = new Set(answers.map(({ id }) => id));
  const { sent: ofState = {} } = (await ownState({ kind, run, account, inputs })) ?? {};
  const isRead = memory.hintsFor(kind, inputs).inState !== undefined;
  const areAll = isRead && Object.keys(ofState).length < mostNamesakes;
  const updatesOf = (id: string) => memory.object(kind, id).sent?.count ?? ofState[id] ?? (areAll ? 0 : null);
  const attaching: Attaching = { kind, memory, own, updatesOf, finders: findersByTarget(memory, kind) };
  const found = targets.flatMap((target) => {
    if (!listed.has(target)) return [];
    const isMade = memory.object({ name: shows.kind }, target).made !== undefined;
    const named = shown.get(target) ?? undefined;
    const first =
      named === undefined ? onUnnamed(attaching, target, shown.get(target), isMade) : onNamed(attaching, target, named);
    return first === undefined ? [] : [[target, withThoseOfRun(attaching, target, first)] as const];
  });
  return asFound(Object.fromEntries(found));
}

/** An object that is about to be attached. */
interface Attaching {
  readonly kind: ResourceKind;
  readonly memory: RunMemory;
  readonly own: string | undefined;
  /** How many updates have sent the targets of an object. */
  readonly updatesOf: (id: string) => FoundAfter;
  readonly finders: Finders;
}

function onUnnamed(
  { own, updatesOf, finders }: Attaching,
  target: string,
  shown: string | null | undefined,
  isMade: boolean,
): FoundThere | undefined {
  if (isMade) return { ids: [], all: "created" };
  if (shown !== null) return undefined;
  const off = (finders.get(target) ?? []).filter((id) => id !== own).slice(0, mostFound);
  const after = Object.fromEntries(off.map((id) => [id, updatesOf(id)]));
  return { ids: [], all: "attached", ...(off.length === 0 ? {} : { off, after }) };
}

/** By target, the objects of this stack that have found others on it and that no update has taken off it. */
type Finders = ReadonlyMap<string, readonly string[]>;

/** For all targets at once, because a large account has as many of them as objects. */
export function findersByTarget(memory: RunMemory, kind: Pick<ResourceKind, "name">): Finders {
  const finders = new Map<string, string[]>();
  for (const id of memory.idsOf(kind)) {
    const { foundOn = {}, sent } = memory.object(kind, id);
    for (const target of Object.keys(foundOn)) {
      if (sent?.targets.includes(target) === false) continue;
      const all = finders.get(target) ?? [];
      all.push(id);
      finders.set(target, all);
    }
  }
  return finders;
}

/**
 * Objects of this stack that have found others on a target after this object has found all there, or at the same time: what it
 * has found may be out of date.
 */
export function laterFinders(
  { kind, memory, finders }: Pick<Attaching, "memory" | "finders"> & { readonly kind: Pick<ResourceKind, "name"> },
  target: string,
  id: string,
  found: FoundThere,
): string[] {
  const before = new Set([...found.ids, ...(found.off ?? [])]);
  // Each update of its targets finds again what is there.
  const hasFoundAgain = (each: string) => {
    const known = foundAfterOf(found, each);
    return known !== null && (memory.object(kind, each).sent?.count ?? 0) > known;
  };
  const others = (finders.get(target) ?? []).filter((each) => each !== id);
  return others.filter((each) => !before.has(each) || hasFoundAgain(each));
}

/** What is on a target that names this object. */
function onNamed(attaching: Attaching, target: string, named: string): FoundThere | undefined {
  const { kind, memory, own, updatesOf } = attaching;
  const its = memory.object(kind, named);
  const before = its.foundOn?.[target];
  if (named === own) return before;
  // A listing from before this run's update of that object may still show it.
  const isOld = its.attachedTo?.includes(target) === false;
  const after = { ...before?.after, ...(isOld ? {} : { [named]: updatesOf(named) }) };
  const isWhole = before?.all !== undefined && laterFinders(attaching, target, named, before).length === 0;
  if (isWhole) return { ...before, ids: [named, ...before.ids], after };
  // The one that it names hides those that the object itself, or others, have found before.
  const finders = (attaching.finders.get(target) ?? []).filter((id) => id !== named);
  const found = finders.flatMap((id) => memory.object(kind, id).foundOn?.[target] ?? []);
  const all = [named, ...(before?.ids ?? []), ...found.flatMap(({ ids }) => ids), ...finders];
  const counts = Object.fromEntries(finders.map((id) => [id, updatesOf(id)]));
  return {
    ids: [...new Set(all)].filter((id) => id !== own),
    after: lastOf([counts, after, ...found.map((each) => each.after ?? {})]),
  };
}

/** By id, the last of these findings. */
function lastOf(all: readonly NonNullable<FoundThere["after"]>[]): NonNullable<FoundThere["after"]> {
  const last = new Map<string, FoundAfter>();
  for (const [id, count] of all.flatMap(Object.entries<FoundAfter>)) last.set(id, lastFound(last.get(id), count));
  return Object.fromEntries(last);
}

/** The listing may be older than what this run has attached. */
function withThoseOfRun(
  { kind, memory, own, updatesOf }: Attaching,
  target: string,
  { ids, all, after = {}, off }: FoundThere,
): FoundThere {
  const attached = [...memory.idsOf(kind)].filter(
    (id) => id !== own && memory.object(kind, id).attachedTo?.includes(target) === true,
  );
  const there = [...new Set([...ids, ...attached])];
  const kept = there.slice(0, mostFound);
  const counts = { ...after, ...Object.fromEntries(attached.map((id) => [id, updatesOf(id)])) };
  const named = new Set([...kept, ...(off ?? [])]);
  const known = Object.entries(counts).filter(([id, count]) => count !== 0 && named.has(id));
  return {
    ids: kept,
    ...(all !== undefined && there.length <= mostFound ? { all, ...(off === undefined ? {} : { off }) } : {}),
    ...(known.length === 0 ? {} : { after: Object.fromEntries(known) }),
  };
}

function asFound(found: NonNullable<Recorded["foundOn"]>): Found {
  return Object.keys(found).length === 0 ? {} : { foundOn: found };
}

/** Notes what an object in the state has found and sent, for the decisions of this run. */
export function noteFoundOn(
  memory: RunMemory,
  kind: Pick<ResourceKind, "name">,
  id: string,
  { foundOn, sent }: Found,
): void {
  // An update of this run has noted what is more recent than the state.
  if (memory.object(kind, id).attachedTo !== undefined) return;
  if (foundOn !== undefined || sent !== undefined) memory.note(kind, id, { foundOn, sent });
}

/** Notes what updates have sent of the objects that this one has found: a run that leaves those out has not compared them. */
export async function noteSentOfFound(
  situation: Pick<CreateSituation, "kind" | "run" | "account" | "inputs">,
): Promise<void> {
  const { kind, run } = situation;
  for (const [id, sent] of Object.entries((await ownState(situation))?.sentOfFound ?? {})) {
    const { attachedTo, sent: known } = run.memory.object(kind, id);
    if (attachedTo === undefined && known === undefined) run.memory.note(kind, id, { sent });
  }
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
  { unattached, ...record }: Recorded,
  added: Found,
  { news, areSent }: { readonly news: Values; readonly areSent: boolean },
): Recorded {
  const { foundOn: _before, ...others } = record;
  const targets = textsOf(targetsIn(kind, news));
  return {
    ...others,
    // Where a former version ran, that one is still attached.
    ...foundAmong([...targets, ...(record.ranOn ?? [])], allFound(record, added)),
    ...(areSent ? { sent: { targets, count: (record.sent?.count ?? 0) + 1 } } : {}),
    ...(areSent || unattached === undefined ? {} : { unattached }),
  };
}
