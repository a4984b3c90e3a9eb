import type { KnownCreation } from "../api/objects";
import { madeContent } from "./content";
import { type ResourceKind, runningIn, type Values } from "./kind";
import type { Compared } from "./memory";
import { inputsOf } from "./outputs";
import { contactedTargets, runsOrRan } from "./ranOn";
import { contentOfReplaced, type FoundThere, isPendingId, type Recorded, readRecord } from "./record";
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
  const found = record.foundOn === undefined ? {} : { foundOn: withoutFormer(record.foundOn, record.replaced) };
  return { ...record.replaced, [id]: targets.length === 0 ? content : { content, targets, ...found } };
}

/** The new object's record names its former versions already. */
function withoutFormer(foundOn: NonNullable<Recorded["foundOn"]>, replaced: Recorded["replaced"] = {}) {
  const others = ({ ids, ...all }: FoundThere) => ({ ids: ids.filter((id) => replaced[id] === undefined), ...all });
  return Object.fromEntries(Object.entries(foundOn).map(([target, found]) => [target, others(found)]));
}

/** For the record of the new object. Adopting the replaced object again leaves it the resource's own. */
export function replacedBy(replaced: Recorded["replaced"] = {}, id?: string): Pick<Recorded, "replaced"> {
  const kept = Object.entries(replaced).filter(([each]) => each !== id);
  return kept.length === 0 ? {} : { replaced: Object.fromEntries(kept) };
}

/** An object that a person confirms as off. */
export interface SaidOff {
  readonly id: string;
  readonly targets: readonly string[];
}

/**
 * The earlier ones that a person confirms as off for a start, and that may have run since they were replaced. Creating a draft
 * does not depend on them, so that a code for one has no effect there.
 */
export function saidOffWithTargets(
  { kind, run, urn, inputs, acknowledged }: CreateSituation,
  replaced: Recorded["replaced"] = {},
): readonly SaidOff[] {
  if (runningIn(kind, inputs) !== true) return [];
  const present = run.memory.comparedWith(kind, urn, inputs)?.id;
  return Object.entries(replaced).flatMap(([id, its]) => {
    const isSaidOff = id !== present && acknowledged.has(`inactive:${id}`);
    return isSaidOff && typeof its !== "string" ? [{ id, targets: its.targets }] : [];
  });
}

/**
 * True if this resource has replaced it on purpose: the service has deleted it, or it differs from the new object. An equal
 * one that has not run is meant to be replaced by one that starts; one that has run, if the present one equals it as well.
 */
export function isReplaced(situation: CreateSituation, id: string): boolean {
  const { kind, inputs, replaced } = situation;
  const its = replaced?.[id];
  if (its === undefined) return false;
  const content = contentOf(kind, inputs);
  if (kind.operations.delete !== undefined || contentOfReplaced(its) !== content) return true;
  if (runningIn(kind, inputs) !== true) return false;
  return typeof its !== "string" || presentContent(situation) === content;
}

/**
 * True if, according to the records, this resource has released it with other content than the new object's. The state does
 * not name such a version if the resource has left the state since, and the program has adopted a later one again.
 */
export function isFormerVersion({ kind, inputs, declarer }: CreateSituation, recorded: KnownCreation): boolean {
  const { released, stack, resource, content } = recorded;
  if (released !== true || content === undefined || resource === undefined) return false;
  return stack === declarer.stack && resource === declarer.resource && content !== contentOf(kind, inputs);
}

/** The objects that this resource has replaced and that equal the new one, as after a revert. */
export function replacedEquals(situation: CreateSituation): string[] {
  return Object.keys(situation.replaced ?? {}).filter((id) => !isReplaced(situation, id));
}

/** The latest of those that this record names and that equal these inputs, apart from whether it runs. */
export function replacedEqualTo(kind: ResourceKind, { replaced = {} }: Recorded, inputs: Values): string | undefined {
  const content = contentOf(kind, inputs);
  return Object.keys(replaced).findLast((id) => contentOfReplaced(replaced[id] ?? "") === content);
}

function presentContent({ kind, run, urn, inputs }: CreateSituation): string | undefined {
  const present = run.memory.comparedWith(kind, urn, inputs);
  if (present === undefined) return undefined;
  return contentOf(kind, inputsOf(present.outputs, readRecord(present.outputs, kind.noun)));
}

/** Whether it runs is not compared: it can be switched on in the app. */
export function contentOf(kind: ResourceKind, inputs: Values): string {
  const declared = kind.properties.filter((property) => property !== kind.roles.running);
  return madeContent(Object.fromEntries(declared.map((property) => [property, inputs[property]]))).slice(0, 22);
}
