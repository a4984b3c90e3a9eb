import type { Account } from "../api/account";
import { type Declarer, declarerOf } from "./about";
import { nameIn, type ResourceKind, type Values } from "./kind";
import type { Recorded } from "./record";

// Determines which resource manages an object. For its own resources, the state decides: it assigns the object to one of
// them, under its current and former URNs. The records of runs decide whether another resource has adopted the object
// since. Records may be missing or older than the state, since a machine that does not share records may have renamed a
// resource.

/** The state's record with this URN. Former URNs of the resource are kept as digests. */
export function withUrn(record: Recorded, urn: string | undefined): Recorded {
  if (urn === undefined) return record;
  const { resource } = declarerOf(record.urn);
  if (record.urn === urn || resource === undefined) return { ...record, urn };
  return { ...record, urn, renamedFrom: [...new Set([...(record.renamedFrom ?? []), resource])] };
}

interface Held {
  readonly kind: ResourceKind;
  readonly account: Account;
  readonly id: string;
  readonly outputs: Values;
  readonly record: Recorded;
  readonly urn?: string;
}

/** True if this is recorded for the resource that the state assigns the object to, under any of its names. */
export function isOwn({ stack, resource }: Declarer, { urn, record }: Pick<Held, "urn" | "record">): boolean {
  const own = declarerOf(urn);
  if (resource === undefined || own.resource === undefined) return stack === own.stack;
  return resource === own.resource || record.renamedFrom?.includes(resource) === true;
}

/**
 * Moves the records of an object from an earlier name of its resource to the current one, so that another resource of the
 * program neither counts as its manager nor releases it.
 */
export async function moveRecord(held: Held): Promise<void> {
  const { kind, account, id, outputs, record, urn } = held;
  const own = declarerOf(urn);
  if (record.renamedFrom === undefined || own.resource === undefined) return;
  const known = await account.records.one(kind.name, id, { fresh: true });
  if (known?.resource === undefined || known.resource === own.resource || !isOwn(known, held)) return;
  const { adopted, released } = known;
  await account.records.remember(kind.name, id, nameIn(kind, outputs), { ...own, adopted, released });
}
