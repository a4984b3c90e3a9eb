import { type Kind, kinds } from "../kinds";
import { grouped } from "../text/groups";
import type { Plan } from "./input/plan";
import type { ChangeWord, LeftBehind, OtherResources } from "./model";
import { droppedWith, nameIn } from "./surroundings";

/** A review's facts about a plan besides the explained resources. */

/** The kinds that a review explains. Other kinds are listed with the other resources. */
const explained: ReadonlySet<Kind> = new Set(["Campaign", "SourceAgent", "List"] satisfies Kind[]);
export const isExplained = (kind: Kind | undefined) => kind !== undefined && explained.has(kind);

/** How many of this package's resources have each change. */
export function changeCounts({ resources, unchanged }: Plan): Record<ChangeWord, number> {
  const count = (change: ChangeWord) =>
    resources.filter((each) => each.kind !== undefined && each.change === change).length;
  return {
    created: count("created"),
    updated: count("updated"),
    replaced: count("replaced"),
    deleted: count("deleted"),
    unchanged,
  };
}

const mostNames = 20;

/** Changed resources that the review does not explain, grouped by type and change. */
export function otherResources({ stack, resources }: Plan): OtherResources[] {
  const others = resources.filter(({ kind, change }) => !isExplained(kind) && change !== "unchanged");
  return [...grouped(others, ({ type, change }) => JSON.stringify([type, change])).values()].map((group) => {
    const [{ type, change }] = group;
    const names = group.slice(0, mostNames).map(({ resource }) => resource);
    return { stack, type, change, count: group.length, names };
  });
}

/** Objects that stay in the account unmanaged, because the service deletes neither lists nor campaigns. */
export function leftBehindBy(plan: Plan): LeftBehind[] {
  const { about, stack, resources } = plan;
  if (about === "drift") return [];
  return resources.flatMap((resource) => {
    const { urn, kind, change, before, idBefore } = resource;
    if (kind === undefined || (change !== "deleted" && change !== "replaced")) return [];
    const { noun, remains, operations } = kinds[kind];
    const isRetained = resource.isRetained || droppedWith(plan, resource) !== undefined;
    if (operations.delete !== undefined && !isRetained) return [];
    return { stack, urn, noun, name: nameIn(before), id: idBefore, text: `${remains} in the account` };
  });
}
