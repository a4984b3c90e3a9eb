import type { CreationNotes } from "../objects";

/**
 * Stores what all processes using one account share: leases and creations.
 *
 * A lease is one place of a limited resource: one of the N requests of a window, or the single turn to create objects
 * of a kind. It expires by itself, so a process that dies leaves nothing to clean up. All times are durations, measured
 * by the store's own clock, so the clock of one machine never affects another machine.
 *
 * A creation records one create request: the process that sent it, and its outcome.
 */
export interface Store extends LeaseStore, CreationStore {
  /** The user to whom this key belongs, if it is recorded. */
  ownerOf(keyHash: string): Promise<string | undefined>;
  /** Records the user to whom this key belongs. */
  rememberOwner(keyHash: string, owner: string): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** The part of a store that keeps leases. */
export interface LeaseStore {
  /** Takes up to `wanted` places of `resource`, which has `places`. Each is freed after `milliseconds`. */
  take(resource: string, places: number, wanted: number, milliseconds: number): Promise<Taken>;
  /** Sets the lease to expire `milliseconds` from now (0: immediately). False if it has already expired. */
  hold(lease: Lease, milliseconds: number): Promise<boolean>;
  /** Stops all processes from taking places of `resource` for `milliseconds`. Never shortens an earlier block. */
  block(resource: string, milliseconds: number): Promise<void>;
  /** How much of `resource` is taken. */
  use(resource: string): Promise<Use>;
}

/** The part of a store that keeps creations. */
export interface CreationStore {
  /** Records a create before it is sent, or its outcome. The creation gets a mark higher than all earlier ones. */
  record(creation: Creation): Promise<void>;
  /** The highest mark of each kind; this owner's later creations get higher ones. */
  marks(of: Owner): Promise<Marks>;
  /**
   * True if another process has created an object with this name since the mark, or has sent such a create whose
   * outcome is unknown.
   */
  createdSince(of: Scope, name: string | undefined, mark: number): Promise<boolean>;
  /** Ids of the objects that other processes have created. */
  createdElsewhere(of: Scope): Promise<readonly string[]>;
  /** Creates that other runs have sent and whose outcome is not recorded. */
  sentElsewhere(of: Scope): Promise<readonly SentElsewhere[]>;
  /** The creations with this name (or any) that were not refused, oldest first. */
  creations(of: Scope, name?: string): Promise<readonly Recorded[]>;
  /** The creations with this object's id, oldest first. */
  creationsOf(of: Scope, id: string): Promise<readonly Recorded[]>;
  /** Merges into the record of an object by the rules of `afterRemembering` (notes.ts), or adds it. */
  remember(object: Creation & { readonly id: string }): Promise<void>;
  /** Corrects the record of an object that is recorded as running: it has run and is off. */
  recordAsOff(of: Scope, id: string): Promise<void>;
  /** Records the outcome of these creations if they are still `sent`. */
  settle(tokens: readonly string[], outcome: Outcome): Promise<void>;
  /** Copies one owner's records to another. */
  inherit(from: Owner, to: Owner): Promise<void>;
}

/** One place that a process has taken. */
export interface Lease {
  readonly resource: string;
  readonly place: number;
  /** Identifies this lease among all leases of the place. */
  readonly token: string;
}

/** The places that were taken; if there are none, the reason. */
export interface Taken {
  readonly leases: readonly Lease[];
  /** Milliseconds until the next place is expected to be free. */
  readonly freeIn: number;
  /** Milliseconds until the block on this resource ends; 0 without a block. */
  readonly blockedFor: number;
  /**
   * The process that holds the next place to become free: its run's `label`, and the time since it last took or
   * extended the lease.
   */
  readonly holder?: { readonly label: string; readonly silentFor: number };
}

/** How much of a resource is taken. */
export interface Use {
  readonly taken: number;
  /** Milliseconds until the block on this resource ends; 0 without a block. */
  readonly blockedFor: number;
  /** Milliseconds since the last place became free; undefined if none is known to have been taken. */
  readonly freeFor?: number;
}

/** The highest mark of each kind. */
export type Marks = { readonly [kind: string]: number };

/** One run of one process. */
export interface ProcessRun {
  /** Unique among all runs. */
  readonly id: string;
  /** For messages: `4711@1f2e3d`, the process and a digest of its machine. */
  readonly label: string;
}

/** A user of a service. */
export interface Owner {
  /** A digest of its address. */
  readonly service: string;
  /** The id of the user. */
  readonly owner: string;
}

/** The objects of one kind that belong to one user. */
export interface Scope extends Owner {
  readonly kind: string;
}

/** An object's record, apart from its id. */
export interface Notes extends Omit<CreationNotes, "areAllTargets" | "isNameLater"> {
  /** A digest of the object's name. */
  readonly name: string;
}

/** One create. */
export interface Creation extends Scope, Notes {
  /** Identifies the creation. */
  readonly token: string;
  /** `sent`: the object may exist. `made`: it was created. `refused`: it does not exist. */
  readonly outcome: "sent" | "made" | "refused";
  /** The object's id, if its outcome is `made`. */
  readonly id?: string;
}

/** A create sent by another run, with no outcome recorded. */
export interface SentElsewhere {
  readonly token: string;
  /** Milliseconds since it was recorded, by the store's clock. */
  readonly age: number;
  /** When it was recorded, in milliseconds since 1970, by the store's clock at that time. */
  readonly at: number;
}

/** The outcome of a create whose response was lost. */
export type Outcome = { readonly outcome: "made"; readonly id: string } | { readonly outcome: "refused" };

/** A creation as read from the store. */
export interface Recorded extends Creation {
  /** True if this run has sent it. */
  readonly own: boolean;
}

/**
 * How many creations a store keeps. Beyond that it deletes the oldest ones, except those whose outcome is unknown or
 * whose object has contacted people.
 */
export const mostCreations = 30_000;

/** Milliseconds after which a create that took effect must appear in a listing. */
export const unsureFor = 3_600_000;
