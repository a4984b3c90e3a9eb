import type { Account } from "../api/account";
import type { Declarer } from "./about";
import type { Change, ResourceKind, Values } from "./kind";
import type { Recorded } from "./record";
import type { Run } from "./run";
import type { Stated } from "./stated";

/** The data for every decision. `V` is the type of the kind's values. */
export interface Situation {
  readonly kind: ResourceKind;
  readonly run: Run;
  /** `campaign "Fintech Q1" (id 12)`. */
  readonly about: string;
  readonly acknowledged: ReadonlySet<string>;
  /** Codes that have counted once, for this resource or another one, and do not count again in the program. */
  readonly spent?: ReadonlySet<string>;
  /** Codes of the resource that have counted, also if the run sets them again. */
  readonly counted?: ReadonlySet<string>;
  /** By the id in such a code for sharing targets, the targets for which it still counts. */
  readonly sharedOn?: Readonly<Record<string, readonly string[]>>;
  readonly urn?: string;
}

export interface PlanSituation<V = Values> extends Situation {
  readonly urn: string;
  readonly inputs: V;
  /** Other objects in the state that contact or have contacted people and that the service does not return. */
  readonly stated: readonly Stated[] | "unread";
}

/** A change of an object in the state. */
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
  /** The id of the object being replaced, if it still exists. */
  readonly instead?: string;
  /** The objects that the resource has replaced, the present one included. */
  readonly replaced?: Recorded["replaced"];
}

/** An object in the state as read by a refresh, or as described in the state if it cannot be read. */
export interface ReadSituation<V = Values> extends Situation {
  readonly account: Account;
  readonly id: string;
  readonly outputs: V;
  readonly record: Recorded;
}

export interface UpdateSituation<V = Values> extends ChangeSituation<V> {
  readonly account: Account;
  /** What is on the targets that it sends. */
  readonly found?: Pick<Recorded, "foundOn">;
  /** The targets off which it takes the object although the state does not have them. */
  readonly attached?: readonly string[];
}

/** A create without a response that certainly had no effect, and the object that takes its place. */
export interface AbsentSituation<V = Values>
  extends Pick<ChangeSituation<V>, "about" | "id" | "record" | "acknowledged" | "spent" | "urn"> {
  readonly replacement: V;
}

export interface DeleteSituation<V = Values> extends ReadSituation<V> {
  /** Inputs of the create that follows, if this delete is part of a replacement. */
  readonly replacement?: V;
  /** True if the engine creates the replacement without having requested this delete. */
  readonly isSkipped?: boolean;
}
