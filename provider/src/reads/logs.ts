import { z } from "zod";
import type { Account } from "../api/account";
import { campaignOperations } from "../resources/campaign/operations";
import { sourceAgentOperations } from "../resources/sourceAgent/operations";
import type { AgentLog, CampaignLog, TimeRange } from "./answers";
import { askItems, type Items, idField, quantity, text } from "./served";

export type { AgentLog, CampaignLog, TimeRange } from "./answers";

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

/** The log of a campaign, in the service's order. Throws a ServiceError or a Refusal. */
export async function readCampaignLogs(account: Account, id: string): Promise<readonly CampaignLog[]> {
  return (await readCampaignLogPage(account, id)).items;
}

/** Like `readCampaignLogs`, with the total number of entries if the service reports it. */
export async function readCampaignLogPage(account: Account, id: string): Promise<Items<CampaignLog>> {
  const { logs } = campaignOperations;
  return await askItems(account, logs, `campaign ${id}`, campaignLogShape, { id });
}

/** The newest runs of a source agent; the service returns at most 100. Throws a ServiceError or a Refusal. */
export async function readAgentLogs(account: Account, id: string, range?: TimeRange): Promise<readonly AgentLog[]> {
  const { logs } = sourceAgentOperations;
  const query = range === undefined ? undefined : { dateFrom: range.dateFrom, dateTo: range.dateTo };
  return (await askItems(account, logs, `source agent ${id}`, agentLogShape, { id, query })).items;
}
