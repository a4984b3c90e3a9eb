import { z } from "zod";
import { deleteAgent, limitReached } from "../../changes/agent.js";
import type { Agent } from "../../objects/agent.js";
import { newSignal } from "../../rules/signals.js";
import { changing } from "../operation.js";
import { edit, existing } from "../stored.js";
import { id } from "./inputs.js";

const editedAgent = z.strictObject({
  agentId: id,
  name: z.string().min(1).optional(),
  paused: z.boolean().optional(),
  scriptInstalled: z.boolean().optional(),
  minLeadScore: z.number().min(0).max(1).nullable().optional(),
  targetJobTitles: z.array(z.string()).optional(),
  targetLocations: z.array(z.string()).optional(),
});

const addedSignals = z.strictObject({
  agentId: id,
  signals: z.array(z.strictObject({ type: z.string(), value: z.string() })).min(1),
});

/** Changes of agents by a person in the app, or by the service itself. */
export const agentOperations = {
  /** Changes fields of an agent. */
  editAgent: changing(
    editedAgent,
    (service, { agentId, paused, ...fields }): Agent =>
      edit(service.store.agents, "Agent", agentId, (agent) => ({
        ...agent,
        ...fields,
        paused: paused === undefined ? agent.paused : paused || (agent.paused && limitReached(service, agent.userId)),
        updatedAt: service.clock.iso(),
      })),
  ),
  /** Deletes an agent with its run logs. */
  deleteAgent: changing(z.strictObject({ agentId: id }), (service, { agentId }): { deleted: true } => {
    deleteAgent(service, existing(service.store.agents, "Agent", agentId));
    return { deleted: true };
  }),
  /** Adds signals to an agent as if the service itself had added them. */
  addServiceSignals: changing(
    addedSignals,
    ({ store }, { agentId, signals }): Agent =>
      edit(store.agents, "Agent", agentId, (agent) => ({
        ...agent,
        variables: [...(agent.variables ?? []), ...signals.map((signal) => newSignal(signal, true))],
      })),
  ),
};
