import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, LateArgs } from "../host/functionOptions";
import type { AgentLog, CampaignLog } from "../reads/answers";
import type { GetAgentLogsArgs, GetCampaignLogsArgs } from "./args";
import { defineFunction } from "./define";
import { agentLogsArgs, campaignLogsArgs, wholeRange } from "./schemas";

const campaignLogs = defineFunction({
  name: "getCampaignLogs",
  args: campaignLogsArgs,
  read: ({ account, reads }, { campaignId }) => reads.readCampaignLogs(account, String(campaignId)),
});

const agentLogs = defineFunction({
  name: "getAgentLogs",
  args: agentLogsArgs,
  rules: wholeRange,
  read({ account, reads }, { agentId, dateFrom, dateTo }) {
    const range = dateFrom === undefined || dateTo === undefined ? undefined : { dateFrom, dateTo };
    return reads.readAgentLogs(account, String(agentId), range);
  },
});

/**
 * What a campaign has done, in the order of the service. Costs one request.
 *
 * Service specification: `GET /v1/campaign/{id}/logs`, whose fields it does not show: all of them may be absent.
 */
export function getCampaignLogs(args: GetCampaignLogsArgs, options?: FunctionOptions): Promise<readonly CampaignLog[]> {
  return campaignLogs.get(args, options);
}

/**
 * As `getCampaignLogs`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getCampaignLogsOutput(
  args: LateArgs<GetCampaignLogsArgs>,
  options?: FunctionOutputOptions,
): Output<readonly CampaignLog[]> {
  return campaignLogs.output(args, options);
}

/**
 * The runs of a source agent, a line for each signal: the 100 newest at most, of a range of time if one is given. Costs
 * one request. Service specification: `GET /v1/agent/{id}/logs`.
 */
export function getAgentLogs(args: GetAgentLogsArgs, options?: FunctionOptions): Promise<readonly AgentLog[]> {
  return agentLogs.get(args, options);
}

/**
 * As `getAgentLogs`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getAgentLogsOutput(
  args: LateArgs<GetAgentLogsArgs>,
  options?: FunctionOutputOptions,
): Output<readonly AgentLog[]> {
  return agentLogs.output(args, options);
}
