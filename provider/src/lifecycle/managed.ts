import type { Account } from "../api/account";
import { type Declarer, declarerOf } from "./about";
import { nameIn, type ResourceKind, type Values } from "./kind";
import type { Recorded } from "./record";

// Which resource manages an object. The state decides for its own resources: it holds the object for one of them, under
// its URN and under those that it had before. What runs have recorded decides whether another resource has adopted the
// object since. Records may be missing, or older than the state: a machine that shares none may have renamed a resource.

/** The record of the state with this URN. It keeps those that the resource had before, as digests. */
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

/** True if this is recorded for the very resource that the state holds the object for, under any of its names. */
export function isOwn({ stack, resource }: Declarer, { urn, record }: Pick<Held, "urn" | "record">): boolean {
  const own = declarerOf(urn);
  if (resource === undefined || own.resource === undefined) return stack === own.stack;
  return resource === own.resource || record.renamedFrom?.includes(resource) === true;
}

/**
 * Moves what runs have recorded of an object for an earlier name of its resource to the present name, so that another
 * resource of the program is not taken for its manager, nor lets go of it.
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
