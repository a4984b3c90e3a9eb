import { kinds } from "../kinds";
import type { Plan } from "./input/plan";
import type { LeftBehind } from "./model";
import { nameIn } from "./surroundings";

/** What stays in the account although no program manages it any more: the service deletes neither lists nor campaigns. */
export function leftBehindBy({ about, stack, resources }: Plan): LeftBehind[] {
  if (about === "drift") return [];
  return resources.flatMap(({ urn, kind, change, before, idBefore }): LeftBehind[] => {
    if (kind === undefined || (change !== "deleted" && change !== "replaced")) return [];
    const { noun, remains, operations } = kinds[kind];
    if (operations.delete !== undefined) return [];
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
