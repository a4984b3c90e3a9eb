import { textsOf } from "./facts";
import { type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import type { Compared } from "./memory";
import { isPendingId, type Recorded, readRecord, writtenRecord } from "./record";
import type { CreateSituation } from "./situation";

/** True if an object in the state has contacted people. */
export function hasContacted(kind: ResourceKind, outputs: Values, record: Recorded): boolean {
  return kind.reaches !== undefined && (record.everActive === true || runningIn(kind, outputs) === true);
}

/**
 * The given-up targets of this record, and if the object has contacted people, the current ones and those that a change
 * without an outcome may have added.
 */
function contacted(
  kind: ResourceKind,
  outputs: Values,
  { ranOn = [], unsettled }: Recorded,
  hasRun: boolean,
): string[] {
  const added = unsettled?.[kind.roles.targets?.property ?? ""] ?? [];
  const own = hasRun ? [targetsIn(kind, outputs), ...added].flatMap(textsOf) : [];
  return [...new Set([...ranOn, ...own])].sort();
}

function asRecorded(targets: readonly string[]): Pick<Recorded, "ranOn"> {
  return targets.length === 0 ? {} : { ranOn: [...targets] };
}

/**
 * For the record of an object that replaces this one, because the same people would be contacted again. The log shows
 * whether somebody has started it in the app.
 */
export async function ranOnBefore(
  { kind, account, about }: Pick<CreateSituation, "kind" | "account" | "about">,
  replaced: Compared | undefined,
): Promise<Pick<Recorded, "ranOn">> {
  if (replaced === undefined || kind.reaches === undefined) return {};
  const { id, outputs } = replaced;
  const record = readRecord(outputs, kind.noun);
  if (isPendingId(id)) return asRecorded(record.ranOn ?? []);
  const hasRun =
    hasContacted(kind, outputs, record) || (await kind.looks?.hasRun(account, `creating ${about}`, id)) === true;
  return asRecorded(contacted(kind, outputs, record, hasRun));
}

/** An object in the state. */
interface InState {
  readonly outputs: Values;
  readonly record: Recorded;
}

/** Adds the targets that an object has given up to its record. */
export function withGivenUp(kind: ResourceKind, before: InState, { outputs, record }: InState) {
  const hasRun = hasContacted(kind, before.outputs, before.record);
  const own = hasRun ? textsOf(targetsIn(kind, outputs)) : [];
  const all = contacted(kind, before.outputs, before.record, hasRun).filter((target) => !own.includes(target));
  const { ranOn: _ranOn, ...plainly } = record;
  const next: Recorded = { ...plainly, ...asRecorded(all) };
  return { outputs: { ...outputs, recorded: writtenRecord(next) }, record: next };
}

/** True if people of these targets have been contacted by the objects that this one replaces, or before it gave them up. */
export function hasRunOnAny({ ranOn = [] }: Pick<Recorded, "ranOn">, targets: unknown): boolean {
  return textsOf(targets).some((target) => ranOn.includes(target));
}
