/**
 * One object as the service answered it, with the fields that its kind knows. A field is `null` if the service says
 * that there is nothing in it; one that says nothing is left out.
 */
export type Answer = { readonly id: string } & { readonly [field: string]: unknown };

/** The user that requests act as: the key's own, or the impersonated member. */
export interface ActingUser {
  readonly id: string;
}

/** What looking for one object by its id has shown. */
export type Finding =
  | { readonly status: "found"; readonly answer: Answer }
  /** Proven absent: a 404 of the service itself at the object's address, while that kind's operations work. */
  | { readonly status: "gone" }
  /** The service has no operation that reads this kind. */
  | { readonly status: "unreadable" };

/** All objects of one kind that the acting user owns. */
export interface Listing {
  readonly answers: readonly Answer[];
  /** False where the service itself says that there are more, or one could not be read. */
  readonly whole: boolean;
  /** Ids of objects that are known to exist and that it leaves out. */
  readonly missing: readonly string[];
}

/** What a create has come to. A plain refusal by the service is thrown as a ServiceError. */
export type Creation =
  | { readonly status: "created"; readonly answer: Answer }
  /**
   * The request may have taken effect; its answer was lost. `cause` is one sentence for people. `existing`: the answer has
   * named this object, which existed before.
   */
  | { readonly status: "lost"; readonly cause: string; readonly existing?: string }
  /** Refused, but not in the service's own words: whatever stands before it may have passed the request on. */
  | { readonly status: "doubtful"; readonly cause: string; readonly error: Error };

/** What other processes may need to know of a creation. */
export interface CreationNotes {
  /** Ids of the objects that this object works on. */
  readonly targets?: readonly string[];
  /** True if `targets` is complete and replaces what is recorded: the service has shown or accepted exactly these. */
  readonly areAllTargets?: boolean;
  /** True if the object was created so that it contacts people. */
  readonly running?: boolean;
  /** It was running at some time: once recorded, this stays. */
  readonly ran?: boolean;
  /** A digest of the stack that declares it. */
  readonly stack?: string;
  /** A digest of the URN that declares it. */
  readonly resource?: string;
  /** This stack has taken it over: from then on no other one is recorded unless it does the same. */
  readonly adopted?: boolean;
  /** It is acknowledged that a lost creation of this name does not exist. */
  readonly saidAbsent?: boolean;
  /** The stack that managed it has let go of it. */
  readonly released?: boolean;
}

/** What runs have recorded of an object that the acting user owns. */
export interface KnownCreation extends CreationNotes {
  /** Names this creation among all. */
  readonly token: string;
  /** Undefined where its answer was lost: it may exist. */
  readonly id: string | undefined;
  /** True where this run has created it. */
  readonly own: boolean;
  /** Ids of all targets that it has had since it first ran; once recorded, they stay. */
  readonly ranOn?: readonly string[];
  readonly sameName: boolean;
  /** True where it was created under this name: only a digest of it is recorded. */
  isNamed(name: string): boolean;
}

export type Settled = { readonly id: string } | "refused";

export interface ListingOptions {
  /** Asks the service now. */
  readonly fresh?: boolean;
  /** Fails instead of waiting for the limit. */
  readonly onlyIfFree?: boolean;
  /** Asks it where another process may since have made such an object, of any name or of this one. */
  readonly unlessMade?: { readonly kind: string; readonly name?: unknown };
}

export interface AskOptions {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
}
