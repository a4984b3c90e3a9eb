import type { Account } from "../api/account";
import type { CreationNotes } from "../api/objects";
import type { Declarer } from "./about";
import type { Change, ResourceKind, Values } from "./kind";
import type { Hints } from "./memory";
import type { Recorded } from "./record";
import type { Run } from "./run";

/** An object as the service answered it, by the names that its kind knows. */
export type Shown<V = Values> = V & { readonly id: string };

/** What every guard may look at. Guards of a kind name the values of that kind as `V`. */
export interface Situation {
  readonly kind: ResourceKind;
  readonly run: Run;
  /** `campaign "Fintech Q1" (id 12)`. */
  readonly about: string;
  readonly acknowledged: ReadonlySet<string>;
  readonly urn?: string;
}

export interface PlanSituation<V = Values> extends Situation {
  readonly urn: string;
  readonly inputs: V;
}

export interface DiffSituation<V = Values> extends Situation {
  readonly id: string;
  readonly olds: V;
  readonly news: V;
  readonly record: Recorded;
  readonly changes: readonly Change[];
  readonly replacing: boolean;
  readonly hints: Hints;
}

export interface CreateSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly inputs: V;
  readonly declarer: Declarer;
  /** Id of the object that the new one replaces, while that is still there. */
  readonly instead?: string;
}

/** An object of the state as a refresh has found it, or as the state has it if nothing can be read. */
export interface ReadSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly outputs: V;
  readonly record: Recorded;
}

export interface UpdateSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly olds: V;
  readonly news: V;
  readonly record: Recorded;
  readonly changes: readonly Change[];
}

export interface DeleteSituation<V = Values> extends ReadSituation<V> {
  /** Inputs of the create that follows, if this delete is half of a replacement. */
  readonly replacement?: V;
}

/** What a program has asked for, and what the service has made of it. */
export interface Asked<V = Values> {
  /** `Creating campaign "Fintech Q1"`. */
  readonly about: string;
  readonly id: string;
  readonly news: V;
  /** As read right before it was changed; undefined for a new object. */
  readonly before?: Shown<V>;
  readonly answer: Shown<V>;
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
export interface Guards<V = Values> {
  /** A create is coming, by itself or as half of a replacement; called by check, no I/O. */
  atPlan?(situation: PlanSituation<V>): void;
  /** Looks at a coming change; no I/O. */
  atDiff?(situation: DiffSituation<V>): void;
  /** Looks at an object of the state that a refresh has read, or whose creation is pending; no I/O. */
  atRead?(situation: Omit<ReadSituation<V>, "account">): void;
  /** Before anything is sent; of a replacement also before the old object is touched. */
  beforeCreate?(situation: CreateSituation<V>): Promise<void>;
  /** What other processes may need to know of an object with these inputs, or with these outputs and this record. */
  noted?(values: V, record?: Recorded, told?: Told<V>): CreationNotes;
  /** The same of an object that this stack has just let go of, and that stays in the account. */
  notedOfReleased?(situation: DeleteSituation<V>): CreationNotes;
  /** Where the object works although that was not asked for: what to say of it, and what to record. */
  unasked?(asked: Asked<V>): Unasked | undefined;
  /** The program says that what ran unasked shall run on. */
  beforeAccept?(situation: CreateSituation<V>, id: string): Promise<void>;
  /** Adds to what is recorded of an object that was taken over. `unseen`: on the program's word alone. */
  afterAdopt?(situation: CreateSituation<V>, answer: Shown<V>, unseen: boolean): Partial<Recorded>;
  /** Adds to what is recorded of a new object. */
  afterCreate?(situation: CreateSituation<V>, answer: Shown<V>): Partial<Recorded>;
  /** Adds to what is recorded of an object that is yet to be made or taken over. */
  atSend?(inputs: V): Partial<Recorded>;
  /** What is recorded of an object once the program says this. */
  afterProgram?(inputs: V, record: Recorded): Recorded;
  /** Objects that other machines have made meanwhile. Warns; answers in half a sentence what has gone wrong for sure. */
  atMeanwhile?(situation: CreateSituation<V>, others: readonly Shown<V>[]): Promise<string | undefined>;
  beforeUpdate?(situation: UpdateSituation<V>): Promise<void>;
  /** True where this update, like a create, must not happen beside another one. */
  needsTurn?(situation: UpdateSituation<V>): boolean;
  /** True where the service has an operation for these changes even if it cannot show the object. */
  sendsUnread?(changes: readonly Change[], news: V): boolean;
  /** Where the service has an operation for a part of these changes even if it cannot show the object: that part, the rest. */
  sendsFirst?(changes: readonly Change[], news: V): readonly [readonly Change[], readonly Change[]];
  afterUpdate?(situation: UpdateSituation<V>, undone: readonly Change[]): Aftermath;
  /** Before the object, or its replacement, is touched. Without it, the object is compared with the state. */
  beforeDelete?(situation: DeleteSituation<V>): Promise<"exists" | "gone">;
  /** Deleted at the service, which has confirmed it. */
  afterDelete?(situation: DeleteSituation<V>): void;
}

/** What has shown that outputs are as they are at the service. */
export interface Told<V = Values> {
  /** The object as the service has just shown it. */
  readonly answer?: Shown<V>;
  /** Changes that it has just taken. */
  readonly sent?: readonly Change[];
}
