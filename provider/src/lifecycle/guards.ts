import type { Account } from "../api/account";
import type { CreationNotes } from "../api/objects";
import type { Declarer } from "./about";
import type { AdoptFacts } from "./adoptTable";
import type { Other } from "./besideOthers";
import type { ChangeFacts } from "./changeTable";
import type { CreateFacts } from "./createFacts";
import type { Rule } from "./decision";
import type { DeleteFacts } from "./deleteTable";
import type { Change, ResourceKind, Values } from "./kind";
import type { PlanFacts } from "./planTable";
import type { Recorded } from "./record";
import type { Line } from "./refusal";
import type { Run } from "./run";
import type { SendFacts } from "./send";
import type { Stated } from "./stated";

/** An object as the service answered it, by the names that its kind knows. */
export type Shown<V = Values> = V & { readonly id: string };

/** What every guard may look at. `V`: the values of its kind. */
export interface Situation {
  readonly kind: ResourceKind;
  readonly run: Run;
  /** `campaign "Fintech Q1" (id 12)`. */
  readonly about: string;
  readonly acknowledged: ReadonlySet<string>;
  /** Codes of the program that counted in an earlier run and do not count again. */
  readonly spent?: ReadonlySet<string>;
  readonly urn?: string;
}

export interface PlanSituation<V = Values> extends Situation {
  readonly urn: string;
  readonly inputs: V;
  /** Other objects of the state that contact people or did, and that the service does not show. */
  readonly stated: readonly Stated[] | "unread";
}

/** A change of an object of the state. */
export interface ChangeSituation<V = Values> extends Situation {
  /** `campaign "Fintech Q1"`. */
  readonly nameless: string;
  readonly id: string;
  readonly olds: V;
  readonly news: V;
  readonly record: Recorded;
  readonly changes: readonly Change[];
  readonly replacing: boolean;
}

export interface CreateSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly inputs: V;
  readonly declarer: Declarer;
  /** Id of the object that the new one replaces, if the old one still exists. */
  readonly instead?: string;
}

/** An object of the state as a refresh has read it, or as the state describes it if it cannot be read. */
export interface ReadSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly outputs: V;
  readonly record: Recorded;
}

export interface UpdateSituation<V = Values> extends ChangeSituation<V> {
  readonly account: Account;
}

export interface TurnSituation<V = Values> extends Pick<CreateSituation<V>, "kind" | "run" | "inputs"> {
  readonly id?: string;
  readonly olds?: V;
}

export interface DeleteSituation<V = Values> extends ReadSituation<V> {
  /** Inputs of the create that follows, if this delete is part of a replacement. */
  readonly replacement?: V;
  /** The engine has not asked for this delete, and creates the replacement. */
  readonly isSkipped?: boolean;
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

/** What a create beside another object means for people, as part of a sentence, and the code that allows it. */
export interface Beside {
  readonly effect: string;
  readonly code: string;
}

/** What a kind makes of the changes that an update did not achieve. */
export interface Aftermath {
  /** Changes that did not happen and are errors. */
  readonly undone: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}

/**
 * The steps in which a kind differs from the ordinary life cycle. Each member may warn through `run.warn`, and refuses
 * by throwing a Refusal.
 */
export interface Guards<V = Values> {
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
  /** What to record for other runs of an object with these inputs, or with these outputs and this record. */
  noted?(values: V, record?: Recorded, told?: Told<V>): CreationNotes;
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
  /** What else a create needs beside an object of its name. */
  beside?(inputs: V, other: Other): readonly Beside[];
  /** Looks at objects that other machines created meanwhile. Warns, or returns the problem. */
  atMeanwhile?(situation: CreateSituation<V>, others: readonly Shown<V>[]): Promise<Meanwhile | undefined>;
  /** Called before a create, or an update that adds targets, waits for its turn. `id` and `olds`: of the object to update. */
  beforeTurn?(situation: TurnSituation<V>): Promise<void>;
  /** True if the service has an operation for this change even if it cannot read the object. It is sent first. */
  isAlwaysSent?(change: Change, news: V): boolean;
  afterUpdate?(situation: UpdateSituation<V>, undone: readonly Change[]): Aftermath;
  /** The rows that the kind adds to the table of deletes. */
  readonly deleteRules?: readonly Rule<DeleteFacts<V>>[];
}

/** The answers that show that outputs equal what the service holds. */
export interface Told<V = Values> {
  /** The object as the service has just shown it. */
  readonly answer?: Shown<V>;
  /** Changes that the service has just accepted. */
  readonly sent?: readonly Change[];
}
