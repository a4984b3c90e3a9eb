import type { Operation } from "./operation";

/** The operations that the service has for one kind. */
export interface KindOperations {
  readonly list: Operation;
  readonly read: Operation;
  readonly create: Operation;
  readonly update?: Operation;
  readonly delete?: Operation;
}

/** Throws if the body has a field that the kind does not: a mistake of this package, which the service would not report. */
export function assertFields(kind: ServiceKind, body: Readonly<Record<string, unknown>>): void {
  const foreign = Object.keys(body).filter((field) => !kind.answered.has(field));
  if (foreign.length > 0) throw new Error(`a ${kind.noun} has no field ${foreign.join(", ")}`);
}

/** One kind of object, as the service offers it. */
export interface ServiceKind {
  /** `Campaign`: the name of the class, which also identifies the kind in states and records. */
  readonly name: string;
  /** For messages: `list`, `source agent`, `campaign`. */
  readonly noun: string;
  readonly plural: string;
  readonly operations: KindOperations;
  /** The query of a listing: without it, the service may leave out objects. */
  readonly listQuery: Readonly<Record<string, string>>;
  /** The name of the items in a listing that is an object and not an array. */
  readonly listingKey: string;
  /** Names of fields that mean the same for every kind. */
  readonly roles: { readonly name: string };
  /**
   * The fields of an answer that are kept. `nullable`: `null` means that the field is empty; in other fields a `null`
   * is ignored.
   */
  readonly answered: ReadonlyMap<string, { readonly nullable: boolean }>;
  /** The operation that sends this change; undefined if the service has none. */
  changeOperation(body: Readonly<Record<string, unknown>>): Operation | undefined;
}
