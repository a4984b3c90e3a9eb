import type { Listing } from "../api/objects";
import type { AdoptFacts } from "./adoptTable";
import type { AnswerRule } from "./answerTable";
import type { ChangeFacts } from "./changeTable";
import type { CreateFacts } from "./createFacts";
import type { Rule } from "./decision";
import type { DeleteFacts } from "./deleteTable";
import type { ResourceKind, Shown, Values } from "./kind";
import type { PlanFacts } from "./planTable";
import type { Recorded } from "./record";
import type { SendFacts } from "./sendTable";
import type { CreateSituation, ReadSituation } from "./situation";

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
  /** The rows for what an answer shows of an object that this run has created or changed. */
  readonly answerRules?: readonly AnswerRule<V>[];
  /** The rows before an object is accepted as running: one that ran unasked, or one that is adopted. */
  readonly acceptRules?: readonly Rule<AdoptFacts<V>>[];
  /** The rows for objects that other machines created while this run created one. */
  readonly meanwhileRules?: readonly Rule<MeanwhileFacts<V>, Meanwhile>[];
  /** What the state keeps of the program's codes. `earlier`: the record of an object that exists. */
  ofProgram?(inputs: V, earlier?: Recorded): Partial<Recorded>;
  /** The objects whose updates, begun before, have to end before this create or this update that adds targets. */
  waitsFor?(situation: TurnSituation<V>): readonly string[];
  /** The rows that the kind adds to the table of deletes. */
  readonly deleteRules?: readonly Rule<DeleteFacts<V>>[];
}

/** A create, or with `id` and `olds` the update of an object, that is about to begin. */
export interface TurnSituation<V = Values> extends Pick<CreateSituation<V>, "kind" | "run" | "inputs"> {
  readonly id?: string;
  readonly olds?: V;
}

/** What other machines have created meanwhile. */
export interface Meanwhile {
  /** As part of a sentence. */
  readonly problem: string;
  readonly ids: readonly string[];
}

export interface MeanwhileFacts<V = Values> {
  readonly situation: CreateSituation<V>;
  /** The objects that were not there before. */
  readonly others: readonly Shown<V>[];
  /** The targets as they are listed now, if a rule has asked. */
  readonly targets?: Listing | "unread";
}

/** Waits for the updates that have to end before this create or update, as its kind says. */
export async function waitForTurn(situation: WithPolicy<TurnSituation>): Promise<void> {
  const { kind, run, id } = situation;
  await run.memory.updates.waitForEarlier(kind, kind.policy.waitsFor?.(situation) ?? [], id);
}
