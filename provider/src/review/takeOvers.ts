import { reachIn } from "../lifecycle/reach";
import type { Plan, PlannedResource } from "./input/plan";
import { isMade } from "./surroundings";

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
