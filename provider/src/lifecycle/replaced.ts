import { madeContent } from "./content";
import type { ResourceKind, Values } from "./kind";
import type { Compared } from "./memory";
import { inputsOf } from "./outputs";
import { contactedTargets, runsOrRan } from "./ranOn";
import { contentOfReplaced, isPendingId, type Recorded, readRecord } from "./record";
import type { CreateSituation } from "./situation";

/**
 * The objects that a resource has replaced, by id, each with a digest of its content, and the one that it replaces now. The
 * state keeps them, because the records of a machine may be older than the state: without it, an object that another machine
 * has replaced would count as one that this resource still manages, and each former version as a possible twin of the next.
 * Of those that have not run it keeps the targets, because they stay in the account and may be started in the app.
 */
export function replacedWith(kind: ResourceKind, { id, outputs }: Compared): NonNullable<Recorded["replaced"]> {
  const record = readRecord(outputs, kind.noun);
  if (isPendingId(id)) return record.replaced ?? {};
  const content = contentOf(kind, inputsOf(outputs, record));
  const rests = kind.reaches !== undefined && !runsOrRan(kind, outputs, record);
  const targets = rests ? contactedTargets(kind, outputs, { ...record, ranOn: [] }, true) : [];
  return { ...record.replaced, [id]: targets.length === 0 ? content : { content, targets } };
}

/** For the record of the new object. Adopting the replaced object again leaves it the resource's own. */
export function replacedBy(
  { replaced = {} }: Pick<CreateSituation, "replaced">,
  id?: string,
): Pick<Recorded, "replaced"> {
  const others = Object.entries(replaced).filter(([each]) => each !== id);
  return others.length === 0 ? {} : { replaced: Object.fromEntries(others) };
}

/** True if this resource has replaced it on purpose: the service has deleted it, or it differs from the new object. */
export function isReplaced({ kind, inputs, replaced }: CreateSituation, id: string): boolean {
  const its = replaced?.[id];
  if (its === undefined) return false;
  return kind.operations.delete !== undefined || contentOfReplaced(its) !== contentOf(kind, inputs);
}

/** The objects that this resource has replaced and that equal the new one, as after a revert. */
export function replacedEquals({ kind, inputs, replaced = {} }: CreateSituation): string[] {
  const all = Object.entries(replaced);
  const content = all.length === 0 ? undefined : contentOf(kind, inputs);
  return all.flatMap(([id, each]) => (contentOfReplaced(each) === content ? [id] : []));
}

/** Whether it runs is not compared: it can be switched on in the app. */
function contentOf(kind: ResourceKind, inputs: Values): string {
  const declared = kind.properties.filter((property) => property !== kind.roles.running);
  return madeContent(Object.fromEntries(declared.map((property) => [property, inputs[property]]))).slice(0, 22);
}
