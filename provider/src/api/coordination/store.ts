import type { CreationNotes } from "../objects";

/**
 * Keeps what the processes that use one account share: leases and creations.
 *
 * A lease is one place of something limited: one of the N requests of a window, or the only turn to create an object of
 * a kind. It ends by itself, so a process that dies leaves nothing to clean up. All times are durations, measured by the
 * store's own clock, so the clock of one machine never affects another machine.
 *
 * A creation records one create: which process sent it, and its outcome.
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
  /** Takes up to `wanted` places of `resource`, which has `places`. Each is free again after `milliseconds`. */
  take(resource: string, places: number, wanted: number, milliseconds: number): Promise<Taken>;
  /** Makes the lease end `milliseconds` from now (0: at once). False if it has already ended. */
  hold(lease: Lease, milliseconds: number): Promise<boolean>;
  /** Keeps all processes from taking places of `resource` for `milliseconds`. Never shortens an earlier block. */
  block(resource: string, milliseconds: number): Promise<void>;
  /** How much of `resource` is taken. */
  use(resource: string): Promise<Use>;
}

/** The part of a store that keeps creations. */
export interface CreationStore {
  /** Records a create before it is sent, or its outcome. The creation gets a higher mark than all before. */
  record(creation: Creation): Promise<void>;
  /** The highest mark of each kind: later creations of this owner have a higher one. */
  marks(of: Owner): Promise<Marks>;
  /** True if another process has created an object of this name since the mark, or one whose outcome is unknown. */
  createdSince(of: Scope, name: string | undefined, mark: number): Promise<boolean>;
  /** Ids of the objects that other processes have created. */
  createdElsewhere(of: Scope): Promise<readonly string[]>;
  /** Creates that other runs have sent and whose outcome is not recorded. */
  sentElsewhere(of: Scope): Promise<readonly SentElsewhere[]>;
  /** The creations, of any name or of this one, that were not refused, oldest first. */
  creations(of: Scope, name?: string): Promise<readonly Recorded[]>;
  /** The creations with this object's id, oldest first. */
  creationsOf(of: Scope, id: string): Promise<readonly Recorded[]>;
  /** Updates what is recorded of an object as `afterRemembering` (notes.ts) says, or records it. */
  remember(object: Creation & { readonly id: string }): Promise<void>;
  /** Records the outcome of those of these creations that are still `sent`. */
  settle(tokens: readonly string[], outcome: Outcome): Promise<void>;
  /** Copies what is recorded of one owner to another one. */
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
  /** The process that holds the next place to become free: its run's `label`, and the time since it last took or held it. */
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

/** What is recorded of an object besides its id. */
export interface Notes extends Omit<CreationNotes, "areAllTargets"> {
  /** A digest of the object's name. */
  readonly name: string;
}

/** The part of what is recorded that only grows. A store derives it from the notes. */
export interface RanOn {
  /** Ids of all targets that the object has had since it first ran, and of those that it first ran with. */
  readonly ranOn?: readonly string[];
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

/** A create of another run without an outcome. */
export interface SentElsewhere {
  readonly token: string;
  /** Milliseconds since it was recorded, by the store's clock. */
  readonly age: number;
  /** When it was recorded, in milliseconds since 1970, by the store's clock at that time. */
  readonly at: number;
}

/** The outcome of a create whose answer was lost. */
export type Outcome = { readonly outcome: "made"; readonly id: string } | { readonly outcome: "refused" };

/** A creation as it is read back. */
export interface Recorded extends Creation, RanOn {
  /** True if this run has sent it. */
  readonly own: boolean;
}

/**
 * The number of creations that a store keeps: it forgets the oldest ones beyond it, except those whose outcome is unknown
 * and those of objects that have contacted people.
 */
export const mostCreations = 30_000;

/** A create that was sent longer ago than this shows in a listing, if it took effect. */
export const unsureFor = 3_600_000;
