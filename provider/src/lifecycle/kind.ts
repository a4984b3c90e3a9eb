import type { Answer } from "../api/objects";
import type { ServiceKind } from "../api/serviceKind";
import type { DeclaredKind, RuleContext, Values } from "./declared";
import type { Guards } from "./guards";

export type { RuleContext, Values } from "./declared";

/** Arguments that are about the program and not about the object: the service never sees them. */
export const programOnly = ["adopt", "acknowledge"] as const;

/** What changing one property does at the service. */
export type Effect =
  /** PATCH carries it. */
  | "update"
  /** Only a new object can have it. */
  | "replace"
  /** The service cannot change it, and a new object must be acknowledged. */
  | "rename";

/** One difference between what the state holds and what the program asks for. */
export interface Change {
  /** The top-level property. */
  readonly property: string;
  /** `steps[1].message` where the difference is inside. */
  readonly path: string;
  readonly effect: Effect;
}

/** The properties of a kind that the life cycle treats in a way of their own, by what they mean. */
export interface Roles {
  /** The object's name: by it, twins and lost creates are recognized. */
  readonly name: string;
  /** True while the object contacts people. */
  readonly running?: string;
  /** True while the object stands still. */
  readonly paused?: string;
  /** The ids of the objects that it works on. `noun` names these in sentences. */
  readonly targets?: { readonly property: string; readonly noun: string };
}

/**
 * One kind of resource: its shape, its rules, its normal form, what a change to it does, and where it differs from the
 * ordinary life cycle. Everything else (verbs, state, order of steps) is the same for all kinds.
 */
export interface ResourceKind extends ServiceKind, DeclaredKind {
  readonly roles: Roles;
  /** Every property that a program may declare and that the service stores, in the order of the arguments. */
  readonly properties: readonly string[];
  /** Properties without which an answer does not tell two objects of one name apart. */
  readonly identifying: readonly string[];
  /** What is allowed and yet probably not meant. One sentence each, naming the path. */
  warnings(inputs: Values, context: RuleContext): string[];
  /** True if the value at this path breaks a rule that `as-is:<path>` lifts, or may do so. */
  needsAsIs(inputs: Values, path: string): boolean;
  /**
   * The one normal form of inputs without problems: defaults filled in, ids as numbers, texts as the service keeps
   * them, server-assigned fields dropped. Unknown values stay as they are. Idempotent.
   */
  canonical(inputs: Values): Record<string, unknown>;
  /**
   * What the answer says of the declared properties, in the same normal form. A property that the answer does not
   * carry is absent from the result, and `undefined` where the answer says that there is none. If a served value
   * means the same as the one in `declared` (canonical inputs or outputs of the state), that one itself is the result
   * (signals that the service decorates, for example).
   */
  observed(answer: Answer, declared: Values): Record<string, unknown>;
  /** Documented fields of the answer that a program cannot declare and that do not move by themselves. */
  readOnly(answer: Answer): Record<string, unknown>;
  /** What tells one object from another in a sentence, beside its name: `list 12`. */
  traits(values: Values): string[];
  /** Every difference by meaning between canonical values; unknown values never differ into a replacement. */
  changes(olds: Values, news: Values): Change[];
  /** True if both mean the same for this property (sets without order, for example). */
  same(property: string, left: unknown, right: unknown): boolean;
  /** The body that creates the object from canonical, fully known inputs. Lists each field; nothing else is sent. */
  createBody(inputs: Values): Record<string, unknown>;
  /** The body that carries these changes to what the state holds; `answer` is the object as just read. */
  updateBody(changes: readonly Change[], olds: Values, news: Values, answer: Answer): Record<string, unknown>;
  readonly guards: Guards;
}

/** The name of an object in its inputs, its outputs or an answer. */
export function nameIn({ roles }: Pick<ServiceKind, "roles">, values: Values): unknown {
  return values[roles.name];
}

/** Whether it runs, as far as these values tell; undefined for kinds that contact nobody. */
export function runningIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.running === undefined ? undefined : values[roles.running];
}

/** Whether it stands still, as far as these values tell. */
export function pausedIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.paused === undefined ? undefined : values[roles.paused];
}

/** The ids of what it works on, as the values hold them. */
export function targetsIn({ roles }: ResourceKind, values: Values): unknown {
  return roles.targets === undefined ? undefined : values[roles.targets.property];
}

/** Properties that decide whether the object reaches people: an answer to a create must show them, or it is read. */
export function decisiveOf({ roles }: ResourceKind): string[] {
  return [roles.running, roles.paused].filter((property) => property !== undefined);
}

/** The property that makes it run, with this value; nothing for kinds that contact nobody. */
export function runningPart({ roles }: ResourceKind, value: unknown): Values {
  return roles.running === undefined ? {} : { [roles.running]: value };
}
