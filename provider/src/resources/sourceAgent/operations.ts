import { reads } from "../../api/operation";

/** Operations for a source agent, in addition to those of every kind. */
export const sourceAgentOperations = {
  logs: reads("/v1/agent/{id}/logs", "S", "read the source agent's log"),
} as const;
