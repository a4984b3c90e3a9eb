import type { Operation } from "./operation";

/** What the service offers for one kind of object. A missing operation is one that the service does not have. */
export interface KindOperations {
  readonly list: Operation;
  readonly read: Operation;
  readonly create: Operation;
  readonly update?: Operation;
  readonly delete?: Operation;
}

/** One kind of object as the service serves it. */
export interface ServiceKind {
  /** `Campaign`: the name of the class, which states and other processes know the kind by. */
  readonly name: string;
  /** For sentences: `list`, `source agent`, `campaign`. */
  readonly noun: string;
  readonly plural: string;
  readonly operations: KindOperations;
  /** Without it, a service may leave out objects of a listing. */
  readonly listQuery: Readonly<Record<string, string>>;
  /** The name under which an object that is not a bare array may carry the items of a listing. */
  readonly listingKey: string;
  /** Names of fields that mean the same for every kind. */
  readonly roles: { readonly name: string };
  /**
   * The fields that are kept of an answer. `nullable`: the service says with `null` that the object has none; elsewhere
   * a `null` says nothing.
   */
  readonly answered: ReadonlyMap<string, { readonly nullable: boolean }>;
  /** The operation that sends this change; undefined if the service has none. */
  changeOperation(body: Readonly<Record<string, unknown>>): Operation | undefined;
}
