import type { Kind } from "../../kinds";
import type { Values } from "../../lifecycle/kind";
import { reachIn } from "../../lifecycle/reach";
import type { ChangeWord, Review, ReviewedDiagnostic } from "../model";

/** URNs of the resources that each property takes its value from. */
export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** One resource and what happens to it. */
export interface PlannedResource {
  readonly urn: string;
  /** Another one if the program has renamed the resource, with an alias. */
  readonly urnBefore?: string;
  readonly type: string;
  /** Another one if an alias gives it the state of a resource of another type. */
  readonly typeBefore?: string;
  /** Its name in the program. */
  readonly resource: string;
  /** Undefined for a resource of another package. */
  readonly kind?: Kind;
  readonly id?: string;
  /** The id before the change. A replacement gets another one. */
  readonly idBefore?: string;
  readonly change: ChangeWord;
  /** The operation, if it is one that this release does not know. */
  readonly unknownOperation?: string;
  /** Inputs and outputs before and after. Outputs after a planned change are not known. */
  readonly before?: Values;
  readonly beforeOutputs?: Values;
  readonly after?: Values;
  readonly afterOutputs?: Values;
  /** URNs of the resources that each input takes its value from. */
  readonly dependencies?: Dependencies;
  /** The explicit provider of the resource, without the id of its process. */
  readonly provider?: string;
  /** True if the program only reads the object from now on, by the option `id`: for this package, that is a delete. */
  readonly isLetGo?: boolean;
  /**
   * True if the object is kept when the resource is deleted or replaced, without asking this package: as the state has the
   * option, which is what the engine looks at, or if the object is only read from now on.
   */
  readonly isRetained: boolean;
  /** The same after the change. */
  readonly isRetainedAfter?: boolean;
  /** The URN of the resource whose delete drops this one from the state, without asking this package. */
  readonly deletedWith?: { readonly before?: string; readonly after?: string };
  /** True if its type and its code do not belong together: one of them is of this package, or both are of other kinds. */
  readonly hasOtherCode?: boolean;
  /** The text by which the engine's host loads the code of a resource of this package. */
  readonly code?: string;
  /** When the state of the resource last changed. Events do not show it. */
  readonly modifiedBefore?: string;
  /** Where the program declares it: `index.ts:27`. */
  readonly source?: string;
}

/** True if a resource of this package changes. */
export function changesOwn({ resources }: Pick<Plan, "resources">): boolean {
  return resources.some(({ kind, change }) => kind !== undefined && change !== "unchanged");
}

/** Two projects may have stacks of one name. */
export function stackKey({ project, stack }: Pick<Plan, "project" | "stack">): string {
  return `${project}/${stack}`;
}

/** What a stack's preview, update or refresh says, in one form. */
export interface Plan {
  readonly about: Review["about"];
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly PlannedResource[];
  readonly diagnostics: readonly ReviewedDiagnostic[];
  /** An error ended it early. */
  readonly isStopped: boolean;
  /** False if the input leaves out resources that do not change. */
  readonly areUnchangedShown: boolean;
  /** Resources that do not change, the stack itself not counted. */
  readonly unchanged: number;
  /** The settings of this package in the stack's config, without secrets. */
  readonly settings: Readonly<Record<string, string>>;
  /** URNs of what was read from the service first: with --target a part of the resources. */
  readonly refreshed: readonly string[];
  /** Facts that the input does not hold, as sentences. */
  readonly leftOut: readonly string[];
}

/** True if the change makes an object, or takes one over in its place. */
export function isMade(change: PlannedResource["change"]): boolean {
  return change === "created" || change === "replaced";
}

/**
 * The plan with `adopt: "twin"` on each resource whose create takes over an equal object because the settings say so: those
 * of the preview, as its warnings tell, of the stack's config, of a provider of the program, or of the environment. What
 * the settings decide is reviewed and approved as what the program says.
 *
 * @param isInEnvironment OUTREACH_ADOPT is set where the review is made, so probably for the update as well
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
