import { randomUUID } from "node:crypto";
import { deleteAgent, limitReached } from "../changes/agent.js";
import type { User } from "../objects/account.js";
import type { Agent } from "../objects/agent.js";
import { agentResponse } from "../responses.js";
import {
  agentDefaults,
  createAgentSchema,
  creditProblems,
  patchAgentSchema,
  pauseAgentSchema,
} from "../rules/agentFields.js";
import { readInput, readRequestBody, withoutEmpty } from "../rules/body.js";
import { listing } from "../rules/paging.js";
import { signalProblems, storedSignals } from "../rules/signals.js";
import { idOf, nothing, type Route, type Service } from "../service.js";
import { badRequest } from "../serviceError.js";
import { ownAgent, ownList } from "./own.js";

const MOST_LOGS = 100;

export function agentRoutes(service: Service): Route[] {
  const { store, clock } = service;
  return [
    {
      method: "POST",
      path: "/v1/agent",
      source: "specification",
      status: 201,
      handle({ actor, body }) {
        const wanted = readRequestBody(service, createAgentSchema, body);
        const { variables, ...fields } = wanted;
        const problems = [
          ...signalProblems(store, actor, variables, { agentType: wanted.agentType, existing: [], decorated: false }),
          ...creditProblems(wanted.agentType, wanted.maxCreditUsage),
        ];
        if (problems.length > 0) throw badRequest(problems);
        ownList(service, actor, wanted.listId);
        const now = clock.iso();
        const agent = store.agents.put({
          id: store.nextId(),
          userId: actor.id,
          ...agentDefaults(),
          ...fields,
          ordinal: nextOrdinal(service),
          variables: storedSignals(variables ?? null, wanted.agentType, []),
          paused: wanted.paused === true || limitReached(service, actor.id),
          scriptId: wanted.agentType === "website-visitor" ? randomUUID() : null,
          createdAt: now,
          updatedAt: now,
        });
        return agentResponse(service, agent);
      },
    },
    {
      method: "GET",
      path: "/v1/agent",
      source: "description",
      handle: ({ actor, query }) =>
        listing("agents", store.agents.by("user", actor.id), query, (agent) => agentResponse(service, agent)),
    },
    {
      method: "GET",
      path: "/v1/agent/:id",
      source: "description",
      handle: (call) => agentResponse(service, ownAgent(service, call.actor, idOf(call))),
    },
    {
      method: "PATCH",
      path: "/v1/agent/:id",
      source: "specification",
      handle(call) {
        const agent = ownAgent(service, call.actor, idOf(call));
        if (service.behaviour.specOnly) {
          readInput(pauseAgentSchema, call.body);
          return agentResponse(service, store.agents.put({ ...agent, paused: true, updatedAt: clock.iso() }));
        }
        return agentResponse(service, patchAgent(service, call.actor, agent, call.body));
      },
    },
    {
      method: "DELETE",
      path: "/v1/agent/:id",
      source: "specification",
      handle(call) {
        deleteAgent(service, ownAgent(service, call.actor, idOf(call)));
        return service.behaviour.deleteStatus === 204 ? nothing : { success: true };
      },
    },
    {
      method: "GET",
      path: "/v1/agent/:id/logs",
      source: "specification",
      handle(call) {
        const agent = ownAgent(service, call.actor, idOf(call));
        const { from, to } = readWindow(call.query);
        return store.agentLogs
          .by("agent", agent.id)
          .filter((log) => from === undefined || (Date.parse(log.createdAt) >= from && Date.parse(log.createdAt) <= to))
          .slice(-MOST_LOGS)
          .reverse();
      },
    },
  ];
}

function patchAgent(service: Service, actor: User, agent: Agent, body: unknown): Agent {
  const { store, clock } = service;
  const { variables, paused, ...fields } = readRequestBody(service, patchAgentSchema, body);
  const agentType = fields.agentType ?? agent.agentType;
  const existing = agent.variables ?? [];
  const problems = [
    ...signalProblems(store, actor, variables, {
      agentType,
      existing,
      decorated: service.behaviour.decorateSignals,
    }),
    ...creditProblems(agentType, fields.maxCreditUsage),
  ];
  if (problems.length > 0) throw badRequest(problems);
  if (fields.listId !== undefined) ownList(service, actor, fields.listId);
  const changed: Agent = { ...agent, ...withoutAbsent(fields), updatedAt: clock.iso() };
  if (variables !== undefined) changed.variables = storedSignals(variables, agentType, existing);
  // Resuming an agent above the limit is not an error: it stays paused.
  if (paused !== undefined) changed.paused = paused || (agent.paused && limitReached(service, actor.id));
  return store.agents.put(changed);
}

function withoutAbsent<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function nextOrdinal(service: Service): number {
  const ordinal = Number(service.store.setting("agentOrdinal") ?? 0) + 1;
  service.store.setSetting("agentOrdinal", String(ordinal));
  return ordinal;
}

function readWindow(query: Record<string, unknown>): { from: number | undefined; to: number } {
  const { dateFrom, dateTo } = withoutEmpty(query);
  // A range needs both ends: a single one is ignored.
  if (dateFrom === undefined || dateTo === undefined) return { from: undefined, to: Number.POSITIVE_INFINITY };
  const from = Date.parse(String(dateFrom));
  const to = Date.parse(String(dateTo));
  const problems = [
    ...(Number.isNaN(from) ? ["dateFrom must be a valid ISO 8601 date string"] : []),
    ...(Number.isNaN(to) ? ["dateTo must be a valid ISO 8601 date string"] : []),
  ];
  if (problems.length > 0) throw badRequest(problems);
  return { from, to };
}
