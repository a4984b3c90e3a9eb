import type { KnownCreation } from "../api/objects";
import type { Declarer } from "./about";

/**
 * The records by object. An object may have two records, for example of a create that was lost and then settled; both
 * count, regardless of order.
 */
export function recordsById(all: readonly KnownCreation[], declarer: Declarer): Map<string, KnownCreation> {
  const records = new Map<string, KnownCreation>();
  for (const each of all) {
    if (each.id === undefined) continue;
    const other = records.get(each.id);
    records.set(each.id, other === undefined ? each : bothRecords(other, each, declarer));
  }
  return records;
}

function bothRecords(one: KnownCreation, other: KnownCreation, declarer: Declarer): KnownCreation {
  const isHeldHere = ({ stack, released }: KnownCreation) => stack === declarer.stack && released !== true;
  // The record with more information about the object's manager.
  const held = [one, other].find(isHeldHere) ?? [one, other].find(({ released }) => released !== true) ?? one;
  const resource = [one, other].find((each) => each.resource === declarer.resource)?.resource ?? held.resource;
  return {
    ...held,
    resource,
    own: one.own && other.own,
    sameName: one.sameName || other.sameName,
    running: other.running === true ? true : (one.running ?? other.running),
    ran: one.ran === true || other.ran === true || undefined,
    targets: eitherIds(one.targets, other.targets),
    ranOn: eitherIds(one.ranOn, other.ranOn),
    isNamed: (name) => one.isNamed(name) || other.isNamed(name),
  };
}

function eitherIds(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  return one === undefined || other === undefined ? (one ?? other) : [...new Set([...one, ...other])];
}
