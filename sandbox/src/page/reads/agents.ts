import type { ControlParts } from "../../control/operation.js";
import { existing } from "../../control/stored.js";
import type { Agent, AgentLog } from "../../objects/agent.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import { type ContactStatus, type Named, named, type Owner, ownerOf, statusOf } from "../people.js";

const MOST_RUNS = 60;
const MOST_LEADS = 100;

/** An agent in a table. */
export interface AgentRow {
  id: number;
  name: string;
  type: string;
  paused: boolean;
  owner: Owner;
  list: Named | null;
  signals: number;
  /** Imported leads that still exist. */
  leads: number;
  lastRun: string | null;
}

/** A lead with the signal that found it. */
export interface FoundLead {
  id: number;
  name: string;
  jobTitle: string | null;
  company: string | null;
  signal: string | null;
  keyword: string | null;
  score: number | null;
  status: ContactStatus;
  at: string;
}

/** One agent in full. */
export interface AgentShown extends AgentRow {
  agent: Agent;
  runs: AgentLog[];
  found: FoundLead[];
}

export function showAgents({ service }: ControlParts, { user }: { user?: number }): AgentRow[] {
  const { agents } = service.store;
  return (user === undefined ? agents.all() : agents.by("user", user))
    .map((agent) => agentRow(service, agent))
    .reverse();
}

export function showAgent({ service }: ControlParts, { id }: { id: number }): AgentShown {
  const { store } = service;
  const agent = existing(store.agents, "Agent", id);
  return {
    ...agentRow(service, agent),
    agent,
    runs: store.agentLogs.by("agent", id).slice(-MOST_RUNS).reverse(),
    found: store.contacts
      .by("agent", id)
      .slice(-MOST_LEADS)
      .reverse()
      .map((contact) => ({
        id: contact.id,
        name: fullName(contact),
        jobTitle: contact.jobTitle,
        company: contact.company,
        signal: contact.intent_type,
        keyword: contact.intent_keyword,
        score: contact.total_scoring,
        status: statusOf(service, contact),
        at: contact.createdAt,
      })),
  };
}

function agentRow(service: Service, agent: Agent): AgentRow {
  const { store } = service;
  return {
    id: agent.id,
    name: agent.name,
    type: agent.agentType,
    paused: agent.paused,
    owner: ownerOf(service, agent.userId),
    list: named(store.lists, agent.listId),
    signals: agent.variables?.length ?? 0,
    leads: store.contacts.countBy("agent", agent.id),
    lastRun: agent.lastRun,
  };
}
