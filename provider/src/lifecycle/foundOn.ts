import { shownOn, textsOf } from "./facts";
import { type ResourceKind, targetsIn, type Values } from "./kind";
import type { RunMemory } from "./memory";
import { ownState } from "./ranOn";
import type { FoundThere, Recorded } from "./record";
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
  const updatesOf = (id: string) => memory.object(kind, id).sent?.count ?? ofState[id] ?? 0;
  const attaching: Attaching = { kind, memory, own, updatesOf };
  const found = targets.flatMap((target) => {
    if (!listed.has(target)) return [];
    const isMade = memory.object({ name: shows.kind }, target).made !== undefined;
    const named = shown.get(target) ?? undefined;
    const first = named === undefined ? onUnnamed(shown.get(target), isMade) : onNamed(attaching, target, named);
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
  readonly updatesOf: (id: string) => number;
}

function onUnnamed(shown: string | null | undefined, isMade: boolean): FoundThere | undefined {
  if (isMade) return { ids: [], all: "created" };
  return shown === null ? { ids: [], all: "attached" } : undefined;
}

/** What is on a target that names this object. */
function onNamed({ kind, memory, own, updatesOf }: Attaching, target: string, named: string): FoundThere | undefined {
  const its = memory.object(kind, named);
  const before = its.foundOn?.[target];
  if (named === own) return before;
  // A listing from before this run's update of that object may still show it.
  const isOld = its.attachedTo?.includes(target) === false;
  const after = { ...before?.after, ...(isOld ? {} : { [named]: updatesOf(named) }) };
  if (before?.all !== undefined) return { ids: [named, ...before.ids], all: before.all, after };
  // The one that it names hides those that the object itself has found before.
  const found = own === undefined ? undefined : memory.object(kind, own).foundOn?.[target];
  const ids = [...new Set([named, ...(before?.ids ?? []), ...(found?.ids ?? [])])].filter((id) => id !== own);
  return { ids, after: { ...found?.after, ...after } };
}

/** The listing may be older than what this run has attached. */
function withThoseOfRun(
  { kind, memory, own, updatesOf }: Attaching,
  target: string,
  { ids, all, after = {} }: FoundThere,
): FoundThere {
  const attached = [...memory.idsOf(kind)].filter(
    (id) => id !== own && memory.object(kind, id).attachedTo?.includes(target) === true,
  );
  const there = [...new Set([...ids, ...attached])];
  const kept = there.slice(0, mostFound);
  const counts = { ...after, ...Object.fromEntries(attached.map((id) => [id, updatesOf(id)])) };
  const known = Object.entries(counts).filter(([id, count]) => count > 0 && kept.includes(id));
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
