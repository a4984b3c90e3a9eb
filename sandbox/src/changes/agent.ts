import type { Agent } from "../objects/agent.js";
import type { Service } from "../service.js";

/** Inside a transaction. The list and the leads that the agent found stay; its run logs are deleted with it. */
export function deleteAgent({ store }: Service, agent: Agent): void {
  for (const log of store.agentLogs.by("agent", agent.id)) store.agentLogs.delete(log.id);
  store.agents.delete(agent.id);
}
