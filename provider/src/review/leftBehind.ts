import { kinds } from "../kinds";
import type { Plan } from "./input/plan";
import type { LeftBehind } from "./model";
import { droppedWith, nameIn } from "./surroundings";

/** What stays in the account although no program manages it any more: the service deletes neither lists nor campaigns. */
export function leftBehindBy(plan: Plan): LeftBehind[] {
  const { about, stack, resources } = plan;
  if (about === "drift") return [];
  return resources.flatMap((resource): LeftBehind[] => {
    const { urn, kind, change, before, idBefore } = resource;
    const isRetained = resource.isRetained || droppedWith(plan, resource) !== undefined;
    if (kind === undefined || (change !== "deleted" && change !== "replaced")) return [];
    const { noun, remains, operations } = kinds[kind];
    if (operations.delete !== undefined && !isRetained) return [];
    const name = nameIn(before);
    return [
      {
        ...{ stack, urn, noun },
        ...(name === undefined ? {} : { name }),
        ...(idBefore === undefined ? {} : { id: idBefore }),
        text: `${remains} in the account`,
      },
    ];
  });
}
