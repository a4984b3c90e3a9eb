import type { Listing } from "../api/objects";
import type { AdoptFacts } from "./adoptFacts";
import type { AnswerRule } from "./answerTable";
import type { ChangeFacts } from "./changeTable";
import type { CreateFacts } from "./createFacts";
import type { Rule } from "./decision";
import type { DeleteFacts } from "./deleteTable";
import type { ResourceKind, Shown, Values } from "./kind";
import type { RunMemory } from "./memory";
import type { PlanFacts } from "./planTable";
import type { SendFacts } from "./sendTable";
import type { AbsentSituation, CreateSituation, ReadSituation } from "./situation";
import type { Stated } from "./stated";

/** A kind with its additions to the ordinary life cycle. Rules only depend on the kind. */
export interface KindWithPolicy extends ResourceKind {
  readonly policy: Policy;
}

/** A situation to which the kind's policy applies. */
export type WithPolicy<S> = S & { readonly kind: KindWithPolicy };

/**
 * A kind's additions to the ordinary life cycle: rows for its tables, and behaviour that other kinds do not have.
 */
export interface Policy<V = Values> {
  /** Notes what the state shows of objects that contact people, also for an existing resource. */
  noteStated?(memory: RunMemory, stated: readonly Stated[]): void;
  /** The kind's rows for a planned create, including a replacement. */
  readonly planRules?: readonly Rule<PlanFacts<V>>[];
  /** The kind's rows for a planned change. */
  readonly changeRules?: readonly Rule<ChangeFacts<V>>[];
  /** The rows before a create without a response is replaced, because it certainly did not take effect. */
  readonly absentRules?: readonly Rule<AbsentSituation<V>>[];
  /** The kind's rows before an update is sent. */
  readonly sendRules?: readonly Rule<SendFacts<V>>[];
  /** The rows for an object in the state that a refresh has read, or whose create is pending. */
  readonly readRules?: readonly Rule<Omit<ReadSituation<V>, "account">>[];
  /** The kind's rows for creates. */
  readonly createRules?: readonly Rule<CreateFacts<V>>[];
  /** The rows for responses about an object that this run has created or changed. */
  readonly answerRules?: readonly AnswerRule<V>[];
  /** The rows before an object is accepted as running, because it runs unexpectedly or is adopted. */
  readonly acceptRules?: readonly Rule<AdoptFacts<V>>[];
  /** The rows for objects that other machines created while this run created one. */
  readonly meanwhileRules?: readonly Rule<MeanwhileFacts<V>, Meanwhile>[];
  /** The objects whose earlier updates must end before this create, or before this update that adds targets. */
  waitsFor?(situation: TurnSituation<V>): readonly string[];
  /** The kind's rows for deletes. */
  readonly deleteRules?: readonly Rule<DeleteFacts<V>>[];
  /** The rows about what else leaves the state with an object. */
  readonly leaveRules?: readonly Rule<DeleteFacts<V>>[];
}

/** A create that is about to start, or an update if `id` and `olds` are set. */
export interface TurnSituation<V = Values> extends Pick<CreateSituation<V>, "kind" | "run" | "inputs"> {
  readonly id?: string;
  readonly olds?: V;
}

/** Objects that other machines have created meanwhile. */
export interface Meanwhile {
  /** As part of a sentence. */
  readonly problem: string;
  readonly ids: readonly string[];
}

export interface MeanwhileFacts<V = Values> {
  readonly situation: CreateSituation<V>;
  /** The new objects. */
  readonly others: readonly Shown<V>[];
  /** The currently listed targets, if a rule has requested them. */
  readonly targets?: Listing | "unread";
}

/** Waits for the updates that must end before this create or update, according to its kind. */
export async function waitForTurn(situation: WithPolicy<TurnSituation>): Promise<void> {
  const { kind, run, id } = situation;
  await run.memory.updates.waitForEarlier(kind, kind.policy.waitsFor?.(situation) ?? [], id);
}
