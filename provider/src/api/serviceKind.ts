import type { Operation } from "./operation";

/** The service's operations for one kind. */
export interface KindOperations {
  readonly list: Operation;
  readonly read: Operation;
  readonly create: Operation;
  readonly update?: Operation;
  readonly delete?: Operation;
}

/** Throws if the body contains a field unknown to the kind: a bug in this package that the service would not report. */
export function assertFields(kind: ServiceKind, body: Readonly<Record<string, unknown>>): void {
  const foreign = Object.keys(body).filter((field) => !kind.answered.has(field));
  if (foreign.length > 0) throw new Error(`a ${kind.noun} has no field ${foreign.join(", ")}`);
}

/** One kind of object in the service. */
export interface ServiceKind {
  /** `Campaign`: the name of the class, which also identifies the kind in states and records. */
  readonly name: string;
  /** For messages, for example `list`, `source agent` or `campaign`. */
  readonly noun: string;
  readonly plural: string;
  readonly operations: KindOperations;
  /** The query of a listing. Without it, the service may omit objects. */
  readonly listQuery: Readonly<Record<string, string>>;
  /** The key that holds the items if a listing is an object instead of an array. */
  readonly listingKey: string;
  /** Names of the fields that have the same meaning in every kind. */
  readonly roles: { readonly name: string };
  /**
   * The fields that are kept from a response. `nullable`: `null` means that the field is empty; in other fields `null`
   * is ignored.
   */
  readonly answered: ReadonlyMap<string, { readonly nullable: boolean }>;
  /** The operation for this change. Undefined if the service has none. */
  changeOperation(body: Readonly<Record<string, unknown>>): Operation | undefined;
}
