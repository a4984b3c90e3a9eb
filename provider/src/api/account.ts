import type { Clock } from "./clock";
import type { ProcessRun } from "./coordination/store";
import type { ServiceError } from "./errors";
import type { Counts, Logger } from "./log";
import type { Operation } from "./operation";
import type { Settings } from "./settings";
import type { Proxies } from "./transport";

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
  /** The request may have taken effect; its answer was lost. `cause` is one sentence for people. */
  | { readonly status: "lost"; readonly cause: string }
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

/**
 * The service as one acting user sees it. Kinds go by their names. One account per process, origin, key and acting user, so that the limiter, the
 * listings and the identity are shared by all resources of a run. `about` names the resource in error messages
 * (`campaign "Fintech Q1" (id 12)`).
 */
export interface Account {
  readonly settings: Settings;
  /** True where runs on other machines are kept apart from this one. */
  readonly amongMachines: boolean;
  /** Asked once a run. Throws where the service answers for another user than the settings name. */
  actingUser(): Promise<ActingUser>;
  /**
   * From the kind's listing, else asked for by id. `fresh` asks the service now, by id.
   * Throws a ServiceError where the answer says neither "here it is" nor "it is gone".
   */
  find(kind: string, id: string, about: string, options?: { fresh?: boolean }): Promise<Finding>;
  /** Undefined where the service has no listing of that kind. */
  listing(kind: string, about: string, options?: ListingOptions): Promise<Listing | undefined>;
  /**
   * Sends one create, never twice. `body` is under the public names; acting user is checked before. An answer that names
   * an object of which `isManaged` holds is not about a new one.
   */
  create(
    kind: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
    noted?: CreationNotes,
    isManaged?: (id: string) => boolean,
  ): Promise<Creation>;
  /** Sends one change; undefined where the answer was fine but carried no object. */
  update(kind: string, id: string, body: Readonly<Record<string, unknown>>, about: string): Promise<Answer | undefined>;
  /** Deletes an object of a kind that the service deletes. Gone already is success. */
  remove(kind: string, id: string, about: string): Promise<"deleted" | "gone">;
  /** One read of any operation, as JSON without `null`s; undefined if the service refuses it. */
  look(operation: Operation, about: string, options?: AskOptions): Promise<unknown>;
  /**
   * Runs `work` while no other process creates an object of that kind in the same account. Again from its beginning
   * where this process lost its turn before it sent anything.
   */
  creating<T>(kind: string, work: () => Promise<T>): Promise<T>;
  /** Ids of this kind that other processes have created in the same account. */
  createdElsewhere(kind: string): Promise<ReadonlySet<string>>;
  /** Tells the other processes that an object whose create was not answered is this process's own. */
  noteCreated(kind: string, id: string): void;
  /** What runs have recorded of this kind, whether it exists still or not. */
  creations(kind: string, name: unknown, which: "all" | "sameName"): Promise<readonly KnownCreation[]>;
  /** What runs have recorded of one object, as far as this run has seen it. */
  recorded(kind: string, id: string): Promise<CreationNotes | undefined>;
  /** Keeps for later runs what is known of an object by now. */
  remember(
    kind: string,
    id: string,
    name: unknown,
    notes: CreationNotes,
    options?: { readonly unlessKnown?: boolean },
  ): Promise<void>;
  /** Keeps for later runs what came of creations whose answers were lost. */
  settle(lost: readonly KnownCreation[], outcome: Settled): Promise<void>;
  /** What runs have recorded of this user at another address, or of another user, counts here as well from now on. */
  inherit(origin: string, userId: string): Promise<void>;
}

/** What the host hands in: this package's inner part reads no environment and knows no engine. */
export interface Surroundings {
  readonly logger: Logger;
  /** A folder of the user's cache, shared by all processes of the user; undefined keeps everything in this process. */
  readonly cacheFolder?: string;
  readonly proxies?: Proxies;
  /**
   * Asked when a create is about to be sent, after every wait. Throws where nothing may be created any more (the
   * engine that asked for it has died).
   */
  readonly beforeCreate?: () => Promise<void>;
  /** For tests. */
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly run?: ProcessRun;
}

/** What the functions and the command line need beside the life cycle's part. */
export interface ServiceAccount extends Account {
  /** One read of any operation, as JSON without `null`s. Undefined where the answer is empty. */
  ask(operation: Operation, about: string, options?: AskOptions): Promise<unknown>;
  counts(): Counts;
  /** For the end of a run; undefined where nothing was sent. */
  summary(): string | undefined;
  /**
   * From now on nothing is sent: what is queued fails with this error. Resolves when what is under way has ended and
   * is written down for other processes.
   */
  stop(error: ServiceError): Promise<void>;
  close(): Promise<void>;
}
