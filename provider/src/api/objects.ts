/**
 * One object as the service returned it, with the fields known for its kind. `null` means that the service returned an
 * empty field; fields that it did not return are missing.
 */
export type Answer = { readonly id: string } & { readonly [field: string]: unknown };

/** The user that requests act as: the key's own, or the impersonated member. */
export interface ActingUser {
  readonly id: string;
}

/** The result of looking for an object by id. */
export type Finding =
  | { readonly status: "found"; readonly answer: Answer }
  /** Proven absent: the service itself returned 404 for the object, while the kind's operations work. */
  | { readonly status: "gone" }
  /** The service has no operation to read objects of this kind. */
  | { readonly status: "unreadable" };

/** All objects of one kind that the acting user owns. */
export interface Listing {
  readonly answers: readonly Answer[];
  /** False if the service indicates that there are more, or if an object could not be read. */
  readonly whole: boolean;
  /** Ids of objects that are known to exist but are missing from the listing. */
  readonly missing: readonly string[];
}

/** The result of a create. An explicit refusal by the service is thrown as a ServiceError instead. */
export type Creation =
  | { readonly status: "created"; readonly answer: Answer }
  /**
   * The request may have taken effect, but its response was lost. `cause` is one sentence for users. `existing`: the
   * response named this object, which existed before. `token` identifies the creation in the records.
   */
  | { readonly status: "lost"; readonly token: string; readonly cause: string; readonly existing?: string }
  /** Refused, but not in the service's format: a gateway in front of it may have forwarded the request. */
  | { readonly status: "doubtful"; readonly token: string; readonly cause: string; readonly error: Error };

/** What other processes may need to know about a creation. */
export interface CreationNotes {
  /** Ids of the objects that this object uses, such as a campaign's lists. */
  readonly targets?: readonly string[];
  /**
   * True if `targets` is complete and replaces the recorded ones, because the service has returned or accepted exactly
   * these.
   */
  readonly areAllTargets?: boolean;
  /** True if the object was created running, so that it contacts people. */
  readonly running?: boolean;
  /** True if it was ever running. Once recorded, this is permanent. */
  readonly ran?: boolean;
  /**
   * Ids of all targets that it has had since it first ran, including those it first ran with. Once recorded, they are
   * permanent. The records add its `targets` if it has run.
   */
  readonly ranOn?: readonly string[];
  /** True if the name is that of a later object of its resource: a recorded name stays. */
  readonly isNameLater?: boolean;
  /** Digest of the stack that declares it. */
  readonly stack?: string;
  /** Digest of the URN that declares it. */
  readonly resource?: string;
  /** True if this stack has adopted it: only another adoption can then change the recorded stack. */
  readonly adopted?: boolean;
  /** True if the user has acknowledged that the object of this lost creation does not exist. */
  readonly saidAbsent?: boolean;
  /** True if the stack that managed it has released it. */
  readonly released?: boolean;
  /** A digest of its content when its stack last released it. */
  readonly content?: string;
}

/** What runs have recorded about an object of the acting user. */
export interface KnownCreation extends CreationNotes {
  /** Identifies this creation. */
  readonly token: string;
  /** Undefined if the response was lost: the object may exist. */
  readonly id: string | undefined;
  /** True if this run created it. */
  readonly own: boolean;
  readonly sameName: boolean;
  /** True if it was created with this name. Only a digest of the name is recorded. */
  isNamed(name: string): boolean;
}

export type Settled = { readonly id: string } | "refused";

export interface ListingOptions {
  /** Reads from the service instead of using known objects. */
  readonly fresh?: boolean;
  /** Fails instead of waiting for the limit. */
  readonly onlyIfFree?: boolean;
  /** Reads again if another process may have made such an object since, with this name if given. */
  readonly unlessMade?: { readonly kind: string; readonly name?: unknown };
}

export interface AskOptions {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
}
