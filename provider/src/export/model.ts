import type { Answer } from "../api/objects";
import type { Kind } from "../kinds";
import type { Owner } from "../lifecycle/belongs";
import type { Values } from "../lifecycle/kind";

/** An e-mail seat of the acting user. Its address is as served. */
export interface EmailSeat {
  readonly id: number;
  readonly email?: string;
}

/** What the service shows of an account. */
export interface AccountContent {
  readonly owner: Owner;
  /** True if the settings act for a member and not for the user of the key. */
  readonly isMember: boolean;
  readonly answers: Readonly<Record<Kind, readonly Answer[]>>;
  /** Undefined if they were not asked for, or if the service does not list all of them. */
  readonly emailSeats?: readonly EmailSeat[];
}

/** One object of the account. */
export interface Identified {
  readonly kind: Kind;
  readonly id: string;
  /** As served, without blanks around it; empty if it has none. */
  readonly name: string;
}

/** An object that the program declares. */
export interface Exported extends Identified {
  /** The name of the resource in the program. */
  readonly resource: string;
  /** The arguments that the program writes, in normal form, with ids instead of references. */
  readonly declared: Values;
  readonly acknowledge: readonly string[];
  /** What the state holds. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** Sentences about it for the reader of the program. */
  readonly notes: readonly string[];
  /** True if its lists or e-mail seats are a conclusion: the service does not show them, and no map file names them. */
  readonly isConcluded: boolean;
}

/** What the service does not tell about a campaign. */
export interface Gap {
  readonly lists: boolean;
  readonly emailSeats: boolean;
}

/** An object that the program does not declare. */
export interface LeftOut extends Identified {
  readonly reason: string;
  /** Set if the map file can fill it. */
  readonly gap?: Gap;
}

/** An account as a program. */
export interface Export {
  readonly exported: readonly Exported[];
  readonly leftOut: readonly LeftOut[];
}
