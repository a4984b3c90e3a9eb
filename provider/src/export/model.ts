import type { Answer } from "../api/objects";
import type { Kind } from "../kinds";
import type { Owner } from "../lifecycle/belongs";
import type { Values } from "../lifecycle/kind";

/** An e-mail seat of the acting user, with its address as served. */
export interface EmailSeat {
  readonly id: number;
  readonly email?: string;
}

/** The content of an account, as far as the service returns it. */
export interface AccountContent {
  readonly owner: Owner;
  /** True if the settings act for a member and not for the key's user. */
  readonly isMember: boolean;
  readonly answers: Readonly<Record<Kind, readonly Answer[]>>;
  /** Undefined if they were not requested, or if the service does not list all of them. */
  readonly emailSeats?: readonly EmailSeat[];
}

/** One object of the account. */
export interface Identified {
  readonly kind: Kind;
  readonly id: string;
  /** As served, trimmed; empty if it has no name. */
  readonly name: string;
}

/** An object that the program declares. */
export interface Exported extends Identified {
  /** The name of the resource in the program. */
  readonly resource: string;
  /** The arguments in the program, in normal form, with ids instead of references. */
  readonly declared: Values;
  readonly acknowledge: readonly string[];
  /** The inputs in the state. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** Comments for readers of the program. */
  readonly notes: readonly string[];
  /** True if its lists or e-mail seats are inferred, because neither the service nor a map file contains them. */
  readonly isConcluded: boolean;
}

/** Data that the service does not return about a campaign. */
export interface Gap {
  readonly lists: boolean;
  readonly emailSeats: boolean;
}

/** An object omitted from the program. */
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
