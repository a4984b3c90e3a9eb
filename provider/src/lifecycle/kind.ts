import type { Answer, CreationNotes } from "../api/objects";
import type { ServiceKind } from "../api/serviceKind";
import type { DeclaredKind, RuleContext, Values } from "./declared";
import type { Looks } from "./looks";
import type { Recorded } from "./record";

export type { RuleContext, Values } from "./declared";

/** Arguments that control this provider and are never sent to the service. */
export const programOnly = ["adopt", "acknowledge"] as const;

/** The effect of changing a property. */
export type Effect =
  /** Sent with PATCH. */
  | "update"
  /** A new object is needed for the new value. */
  | "replace"
  /** The service cannot change it, and a replacement must be acknowledged. */
  | "rename";

/** A difference between the state and the program. */
export interface Change {
  /** The top-level property. */
  readonly property: string;
  /** The property, or a place inside it: `steps[1].message`. */
  readonly path: string;
  readonly effect: Effect;
  /** True if the service has no operation for it, so that a replacement is needed. */
  readonly isUnsendable?: boolean;
  /** The value is unknown until the update, and a change to a different value would be a replacement. */
  readonly mayReplace?: true;
  /** The state has the declared value, but an earlier change, whose outcome is not known, may have replaced it. */
  readonly isUnsettled?: true;
}

/** The properties of a kind that the life cycle treats specially, by meaning. */
export interface Roles {
  /** The object's name, used to recognise twins and lost creates. */
  readonly name: string;
  /** True while the object contacts people. */
  readonly running?: string;
  /** True while the object is paused. */
  readonly paused?: string;
  /** The ids of the objects that it uses. `noun` names these in sentences. */
  readonly targets?: { readonly property: string; readonly noun: string };
}

/**
 * A kind of resource: its properties, rules and normal form, the effects of changes, and deviations from the ordinary life
 * cycle. Everything else (operations, state, order of steps) is the same for all kinds.
 */
export interface ResourceKind extends ServiceKind, DeclaredKind {
  readonly roles: Roles;
  /** What remains of an object that the service cannot delete: `the list and its contacts stay`. */
  readonly remains: string;
  /** What a replacement loses, as part of a sentence. */
  readonly loses?: string;
  /** Every argument that the service stores, in the order of the arguments. */
  readonly properties: readonly string[];
  /** This package's words inside values, such as step types, which reveal nothing about a secret. */
  readonly words: ReadonlySet<string>;
  /** Properties that a response must contain to distinguish two objects with the same name. */
  readonly identifying: readonly string[];
  /** Warnings about values that are allowed but probably not intended. One sentence each, with the path. */
  warnings(inputs: Values, context: RuleContext): string[];
  /** True if the value at this path breaks, or may break, a rule that `as-is:<path>` overrides. */
  needsAsIs(inputs: Values, path: string): boolean;
  /**
   * The normal form of valid inputs: defaults filled in, ids as numbers, texts as the service stores them, server-assigned
   * fields dropped. Unknown values are kept. Idempotent.
   */
  canonical(inputs: Values): Record<string, unknown>;
  /**
   * The values of the properties in the response, in the same normal form. A property missing from the response is missing
   * from the result; one that the response shows as empty is `undefined`. If a served value means the same as the one in
   * `declared` (canonical inputs or outputs of the state), the result contains the declared value itself (for example,
   * signals to which the service adds fields).
   */
  observed(answer: Answer, declared: Values): Record<string, unknown>;
  /** Documented fields of the response that a program cannot declare and that the service does not change on its own. */
  readOnly(answer: Answer): Record<string, unknown>;
  /** Descriptions that identify an object in a sentence, in addition to its name: `list 12`. */
  traits(values: Values): string[];
  /** Every difference in meaning between canonical values. An unknown value never causes a replacement. */
  changes(olds: Values, news: Values): Change[];
  /** True if both mean the same for this property (sets without order, for example). */
  same(property: string, left: unknown, right: unknown): boolean;
  /** The body that creates the object from canonical, fully known inputs. Contains only fields of the kind. */
  createBody(inputs: Values): Record<string, unknown>;
  /** The body that makes these changes; `answer` is the object as just read. */
  updateBody(changes: readonly Change[], olds: Values, news: Values, answer: Answer): Record<string, unknown>;
  /** What to record for other runs about an object with these inputs, or with these outputs and this record. */
  notes?(values: Values, record?: Recorded, told?: Told): CreationNotes;
  /**
   * True if the service has an operation for this change even if it cannot read the object. Such a change is sent first.
   */
  isAlwaysSent?(change: Change, news: Values): boolean;
  /** Further conditions for a create if an object with the same name exists. */
  beside?(inputs: Values, other: Other): readonly Beside[];
  /** How to find out data about such objects that the objects themselves do not contain. */
  readonly looks?: Looks;
}

/** An object as returned by the service, with the names of its kind's fields. */
export type Shown<V = Values> = V & { readonly id: string };

/** The responses that prove that outputs equal the service's values. */
export interface Told<V = Values> {
  /** The object as just returned by the service. */
  readonly answer?: Shown<V>;
  /** Changes just accepted by the service. */
  readonly sent?: readonly Change[];
}

/** An object that will exist in addition to the new one, as far as known. */
export interface Other {
  readonly id: string;
  readonly running?: boolean;
  readonly ran?: boolean;
  readonly targets?: readonly string[];
}

/** The effect on people of a create in addition to another object, as part of a sentence, and the code that allows it. */
export interface Beside {
  readonly effect: string;
  readonly code: string;
}

/** True if objects of this kind are distinguished only by name. */
export function isItsName(kind: ResourceKind): boolean {
  return kind.properties.every((property) => property === kind.roles.name);
}

/** The name of an object in its inputs, outputs or a response. */
export function nameIn({ roles }: Pick<ServiceKind, "roles">, values: Values): unknown {
  return values[roles.name];
}

/** Whether it is running according to these values; undefined for kinds that contact nobody. */
export function runningIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.running === undefined ? undefined : values[roles.running];
}

/** Whether it is paused according to these values. */
export function pausedIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.paused === undefined ? undefined : values[roles.paused];
}

/** The ids of the objects that it uses, according to these values. */
export function targetsIn({ roles }: Pick<DeclaredKind, "roles">, values: Values): unknown {
  return roles.targets === undefined ? undefined : values[roles.targets.property];
}

/** Properties that determine whether the object contacts people. If a create's response lacks one, the object is read. */
export function decisiveOf({ roles }: ResourceKind): string[] {
  return [roles.running, roles.paused].filter((property) => property !== undefined);
}

/** The running property with this value; empty for kinds that contact nobody. */
export function runningPart({ roles }: ResourceKind, value: unknown): Values {
  return roles.running === undefined ? {} : { [roles.running]: value };
}
