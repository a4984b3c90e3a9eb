import type { Problem } from "./problem";

/** Inputs or outputs by property name. A value may be unknown at any depth (see unknown.ts). */
export type Values = Readonly<Record<string, unknown>>;

/** What the rules know besides the inputs. */
export interface RuleContext {
  /** Every acknowledgement in force: the resource's own and the run's. */
  readonly acknowledged: ReadonlySet<string>;
  readonly premiumSeats?: readonly number[];
  readonly launch: "allow" | "never";
}

/** The part of a kind that declaring a resource needs: the published types name nothing more of it. */
export interface DeclaredKind {
  /** The name of its class: `Campaign`. */
  readonly name: string;
  /** For sentences: `campaign`. */
  readonly noun: string;
  /**
   * True if a replacement deletes the old object before it creates the new one, because otherwise both could run. If
   * the service cannot delete such objects, the new one is created first, so that other objects can move to it.
   */
  readonly deletesFirst: boolean;
  /** The properties that decide whether an object contacts people, and whom. Undefined if such objects contact nobody. */
  readonly reaches: { readonly running: string; readonly targets: string } | undefined;
  /** The properties that hold ids of objects of this package, and the name of their class. */
  readonly references: readonly { readonly property: string; readonly refersTo: string }[];
  /** Names of the outputs that the class has whether or not the program declares them. */
  readonly outputs: readonly string[];
  /** The property with the names of companies whose people an object leaves out. */
  readonly avoids?: string;
  /** Names of properties by their meaning. */
  readonly roles: {
    /** True while the object contacts people. */
    readonly running?: string;
    /** The ids of the objects that it uses. `noun` names these in sentences. */
    readonly targets?: { readonly property: string; readonly noun: string };
  };
  /** The normal form of inputs without problems. Unknown values stay as they are. */
  canonical(inputs: Values): Record<string, unknown>;
  /** All broken rules of these inputs, without unknown values. Pure, and fast: at most 0.2 ms for 20 steps. */
  problems(inputs: Values, context: RuleContext): Problem[];
}
