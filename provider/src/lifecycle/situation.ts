import type { Account } from "../api/account";
import type { Declarer } from "./about";
import type { Change, ResourceKind, Values } from "./kind";
import type { Recorded } from "./record";
import type { Run } from "./run";
import type { Stated } from "./stated";

/** What every decision may look at. `V`: the values of its kind. */
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

export interface DeleteSituation<V = Values> extends ReadSituation<V> {
  /** Inputs of the create that follows, if this delete is part of a replacement. */
  readonly replacement?: V;
  /** The engine has not asked for this delete, and creates the replacement. */
  readonly isSkipped?: boolean;
}
