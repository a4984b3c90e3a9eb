import type { Account, Answer, CreationNotes } from "../api/account";
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

export interface PlanSituation extends Situation {
  readonly urn: string;
  readonly inputs: Values;
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
  /** Inputs of the create that follows, where this delete is half of a replacement. */
  readonly replacement?: Values;
}

/** What is left of an update after its answer was looked at. */
export interface Aftermath {
  /** Changes that did not happen and should have. */
  readonly undone: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}

/**
 * Where a kind differs from the ordinary life cycle. Each member may warn through `run.warn` and refuses by throwing
 * a Refusal.
 */
export interface Irregular {
  /** A create is coming, by itself or as half of a replacement; called by check, no I/O. */
  atPlan?(situation: PlanSituation): void;
  /** Looks at a coming change; no I/O. */
  atDiff?(situation: DiffSituation): void;
  /** Before anything is sent; of a replacement also before the old object is touched. */
  beforeCreate?(situation: CreateSituation): Promise<void>;
  /** What other processes may need to know of this creation. */
  noted?(inputs: Values): CreationNotes;
  /** Adds to what is recorded of a new object. */
  afterCreate?(situation: CreateSituation, answer: Answer): Partial<Recorded>;
  beforeUpdate?(situation: UpdateSituation): Promise<void>;
  /** True where the service has an operation for these changes even if it cannot show the object. */
  sendsUnread?(changes: readonly Change[], news: Values): boolean;
  afterUpdate?(situation: UpdateSituation, undone: readonly Change[]): Aftermath;
  /** Before it, or what takes its place, is touched. */
  beforeDelete?(situation: DeleteSituation): Promise<"exists" | "gone">;
  /** Deletes the object or lets go of it. */
  remove(situation: DeleteSituation): Promise<void>;
}

/** One kind of resource, whole. */
export interface ResourceKind {
  readonly definition: Definition;
  readonly irregular: Irregular;
}
