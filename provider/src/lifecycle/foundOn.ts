import { shownOn, textsOf } from "./facts";
import { type FoundBy, findingsByTarget, lastOrder, wholeFinding } from "./findings";
import { type ResourceKind, targetsIn, type Values } from "./kind";
import type { RunMemory } from "./memory";
import { mostNamesakes } from "./ownersState";
import { ownState } from "./ranOn";
import { type FoundAfter, type FoundThere, lastFound, type Recorded } from "./record";
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
  const { sent: ofState = {}, lastFound: lastInState = {} } = (await ownState({ kind, run, account, inputs })) ?? {};
  const isRead = memory.hintsFor(kind, inputs).inState !== undefined;
  const areAll = isRead && Object.keys(ofState).length < mostNamesakes;
  const updatesOf = (id: string) => {
    const { sent, manager } = memory.object(kind, id);
    // Of an object that the run has compared, the record has the count, if there is one.
    return sent?.count ?? (manager === undefined ? (ofState[id] ?? (areAll ? 0 : null)) : 0);
  };
  const findings = findingsByTarget(memory, kind);
  const found = targets.flatMap((target) => {
    if (!listed.has(target)) return [];
    const isMade = memory.object({ name: shows.kind }, target).made !== undefined;
    const there = findings.get(target) ?? [];
    const last = lastInState[target];
    const attaching = { kind, memory, own, updatesOf, target, there, areNumbered: last !== null };
    const named = shown.get(target) ?? undefined;
    const before = there.find(({ by }) => by === own)?.found;
    // It is the last one there, so its earlier finding is still valid.
    if (named !== undefined && named === own) return before === undefined ? [] : [[target, before] as const];
    const first = named === undefined ? onUnnamed(shown.get(target), isMade) : onNamed(attaching, named);
    if (first === undefined) return [];
    const order = isRead ? { order: Math.max(lastOrder(there.map(({ found: its }) => its)), last ?? 0) + 1 } : {};
    const its = withThoseOfRun(attaching, first);
    return [[target, { ...its, ...order, ...sharedAmong(its.ids, before?.shared) }] as const];
  });
  return asFound(Object.fromEntries(found));
}

/** An object that is about to be attached to a target. */
interface Attaching {
  readonly kind: ResourceKind;
  readonly memory: RunMemory;
  readonly own: string | undefined;
  /** How many updates have sent the targets of an object. */
  readonly updatesOf: (id: string) => FoundAfter;
  readonly target: string;
  /** What objects of this stack have found there. */
  readonly there: readonly FoundBy[];
  /** False if the state has findings there of which nobody knows when they were. */
  readonly areNumbered: boolean;
}

function onUnnamed(shown: string | null | undefined, isMade: boolean): FoundThere | undefined {
  if (isMade) return { ids: [], all: "created" };
  return shown === null ? { ids: [], all: "attached" } : undefined;
}

/** What is on a target that names this object. */
function onNamed({ kind, memory, own, updatesOf, target, there, areNumbered }: Attaching, named: string): FoundThere {
  // A listing from before this run's update of that object may still show it.
  const isOld = memory.object(kind, named).attachedTo?.includes(target) === false;
  const whole = areNumbered ? wholeFinding(there, named) : undefined;
  // The one that it names hides those that others have found before.
  const finders = whole === undefined ? there : [whole];
  const present = finders.flatMap(({ by, isThere }) => (isThere && by !== named ? [by] : []));
  const counts = [...(isOld ? [] : [named]), ...present].map((id) => [id, updatesOf(id)]);
  const ids = new Set([named, ...finders.flatMap(({ found }) => found.ids), ...present]);
  return {
    ids: [...ids].filter((id) => id !== own),
    ...(whole === undefined ? {} : { all: whole.found.all }),
    after: lastOf([Object.fromEntries(counts), ...finders.map(({ found }) => found.after ?? {})]),
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
  { kind, memory, own, updatesOf, target }: Attaching,
  { ids, all, after = {} }: FoundThere,
): FoundThere {
  const attached = [...memory.idsOf(kind)].filter(
    (id) => id !== own && memory.object(kind, id).attachedTo?.includes(target) === true,
  );
  const there = [...new Set([...ids, ...attached])];
  const kept = there.slice(0, mostFound);
  const counts = { ...after, ...Object.fromEntries(attached.map((id) => [id, updatesOf(id)])) };
  const known = Object.entries(counts).filter(([id, count]) => count !== 0 && kept.includes(id));
  return {
    ids: kept,
    ...(all !== undefined && there.length <= mostFound ? { all } : {}),
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

function sharedAmong(ids: readonly string[], shared: readonly string[] = []): Pick<FoundThere, "shared"> {
  const its = ids.filter((id) => shared.includes(id));
  return its.length === 0 ? {} : { shared: its };
}

/**
 * With the objects with which, as a person says, it shares the targets on which it has found them.
 *
 * @param now those with which it shares all of them
 * @param on by id, the targets that it shares according to a code that counts for these only
 */
export function withShared<T extends Found>(
  record: T,
  now: readonly string[],
  on: Readonly<Record<string, readonly string[]>> = {},
): T {
  if (record.foundOn === undefined) return record;
  const its = Object.entries(record.foundOn).map(([target, found]) => {
    const before = found.ids.filter((id) => on[id]?.includes(target) === true);
    return [target, { ...found, ...sharedAmong(found.ids, [...(found.shared ?? []), ...now, ...before]) }];
  });
  return { ...record, foundOn: Object.fromEntries(its) };
}

/** What is found later replaces what was found before on the same target. */
export function allFound(...found: readonly Found[]): Pick<Recorded, "foundOn"> {
  return asFound(Object.assign({}, ...found.map(({ foundOn }) => foundOn)));
}

/** The targets on which it has found others. */
function crowded({ foundOn = {} }: Found): string[] {
  return Object.entries(foundOn).flatMap(([target, { ids }]) => (ids.length === 0 ? [] : [target]));
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
    // Those whom it has found on a target that it gives up are still there, as is a former version that ran there.
    ...foundAmong([...targets, ...(record.ranOn ?? []), ...crowded(record)], allFound(record, added)),
    ...(areSent ? { sent: { targets, count: (record.sent?.count ?? 0) + 1 } } : {}),
    ...(areSent || unattached === undefined ? {} : { unattached }),
  };
}
