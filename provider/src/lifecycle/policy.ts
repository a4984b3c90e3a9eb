import type { AdoptFacts } from "./adoptTable";
import type { ChangeFacts } from "./changeTable";
import type { CreateFacts } from "./createFacts";
import type { Rule } from "./decision";
import type { DeleteFacts } from "./deleteTable";
import type { Change, ResourceKind, Shown, Values } from "./kind";
import type { PlanFacts } from "./planTable";
import type { Recorded } from "./record";
import type { Line } from "./refusal";
import type { SendFacts } from "./sendTable";
import type { CreateSituation, ReadSituation, UpdateSituation } from "./situation";

/** A kind with what it adds to the ordinary life cycle. Rules look at the kind alone. */
export interface KindWithPolicy extends ResourceKind {
  readonly policy: Policy;
}

/** A situation in which the kind's policy counts. */
export type WithPolicy<S> = S & { readonly kind: KindWithPolicy };

/**
 * What a kind adds to the ordinary life cycle: rows of its tables, and what its objects do that those of other kinds do
 * not.
 */
export interface Policy<V = Values> {
  /** The rows that the kind adds to those of a planned create, also of a replacement. */
  readonly planRules?: readonly Rule<PlanFacts<V>>[];
  /** The rows that the kind adds to those of a planned change. */
  readonly changeRules?: readonly Rule<ChangeFacts<V>>[];
  /** The rows that the kind adds before an update is sent. */
  readonly sendRules?: readonly Rule<SendFacts<V>>[];
  /** The rows for an object of the state that a refresh has read, or whose creation is pending. */
  readonly readRules?: readonly Rule<Omit<ReadSituation<V>, "account">>[];
  /** The rows that the kind adds to the table of creates. */
  readonly createRules?: readonly Rule<CreateFacts<V>>[];
  /** If the object runs although the program did not ask for that: the lines to print, and what the state records. */
  unasked?(asked: Asked<V>): Unasked | undefined;
  /** The rows before an object is accepted as running: one that ran unasked, or one that is adopted. */
  readonly acceptRules?: readonly Rule<AdoptFacts<V>>[];
  /** Adds to the record of a new object. */
  afterCreate?(situation: CreateSituation<V>, answer: Shown<V>): Partial<Recorded>;
  /** Adds to the record of an object before it is created or adopted. */
  atSend?(inputs: V): Partial<Recorded>;
  /** The record of an object after an update to these inputs. */
  afterProgram?(inputs: V, record: Recorded): Recorded;
  /** Looks at objects that other machines created meanwhile. Warns, or returns the problem. */
  atMeanwhile?(situation: CreateSituation<V>, others: readonly Shown<V>[]): Promise<Meanwhile | undefined>;
  /** Called before a create, or an update that adds targets, waits for its turn. `id` and `olds`: of the object to update. */
  beforeTurn?(situation: TurnSituation<V>): Promise<void>;
  afterUpdate?(situation: UpdateSituation<V>, undone: readonly Change[]): Aftermath;
  /** The rows that the kind adds to the table of deletes. */
  readonly deleteRules?: readonly Rule<DeleteFacts<V>>[];
}

export interface TurnSituation<V = Values> extends Pick<CreateSituation<V>, "kind" | "run" | "inputs"> {
  readonly id?: string;
  readonly olds?: V;
}

/** What the program declared, and what the service answered. */
export interface Asked<V = Values> {
  /** `Creating campaign "Fintech Q1"`. */
  readonly about: string;
  readonly id: string;
  readonly news: V;
  /** The object as read right before it was changed; undefined for a new object. */
  readonly before?: Shown<V>;
  readonly answer: Shown<V>;
}

export interface Unasked {
  readonly lines: readonly Line[];
  readonly recorded: Partial<Recorded>;
}

/** What other machines have created meanwhile. */
export interface Meanwhile {
  /** As part of a sentence. */
  readonly problem: string;
  readonly ids: readonly string[];
}

/** What a kind makes of the changes that an update did not achieve. */
export interface Aftermath {
  /** Changes that did not happen and are errors. */
  readonly undone: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}
