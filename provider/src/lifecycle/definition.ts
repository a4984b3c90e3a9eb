import type { Answer, Kind } from "../api/account";

/** Inputs or outputs by property name. A value may be unknown at any depth (see unknown.ts). */
export type Values = Readonly<Record<string, unknown>>;

/** One broken rule: where, what is wrong and what is allowed. Never quotes the value, which may be secret. */
export interface Problem {
  /** `steps[2].note`, or `""` for the resource as a whole. */
  readonly path: string;
  readonly text: string;
}

/** What the rules may know beside the inputs. */
export interface RuleContext {
  /** Every acknowledgement in force: the resource's own and the run's. */
  readonly acknowledged: ReadonlySet<string>;
  readonly premiumSeats?: readonly number[];
  readonly launch: "allow" | "never";
}

/** What changing one property does at the service. */
export type Effect =
  /** PATCH carries it. */
  | "update"
  /** Only a new object can have it. */
  | "replace"
  /** The service cannot change it and a new object needs a person's word (a list's name). */
  | "rename";

/** One difference between what the state holds and what the program asks for. */
export interface Change {
  /** The top-level property. */
  readonly property: string;
  /** `steps[1].message` where the difference is inside. */
  readonly path: string;
  readonly effect: Effect;
}

/**
 * What is particular to one kind of resource: its shape, its rules, its normal form, what a change to it does.
 * Everything else (verbs, guards, state) is the life cycle's and the same for all kinds.
 */
export interface Definition {
  readonly kind: Kind;
  /** For sentences: `list`, `source agent`, `campaign`. */
  readonly noun: string;
  /**
   * Whether a replacement deletes the old one before it makes the new one, since both could run. The service deletes no
   * list: there the new one comes first, so that campaigns can move to it.
   */
  readonly deletesFirst: boolean;
  /** Every property that a program may declare and that the service stores. */
  readonly properties: readonly string[];
  /** All broken rules of these inputs, unknown values passed over. Pure, and fast: at most 0.2 ms for 20 steps. */
  problems(inputs: Values, context: RuleContext): Problem[];
  /** What is allowed and yet probably not meant. One sentence each, naming the path. */
  warnings(inputs: Values, context: RuleContext): string[];
  /**
   * The one normal form of inputs without problems: defaults filled in, ids as numbers, texts as the service keeps
   * them, server-assigned fields dropped. Unknown values stay as they are. Idempotent.
   */
  canonical(inputs: Values): Record<string, unknown>;
  /**
   * What the answer says of the declared properties, in the same normal form. A property that the answer does not
   * carry is absent from the result, and `undefined` where the answer says that there is none. Where a served value
   * means the same as the one in `declared` (canonical inputs or outputs of the state), that one itself is the result
   * (signals that the service decorates, for example).
   */
  observed(answer: Answer, declared: Values): Record<string, unknown>;
  /** Documented fields of the answer that a program cannot declare and that do not move by themselves. */
  readOnly(answer: Answer): Record<string, unknown>;
  /** Every difference by meaning between canonical values; unknown values never differ into a replacement. */
  changes(olds: Values, news: Values): Change[];
  /** True where both mean the same for this property (sets without order, for example). */
  same(property: string, left: unknown, right: unknown): boolean;
  /** The body that creates the object from canonical, fully known inputs. Lists each field; nothing else is sent. */
  createBody(inputs: Values): Record<string, unknown>;
  /** The body that carries these changes to what the state holds; `answer` is the object as just read. */
  updateBody(changes: readonly Change[], olds: Values, news: Values, answer: Answer): Record<string, unknown>;
}
