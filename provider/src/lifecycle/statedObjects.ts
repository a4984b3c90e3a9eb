import { nameDigest } from "../api/coordination/creations";
import type { DeclaredKind, Values } from "./declared";
import { latestFirst } from "./findings";
import {
  type FoundThere,
  isConcluded,
  isNotShown,
  isOnlyConcluded,
  mayRunAs,
  type Recorded,
  type Replaced,
} from "./record";
import { mayHaveContacted, type Stated, statedTargets } from "./stated";

/** An object in the state with its outputs and its record. */
export interface Held {
  readonly urn: string;
  readonly its: Values;
  readonly record: Recorded;
  readonly stated: Stated | undefined;
}

/** The targets whose people it has or may have contacted. A create without a response is settled before it is replaced. */
export function settledTargets(each: Stated): string[] {
  return mayHaveContacted(each.is === "pending" ? { ...each, is: "resting" } : each);
}

export function statedAs(
  { running, targets }: NonNullable<DeclaredKind["reaches"]>,
  urn: string,
  outputs: Values,
  record: Recorded,
): Stated | undefined {
  // A create that certainly had no effect contacts nobody.
  const isAbsent = record.pending?.isAbsent === true;
  const pending = isAbsent ? undefined : record.pending;
  const isUnseen = isNotShown(record);
  const isOff = record.everActive === true ? "off" : "resting";
  const is = !isAbsent && mayRunAs(outputs[running], record) ? (pending === undefined ? "running" : "pending") : isOff;
  // Somebody may have started what a pending create has made.
  const isKnown = record.id !== undefined || pending !== undefined;
  // What had no effect matters for the sake of what its resource has replaced.
  const hasFormers = isAbsent && (record.ranOn ?? record.replaced) !== undefined;
  if (isUnseen && is === "resting" && !isKnown && !hasFormers) return undefined;
  const name = typeof outputs.name === "string" ? nameDigest(outputs.name) : undefined;
  const { unattached = [] } = record;
  const own = statedTargets.parse(outputs[targets]).filter((target) => !unattached.includes(String(target)));
  const its = own.length === 0 ? [] : [...own, ...(record.mayUse ?? [])];
  // A change without an outcome may have added some.
  const added =
    is === "resting"
      ? []
      : (record.unsettled?.[targets] ?? []).flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []));
  const ranOn = [...new Set([...(record.ranOn ?? []), ...added])];
  const more = {
    ...(isUnseen ? {} : { isShown: true }),
    ...(isAbsent ? { isAbsent } : {}),
    ...(record.saidOff === true ? { saidOff: true } : {}),
    ...(isOnlyConcluded(targets, record) ? { areConcluded: true } : {}),
    ...(isConcluded(targets, record) ? { mayHaveMore: true } : {}),
    ...(ranOn.length === 0 ? {} : { ranOn }),
    ...(record.foundOn === undefined ? {} : { foundOn: record.foundOn }),
    ...(record.sent === undefined ? {} : { sent: record.sent }),
  };
  return { urn, id: record.id, name, targets: its, is, ...more };
}

/** Those that it has replaced after they had run, and where any of its objects has, as far as recorded. */
export function ranBefore({ record, stated }: Pick<Held, "record" | "stated">) {
  const { replaced = {}, ranOn = [] } = record;
  // The targets of a draft are only its own.
  const own = stated === undefined || stated.is === "resting" ? [] : stated.targets.map(String);
  return {
    ids: Object.entries(replaced).flatMap(([id, its]) => (typeof its === "string" ? [id] : [])),
    targets: [...ranOn, ...own],
  };
}

/** The objects that it has replaced, if they had not run. Their own names may be older than this one. */
export function replacedAs({ urn, its, record }: Pick<Held, "urn" | "its" | "record">): Stated[] {
  const name = typeof its.name === "string" ? nameDigest(its.name) : undefined;
  const shown = isNotShown(record) ? {} : { isShown: true };
  const versions = Object.entries(record.replaced ?? {});
  return versions.flatMap(([id, replaced]): Stated[] => {
    // One that has run was on some of the lists that the state keeps. On a service that shows it, it counts as such.
    if (typeof replaced === "string") {
      const ran: Stated = { urn, id, name, targets: [...(record.ranOn ?? [])], is: "off", isReplaced: true };
      return isNotShown(record) || ran.targets.length === 0 ? [] : [{ ...ran, ...shown }];
    }
    const { targets, foundOn } = replaced;
    const found = foundOn === undefined ? {} : { foundOn: withVersions(foundOn, versions) };
    const its = { targets: [...targets], ...found };
    return [{ urn, id, name, ...its, is: "resting", isReplaced: true, ...shown }];
  });
}

/** What a version has found, with those before it, which `replacedWith` leaves out, because `replaced` names them. */
function withVersions(foundOn: NonNullable<Recorded["foundOn"]>, all: readonly [string, Replaced][]) {
  const found = Object.entries(foundOn).map(([target, own]) => {
    const isBefore = (other: FoundThere | undefined) => other !== undefined && latestFirst(own, other) < 0;
    const versions = all.flatMap(([id, its]) =>
      typeof its !== "string" && isBefore(its.foundOn?.[target]) ? [id] : [],
    );
    return [target, { ...own, ids: [...new Set([...own.ids, ...versions])] }];
  });
  return Object.fromEntries(found);
}
