import type { Answer, CreationNotes } from "../api/objects";
import type { ServiceKind } from "../api/serviceKind";
import type { DeclaredKind, RuleContext, Values } from "./declared";
import type { Looks } from "./looks";
import type { Recorded } from "./record";

export type { RuleContext, Values } from "./declared";

/** Arguments that control this provider and are never sent to the service. */
export const programOnly = ["adopt", "acknowledge"] as const;

/** What changing one property does at the service. */
export type Effect =
  /** It is sent with PATCH. */
  | "update"
  /** Only a new object can have the new value. */
  | "replace"
  /** The service cannot change it, and replacing the object must be acknowledged. */
  | "rename";

/** One difference between what the state holds and what the program asks for. */
export interface Change {
  /** The top-level property. */
  readonly property: string;
  /** The property, or a place inside it: `steps[1].message`. */
  readonly path: string;
  readonly effect: Effect;
  /** True if the service has no operation for it, so that a new object has to take the place of this one. */
  readonly isUnsendable?: boolean;
  /** The value is known only during the update, and a change to another one is no update. */
  readonly mayReplace?: true;
}

/** The properties of a kind that the life cycle treats specially, by their meaning. */
export interface Roles {
  /** The object's name, by which twins and lost creates are recognized. */
  readonly name: string;
  /** True while the object contacts people. */
  readonly running?: string;
  /** True while the object is paused. */
  readonly paused?: string;
  /** The ids of the objects that it uses. `noun` names these in sentences. */
  readonly targets?: { readonly property: string; readonly noun: string };
}

/**
 * One kind of resource: its properties, its rules, its normal form, what a change of it does, and how it differs from
 * the ordinary life cycle. Everything else (operations, state, order of steps) is the same for all kinds.
 */
export interface ResourceKind extends ServiceKind, DeclaredKind {
  readonly roles: Roles;
  /** What is left of an object that the service cannot delete: `the list and its contacts stay`. */
  readonly remains: string;
  /** What a replacement loses, as part of a sentence. */
  readonly loses?: string;
  /** Every argument that the service stores, in the order of the arguments. */
  readonly properties: readonly string[];
  /** The words of this package that stand inside values, for example types of steps: they tell nothing about a secret. */
  readonly words: ReadonlySet<string>;
  /** Properties that an answer must hold to tell two objects of one name apart. */
  readonly identifying: readonly string[];
  /** Warnings about values that are allowed but probably not meant. One sentence each, naming the path. */
  warnings(inputs: Values, context: RuleContext): string[];
  /** True if the value at this path breaks a rule that `as-is:<path>` lifts, or may do so. */
  needsAsIs(inputs: Values, path: string): boolean;
  /**
   * The normal form of inputs without problems: defaults filled in, ids as numbers, texts as the service stores
   * them, server-assigned fields dropped. Unknown values stay as they are. Idempotent.
   */
  canonical(inputs: Values): Record<string, unknown>;
  /**
   * The values of the properties in the answer, in the same normal form. A property that the answer does not hold is
   * absent from the result; one that the answer states to be empty is `undefined`. If a served value means the same as
   * the one in `declared` (canonical inputs or outputs of the state), the result is the declared value itself (for
   * example signals to which the service adds fields).
   */
  observed(answer: Answer, declared: Values): Record<string, unknown>;
  /** Documented fields of the answer that a program cannot declare and that the service does not change by itself. */
  readOnly(answer: Answer): Record<string, unknown>;
  /** Properties that identify an object in a sentence, besides its name: `list 12`. */
  traits(values: Values): string[];
  /** Every difference in meaning between canonical values. An unknown value never causes a replacement. */
  changes(olds: Values, news: Values): Change[];
  /** True if both mean the same for this property (sets without order, for example). */
  same(property: string, left: unknown, right: unknown): boolean;
  /** The body that creates the object from canonical, fully known inputs. It holds the fields of the kind only. */
  createBody(inputs: Values): Record<string, unknown>;
  /** The body that makes these changes to the object; `answer` is the object as just read. */
  updateBody(changes: readonly Change[], olds: Values, news: Values, answer: Answer): Record<string, unknown>;
  /** What to record for other runs of an object with these inputs, or with these outputs and this record. */
  notes?(values: Values, record?: Recorded, told?: Told): CreationNotes;
  /** True if the service has an operation for this change even if it cannot read the object. It is sent first. */
  isAlwaysSent?(change: Change, news: Values): boolean;
  /** What else a create needs beside an object of its name. */
  beside?(inputs: Values, other: Other): readonly Beside[];
  /** What can be found out about such objects besides the objects themselves. */
  readonly looks?: Looks;
}

/** An object as the service answered it, by the names that its kind knows. */
export type Shown<V = Values> = V & { readonly id: string };

/** The answers that show that outputs equal what the service holds. */
export interface Told<V = Values> {
  /** The object as the service has just shown it. */
  readonly answer?: Shown<V>;
  /** Changes that the service has just accepted. */
  readonly sent?: readonly Change[];
}

/** An object that stays beside the new one, as far as it is known. */
export interface Other {
  readonly id: string;
  readonly running?: boolean;
  readonly ran?: boolean;
  readonly targets?: readonly string[];
}

/** What a create beside another object means for people, as part of a sentence, and the code that allows it. */
export interface Beside {
  readonly effect: string;
  readonly code: string;
}

/** True if nothing but its name tells an object of this kind from another one. */
export function isItsName(kind: ResourceKind): boolean {
  return kind.properties.every((property) => property === kind.roles.name);
}

/** The name of an object in its inputs, its outputs or an answer. */
export function nameIn({ roles }: Pick<ServiceKind, "roles">, values: Values): unknown {
  return values[roles.name];
}

/** Whether it runs according to these values; undefined for kinds that contact nobody. */
export function runningIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.running === undefined ? undefined : values[roles.running];
}

/** Whether it is paused according to these values. */
export function pausedIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.paused === undefined ? undefined : values[roles.paused];
}

/** The ids of the objects that it uses, as the values hold them. */
export function targetsIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.targets === undefined ? undefined : values[roles.targets.property];
}

/** Properties that decide whether the object contacts people. If a create's answer lacks one, the object is read. */
export function decisiveOf({ roles }: ResourceKind): string[] {
  return [roles.running, roles.paused].filter((property) => property !== undefined);
}

/** The property that makes it run, with this value; empty for kinds that contact nobody. */
export function runningPart({ roles }: ResourceKind, value: unknown): Values {
  return roles.running === undefined ? {} : { [roles.running]: value };
}
