import type { Kind } from "../../kinds";
import type { Values } from "../../lifecycle/kind";
import { reachIn } from "../../lifecycle/reach";
import type { ChangeWord, Review, ReviewedDiagnostic } from "../model";

/** For each property, the URNs of the resources from which it gets its value. */
export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** A resource and its change. */
export interface PlannedResource {
  readonly urn: string;
  /** Different from `urn` if the program renamed the resource with an alias. */
  readonly urnBefore?: string;
  readonly type: string;
  /** Different from `type` if an alias gives the resource the state of a resource of another type. */
  readonly typeBefore?: string;
  /** Its name in the program. */
  readonly resource: string;
  /** Undefined for a resource of another package. */
  readonly kind?: Kind;
  readonly id?: string;
  /** The id before the change. A replacement gets a new id. */
  readonly idBefore?: string;
  readonly change: ChangeWord;
  /** The operation, if this release does not know it. */
  readonly unknownOperation?: string;
  /** Inputs and outputs before and after the change. Outputs after a planned change are unknown. */
  readonly before?: Values;
  readonly beforeOutputs?: Values;
  readonly after?: Values;
  readonly afterOutputs?: Values;
  /** For each input, the URNs of the resources from which it gets its value. */
  readonly dependencies?: Dependencies;
  /** The URN of the resource's explicit provider, without the id of its process. */
  readonly provider?: string;
  /** True if the program now only reads the object, by the option `id`. This package treats that as a delete. */
  readonly isLetGo?: boolean;
  /**
   * True if the object is kept when the resource is deleted or replaced, without a call to this package: because of the
   * option in the state, which the engine uses, or because the program now only reads the object.
   */
  readonly isRetained: boolean;
  /** The same after the change. */
  readonly isRetainedAfter?: boolean;
  /** The URN of the resource whose delete drops this one from the state, without a call to this package. */
  readonly deletedWith?: { readonly before?: string; readonly after?: string };
  /** True if its type and its code do not match: only one of them is this package's, or their kinds differ. */
  readonly hasOtherCode?: boolean;
  /** The string with which the engine's host loads the code of a resource of this package. */
  readonly code?: string;
  /** When the resource's state last changed. Events do not show it. */
  readonly modifiedBefore?: string;
  /** The location of its declaration: `index.ts:27`. */
  readonly source?: string;
}

/** True if a resource of this package changes. */
export function changesOwn({ resources }: Pick<Plan, "resources">): boolean {
  return resources.some(({ kind, change }) => kind !== undefined && change !== "unchanged");
}

/** Identifies a stack. Two projects may have stacks with the same name. */
export function stackKey({ project, stack }: Pick<Plan, "project" | "stack">): string {
  return `${project}/${stack}`;
}

/** The result of a stack's preview, update or refresh, in a common form. */
export interface Plan {
  readonly about: Review["about"];
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly PlannedResource[];
  readonly diagnostics: readonly ReviewedDiagnostic[];
  /** True if an error ended it early. */
  readonly isStopped: boolean;
  /** False if the input omits unchanged resources. */
  readonly areUnchangedShown: boolean;
  /** How many resources do not change, without the stack itself. */
  readonly unchanged: number;
  /** The settings of this package in the stack's config, without secrets. */
  readonly settings: Readonly<Record<string, string>>;
  /** URNs of the resources that were refreshed first: with --target only a part. */
  readonly refreshed: readonly string[];
  /** Sentences about facts that the input does not contain. */
  readonly leftOut: readonly string[];
}

/** True if the change creates or adopts an object. */
export function isMade(change: PlannedResource["change"]): boolean {
  return change === "created" || change === "replaced";
}

/**
 * Adds `adopt: "twin"` to each resource whose create adopts an equal object because of a setting: the preview's (shown by
 * its warnings), the stack config's, a declared provider's or the environment's. The effect of settings is thus reviewed
 * and approved like the program's own arguments.
 *
 * @param isInEnvironment true if OUTREACH_ADOPT is set for the review, and therefore probably for the update, too
 */
export function withTakeOvers(plan: Plan, isInEnvironment: boolean): Plan {
  const isOfRun = plan.settings.adopt !== undefined || (plan.about === "planned" && isInEnvironment);
  const warned = new Set(plan.diagnostics.flatMap(({ urn, text }) => (reachIn(text) === "adopted" ? urn : [])));
  const adopting = new Set(
    plan.resources.flatMap(({ urn, before, after }) =>
      (after ?? before)?.["outreach:adopt"] === undefined ? [] : [urn],
    ),
  );
  const takesOver = ({ urn, kind, change, provider, after }: PlannedResource) =>
    kind !== undefined &&
    isMade(change) &&
    after?.adopt === undefined &&
    (isOfRun || warned.has(urn) || (provider !== undefined && adopting.has(provider)));
  const resources = plan.resources.map((resource) =>
    takesOver(resource) ? { ...resource, after: { ...resource.after, adopt: "twin" } } : resource,
  );
  return { ...plan, resources };
}
