import { textsOf } from "./facts";
import { type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import { type OwnersState, ofOwner } from "./ownersState";
import { type Recorded, writtenRecord } from "./record";
import type { InState } from "./sameObject";
import type { CreateSituation } from "./situation";

/** True if an object in the state has contacted people itself. */
export function runsOrRan(kind: ResourceKind, outputs: Values, record: Recorded): boolean {
  return kind.reaches !== undefined && (record.everActive === true || runningIn(kind, outputs) === true);
}

/**
 * The given-up targets of this record, and if the object has contacted people, the current ones, those that it may use, and
 * those that a change without an outcome may have added.
 */
export function contactedTargets(
  kind: ResourceKind,
  outputs: Values,
  { ranOn = [], mayUse, unsettled, unattached = [] }: Recorded,
  hasRun: boolean,
): string[] {
  const added = unsettled?.[kind.roles.targets?.property ?? ""] ?? [];
  const own = hasRun ? [targetsIn(kind, outputs), mayUse, ...added].flatMap(textsOf) : [];
  return [...new Set([...ranOn, ...own.filter((target) => !unattached.includes(target))])].sort();
}

/** The part of a record with these targets. */
export function asRecorded(targets: readonly string[]): Pick<Recorded, "ranOn"> {
  return targets.length === 0 ? {} : { ranOn: [...targets] };
}

/** The targets on which one of these objects, or one that it replaces, has run according to its record. */
export function allRanOn(...all: readonly { readonly ranOn?: readonly string[] }[]): string[] {
  return [...new Set(all.flatMap(({ ranOn = [] }) => ranOn))].sort();
}

/** What the state shows of the resource and of its kind, among the acting user's objects. */
export async function ownState({
  kind,
  run,
  account,
  inputs,
}: Pick<CreateSituation, "kind" | "run" | "account" | "inputs">): Promise<OwnersState | undefined> {
  const { inState } = run.memory.hintsFor(kind, inputs);
  if (inState === undefined || inState.length === 0) return undefined;
  const { id } = await account.actingUser();
  return ofOwner(inState, run.settings(), id)[0];
}

type Its = Pick<InState, "outputs" | "record">;

/**
 * Adds the targets that an object has given up to its record. Those of a change that still has no outcome stay part of that
 * change.
 *
 * @param areShown true if the service has just shown its targets: a change without an outcome has added none but those
 */
export function withGivenUp(kind: ResourceKind, given: Its, { outputs, record }: Its, areShown = false) {
  const { unsettled: _unsettled, ...settled } = given.record;
  const isOpen = record.unsettled?.[kind.roles.targets?.property ?? ""] !== undefined;
  const before = areShown || isOpen ? { ...given, record: settled } : given;
  const hasRun = runsOrRan(kind, before.outputs, before.record) || runsOrRan(kind, outputs, record);
  const own = hasRun ? [targetsIn(kind, outputs), record.mayUse].flatMap(textsOf) : [];
  const all = contactedTargets(kind, before.outputs, before.record, hasRun).filter((target) => !own.includes(target));
  const { ranOn: _ranOn, ...plainly } = record;
  const next: Recorded = { ...plainly, ...asRecorded(all) };
  return { outputs: { ...outputs, recorded: writtenRecord(next) }, record: next };
}

/** True if people of these targets have been contacted by the objects that this one replaces, or before it gave them up. */
export function hasRunOnAny({ ranOn = [] }: Pick<Recorded, "ranOn">, targets: unknown): boolean {
  return textsOf(targets).some((target) => ranOn.includes(target));
}
