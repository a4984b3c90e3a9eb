import { z } from "zod";
import type { Account } from "../api/account";
import { campaignOperations } from "../resources/campaign/operations";
import { sourceAgentOperations } from "../resources/sourceAgent/operations";
import { idField, itemsFrom, quantity, type ServedId, text } from "./served";

const campaignLogShape = z.looseObject({
  id: idField,
  campaignId: idField,
  contactId: idField,
  stepNumber: quantity,
  type: text,
  status: text,
  reason: text,
  seatId: idField,
  createdAt: text,
});

/**
 * What a campaign did. The specification does not show the fields, so all of them may be absent; others are kept.
 * Service specification: `GET /v1/campaign/{id}/logs`.
 */
export interface CampaignLog {
  readonly id?: ServedId;
  readonly campaignId?: ServedId;
  readonly contactId?: ServedId;
  /** The step, from 1. */
  readonly stepNumber?: number;
  /** The type of the step. */
  readonly type?: string;
  /** `sent`, or how the contact left the campaign. */
  readonly status?: string;
  /** Why the contact left the campaign. */
  readonly reason?: string;
  /** The seat that sent it. */
  readonly seatId?: ServedId;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly [field: string]: unknown;
}

const agentLogShape = z.looseObject({
  id: idField,
  agentId: idField,
  agentType: text,
  agentKeyword: text,
  totalLeads: quantity,
  leadsCreated: quantity,
  errorMessage: text,
  createdAt: text,
});

/** One run of one signal of a source agent. Service specification: `GET /v1/agent/{id}/logs`. */
export interface AgentLog {
  readonly id?: ServedId;
  readonly agentId?: ServedId;
  /** The type of the signal. */
  readonly agentType?: string;
  /** The value of the signal. */
  readonly agentKeyword?: string;
  /** Leads that the signal has found. */
  readonly totalLeads?: number;
  /** Leads of these that were new. */
  readonly leadsCreated?: number;
  readonly errorMessage?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly [field: string]: unknown;
}

/** A range of time; both ends are used together. ISO 8601. */
export interface TimeRange {
  readonly dateFrom: string;
  readonly dateTo: string;
}

/** What a campaign did, as the service orders it. Throws a ServiceError or a Refusal. */
export async function readCampaignLogs(account: Account, id: string): Promise<readonly CampaignLog[]> {
  const { logs } = campaignOperations;
  return itemsFrom(logs, await account.ask(logs, `campaign ${id}`, { id }), campaignLogShape, id).items;
}

/** The newest runs of a source agent: the service answers with 100 at most. Throws a ServiceError or a Refusal. */
export async function readAgentLogs(account: Account, id: string, range?: TimeRange): Promise<readonly AgentLog[]> {
  const { logs } = sourceAgentOperations;
  const query = range === undefined ? undefined : { dateFrom: range.dateFrom, dateTo: range.dateTo };
  return itemsFrom(logs, await account.ask(logs, `source agent ${id}`, { id, query }), agentLogShape, id).items;
}
