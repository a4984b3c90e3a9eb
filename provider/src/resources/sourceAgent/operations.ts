import { reads } from "../../api/operation";

/** Operations about one source agent, beside those that every kind of object has. */
export const sourceAgentOperations = {
  logs: reads("/v1/agent/{id}/logs", "S", "read the source agent's log"),
} as const;
