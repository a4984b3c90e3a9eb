import type { Account, Answer, CreationNotes } from "../api/account";
import type { Declarer } from "./about";
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
  readonly declarer: Declarer;
  /** Id of the object that the new one takes the place of, while that is still there. */
  readonly instead?: string;
}

/** An object of the state as a refresh has found it, or as the state has it where nothing can be read. */
export interface ReadSituation extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly outputs: Values;
  readonly record: Recorded;
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

/** What a program has asked for, and what the service has made of it. */
export interface Asked {
  /** `Creating campaign "Fintech Q1"`. */
  readonly about: string;
  readonly id: string;
  readonly news: Values;
  /** As read right before it was changed; undefined for a new object. */
  readonly before?: Answer;
  readonly answer: Answer;
}

export interface Unasked {
  readonly lines: readonly string[];
  readonly recorded: Partial<Recorded>;
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
  /** Looks at an object of the state that a refresh has read, or whose creation is pending; no I/O. */
  atRead?(situation: Omit<ReadSituation, "account">): void;
  /** Before anything is sent; of a replacement also before the old object is touched. */
  beforeCreate?(situation: CreateSituation): Promise<void>;
  /** What other processes may need to know of an object with these inputs, or with these outputs and this record. */
  noted?(values: Values, record?: Recorded, told?: Told): CreationNotes;
  /** The same of an object that this stack has just let go of, and that stays in the account. */
  notedOfReleased?(situation: DeleteSituation): CreationNotes;
  /** Properties that decide whether the object reaches people: the answer to a create must show them, or it is read. */
  readonly decisive?: readonly string[];
  /** Where the object works although that was not asked for: what to say of it, and what to record. */
  unasked?(asked: Asked): Unasked | undefined;
  /** The program says that what ran unasked shall run on. */
  beforeAccept?(situation: CreateSituation, id: string): Promise<void>;
  /** Adds to what is recorded of an object that was taken over. `unseen`: on the program's word alone. */
  afterAdopt?(situation: CreateSituation, answer: Answer, unseen: boolean): Partial<Recorded>;
  /** Adds to what is recorded of a new object. */
  afterCreate?(situation: CreateSituation, answer: Answer): Partial<Recorded>;
  /** Adds to what is recorded of an object that is yet to be made or taken over. */
  atSend?(inputs: Values): Partial<Recorded>;
  /** What is recorded of an object once the program says this. */
  afterProgram?(inputs: Values, record: Recorded): Recorded;
  /** Objects that other machines have made meanwhile. Warns; answers in half a sentence what has gone wrong for sure. */
  atMeanwhile?(situation: CreateSituation, others: readonly Answer[]): Promise<string | undefined>;
  beforeUpdate?(situation: UpdateSituation): Promise<void>;
  /** True where this update, like a create, must not happen beside another one. */
  needsTurn?(situation: UpdateSituation): boolean;
  /** True where the service has an operation for these changes even if it cannot show the object. */
  sendsUnread?(changes: readonly Change[], news: Values): boolean;
  /** Where the service has an operation for a part of these changes even if it cannot show the object: that part, the rest. */
  sendsFirst?(changes: readonly Change[], news: Values): readonly [readonly Change[], readonly Change[]];
  afterUpdate?(situation: UpdateSituation, undone: readonly Change[]): Aftermath;
  /** Before it, or what takes its place, is touched. */
  beforeDelete?(situation: DeleteSituation): Promise<"exists" | "gone">;
  /** Deletes the object or lets go of it. */
  remove(situation: DeleteSituation): Promise<void>;
}

/** What has shown that outputs are as they are at the service. */
export interface Told {
  /** The object as the service has just shown it. */
  readonly answer?: Answer;
  /** Changes that it has just taken. */
  readonly sent?: readonly Change[];
}

/** One kind of resource, whole. */
export interface ResourceKind {
  readonly definition: Definition;
  readonly irregular: Irregular;
}
