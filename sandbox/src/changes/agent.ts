import type { Agent } from "../objects/agent.js";
import type { Service } from "../service.js";

/**
 * True if the user has as many running agents as allowed. Creating or resuming another agent is not an error: it is
 * paused.
 */
export function limitReached({ store, behaviour }: Service, userId: number): boolean {
  return store.agents.by("user", userId).filter((agent) => !agent.paused).length >= behaviour.activeAgentLimit;
}

/** Inside a transaction. The list and the leads that the agent found stay; its run logs are deleted with it. */
export function deleteAgent({ store }: Service, agent: Agent): void {
  for (const log of store.agentLogs.by("agent", agent.id)) store.agentLogs.delete(log.id);
  store.agents.delete(agent.id);
}
