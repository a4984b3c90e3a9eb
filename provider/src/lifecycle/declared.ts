import type { Problem } from "./problem";

/** Inputs or outputs by property name. Values may be unknown at any depth (see unknown.ts). */
export type Values = Readonly<Record<string, unknown>>;

/** Data for the rules besides the inputs. */
export interface RuleContext {
  /** All acknowledgements in force: the resource's own and the run's. */
  readonly acknowledged: ReadonlySet<string>;
  readonly premiumSeats?: readonly number[];
  readonly launch: "allow" | "never";
}

/** The part of a kind needed for declaring resources. The published types refer only to this part. */
export interface DeclaredKind {
  /** The class name, such as `Campaign`. */
  readonly name: string;
  /** The noun in sentences, such as `campaign`. */
  readonly noun: string;
  /**
   * True if a replacement deletes the old object before it creates the new one, because otherwise both could run. If
   * the service cannot delete such objects, the new one is created first, so that other objects can move to it.
   */
  readonly deletesFirst: boolean;
  /** The properties that determine whether an object contacts people, and whom. Undefined for kinds that contact nobody. */
  readonly reaches: { readonly running: string; readonly targets: string } | undefined;
  /**
   * The kind whose objects contact the people that an object of this kind adds to the object with the id in `target`,
   * unless the property `unless` is true.
   */
  readonly feeds?: { readonly kind: DeclaredKind; readonly target: string; readonly unless: string };
  /** The properties that contain ids of this package's objects, with the class names. */
  readonly references: readonly { readonly property: string; readonly refersTo: string }[];
  /** The outputs that the class always has, whether or not the program declares them. */
  readonly outputs: readonly string[];
  /** The property with the names of companies whose people an object ignores. */
  readonly avoids?: string;
  /** Names of properties by their meaning. */
  readonly roles: {
    /** True while the object contacts people. */
    readonly running?: string;
    /** The ids of the objects that it uses. `noun` names these in sentences. */
    readonly targets?: { readonly property: string; readonly noun: string };
  };
  /** The normal form of valid inputs. Unknown values are kept. */
  canonical(inputs: Values): Record<string, unknown>;
  /** All problems in these inputs, ignoring unknown values. Pure and fast: at most 0.2 ms for 20 steps. */
  problems(inputs: Values, context: RuleContext): Problem[];
}
