import type { Account, Answer } from "../api/account";
import type { Change, Definition, Values } from "./definition";
import type { Hints } from "./memory";
import type { Recorded } from "./record";
import type { Run } from "./run";

/** What every guard may look at. */
export interface Situation {
  readonly run: Run;
  /** `campaign "Fintech Q1" (id 12)`. */
  readonly about: string;
  readonly acknowledged: ReadonlySet<string>;
  readonly urn?: string;
}

export interface DiffSituation extends Situation {
  readonly id: string;
  readonly olds: Values;
  readonly news: Values;
  readonly record: Recorded;
  readonly changes: readonly Change[];
  readonly replacing: boolean;
  readonly hints: Hints;
}

export interface CreateSituation extends Situation {
  readonly account: Account;
  readonly inputs: Values;
}

export interface UpdateSituation extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly olds: Values;
  readonly news: Values;
  readonly record: Recorded;
  readonly changes: readonly Change[];
}

export interface DeleteSituation extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly outputs: Values;
  readonly record: Recorded;
  /** Inputs of the same resource's coming create, where this delete is half of a replacement. */
  readonly replacement?: Values;
}

/**
 * Where a kind differs from the ordinary life cycle. Each member may warn through `run.warn` and refuses by throwing
 * a Refusal.
 */
export interface Irregular {
  /** Looks at inputs alone; called by every check. */
  atCheck?(inputs: Values, urn: string | undefined, run: Run): void;
  /** Looks at a coming change; no I/O. */
  atDiff?(situation: DiffSituation): void;
  /** Before anything is sent. */
  beforeCreate?(situation: CreateSituation): Promise<void>;
  /** Adds to what is recorded of a new object. */
  afterCreate?(situation: CreateSituation, answer: Answer): Partial<Recorded>;
  beforeUpdate?(situation: UpdateSituation): Promise<void>;
  /** Deletes the object or lets go of it. */
  remove(situation: DeleteSituation): Promise<void>;
}

/** One kind of resource, whole. */
export interface ResourceKind {
  readonly definition: Definition;
  readonly irregular: Irregular;
}
