/**
 * What processes share about an account. All times are durations, counted by the store's own clock: no clock of one
 * machine decides what another one does.
 *
 * Two ideas carry everything. A lease is one place of something limited: one of the N requests of a window, or the only
 * turn to create an object of a kind. It ends by itself, so that a process that dies leaves nothing to clean up. The
 * second is the list of creations: what was sent, by which process, and what came of it.
 */
export interface Store {
  /** Takes up to `wanted` places of `resource`, which has `places`. Each is free again after `milliseconds`. */
  take(resource: string, places: number, wanted: number, milliseconds: number): Promise<Taken>;
  /** From now on, the place is free again after `milliseconds` (0: at once). False where the lease has ended. */
  hold(lease: Lease, milliseconds: number): Promise<boolean>;
  /** Nobody takes a place for so long. Never shortens an earlier block. */
  block(resource: string, milliseconds: number): Promise<void>;

  /** Writes a creation down, or what came of it. Later than every mark given out before. */
  record(creation: Creation): Promise<void>;
  /** By kind: later creations of this owner have a higher mark. */
  marks(of: Owner): Promise<Marks>;
  /** Whether another process has created such an object since the mark, or has sent one of which nobody knows. */
  createdSince(of: Of, name: string | undefined, mark: number): Promise<boolean>;
  /** Ids that other processes have created. */
  createdElsewhere(of: Of): Promise<readonly string[]>;
  /** Every creation, of any name or of this one, that may have taken effect. */
  creations(of: Of, name?: string): Promise<readonly Recorded[]>;
  /**
   * Replaces what is recorded of an object, whoever has created it: not that it has run, nor the stack that has taken it
   * over, unless this one does. Who lets go of it has it no longer taken over.
   */
  remember(object: Creation & { readonly id: string }): Promise<void>;
  /** Records the outcome of these creations, as far as they are still `sent`. */
  settle(tokens: readonly string[], outcome: Outcome): Promise<void>;
  /** Adds what is recorded of one owner to what is recorded of another one. */
  inherit(from: Owner, to: Owner): Promise<void>;

  /** The user to whom this key belongs, where that is known. */
  ownerOf(keyHash: string): Promise<string | undefined>;
  rememberOwner(keyHash: string, owner: string): Promise<void>;

  close(): Promise<void>;
}

export interface Lease {
  readonly resource: string;
  readonly place: number;
  /** Names this lease among all that this place has had. */
  readonly token: string;
}

/** One or more leases, or why there is none. */
export interface Taken {
  readonly leases: readonly Lease[];
  /** Milliseconds until the next place is free, as far as can be seen. */
  readonly freeIn: number;
  /** Milliseconds for which nobody may take one; 0 where nobody is held back. */
  readonly blockedFor: number;
  /** Who holds the next place to become free: the `label` of its run, and how long ago it said so. */
  readonly holder?: { readonly label: string; readonly silentFor: number };
}

export type Marks = { readonly [kind: string]: number };

/** One run of one process. */
export interface ProcessRun {
  /** Unlike every other one's. */
  readonly id: string;
  /** For people: `4711@1f2e3d`, the process and a digest of its machine. */
  readonly label: string;
}

/** A user of a service. */
export interface Owner {
  /** A digest of its address. */
  readonly service: string;
  readonly owner: string;
}

/** Whose creations: objects of one kind that belong to one user. */
export interface Of extends Owner {
  readonly kind: string;
}

export interface Creation extends Of {
  readonly token: string;
  /** A digest. */
  readonly name: string;
  /** `sent`: it may exist. `refused`: it surely does not. */
  readonly outcome: "sent" | "made" | "refused";
  readonly id?: string;
  /** Ids of the objects that it works on. */
  readonly targets?: readonly string[];
  /** True if it was created so that it contacts people. */
  readonly running?: boolean;
  /** It was running at some time. */
  readonly ran?: boolean;
  /** Digests of the stack and of the URN that declare it. */
  readonly stack?: string;
  readonly resource?: string;
  /** The stack has taken it over from whoever had it. */
  readonly adopted?: boolean;
  /** `twin:none` was acknowledged before it was sent, so the same word says nothing of what came of it. */
  readonly saidAbsent?: boolean;
  /** The stack that managed it has let go of it. */
  readonly released?: boolean;
}

export type Outcome = { readonly outcome: "made"; readonly id: string } | { readonly outcome: "refused" };

/** A creation as it is read back. */
export interface Recorded extends Creation {
  /** True where this run has sent it. */
  readonly own: boolean;
}

/**
 * Creations beyond this number, oldest first, are forgotten, if they settle nothing any more: those of which nobody
 * knows what came of them, and what has reached people, stay.
 */
export const mostCreations = 30_000;

/** What was sent longer ago than this shows in a listing, if it took effect at all. */
export const unsureFor = 3_600_000;
