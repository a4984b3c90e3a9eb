import { runtime } from "@pulumi/pulumi";
import type { Visit } from "./visit";

const paths: Record<string, string> = { List: "/v1/list", SourceAgent: "/v1/agent", Campaign: "/v1/campaign" };

/**
 * Runs examples/full-cycle and creates its resources without the engine, with exactly the example's values.
 *
 * @returns the ids by kind
 */
export async function bringUpFullCycle(visit: Visit): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const failures: unknown[] = [];
  await runtime.setMocks({
    call: () => ({}),
    async newResource({ type, inputs }) {
      const kind = type.split(":").at(-1) ?? "";
      const { id } = await visit.post(paths[kind] ?? type, bodyOf(kind, inputs)).catch((error: unknown) => {
        failures.push(error);
        return { id: 0 };
      });
      ids[kind] = id;
      return { id: String(id), state: inputs };
    },
  });
  const { campaignId } = await import("../../../examples/full-cycle/index");
  // The campaign comes last: it depends on the others.
  await new Promise((resolve) => campaignId.apply(resolve));
  if (failures.length > 0) throw failures[0];
  return ids;
}

/** As the provider does: converts the engine's string ids to numbers, and creates campaigns as inactive by default. */
function bodyOf(kind: string, inputs: Record<string, unknown>): object {
  const declared = Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
  const { listId, listIds } = declared;
  return {
    ...(kind === "Campaign" ? { active: false } : {}),
    ...declared,
    ...(listId === undefined ? {} : { listId: Number(listId) }),
    ...(Array.isArray(listIds) ? { listIds: listIds.map(Number) } : {}),
  };
}
