import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, LateArgs } from "../host/functionOptions";
import type { AgentLog, CampaignLog } from "../reads/answers";
import type { GetAgentLogsArgs, GetCampaignLogsArgs } from "./args";
import { defineFunction } from "./define";
import { agentLogsArgs, campaignLogsArgs, incompleteRangeProblems } from "./schemas";

const campaignLogs = defineFunction({
  name: "getCampaignLogs",
  args: campaignLogsArgs,
  read: ({ account, reads }, { campaignId }) => reads.readCampaignLogs(account, String(campaignId)),
});

const agentLogs = defineFunction({
  name: "getAgentLogs",
  args: agentLogsArgs,
  rules: incompleteRangeProblems,
  read({ account, reads }, { agentId, dateFrom, dateTo }) {
    const range = dateFrom === undefined || dateTo === undefined ? undefined : { dateFrom, dateTo };
    return reads.readAgentLogs(account, String(agentId), range);
  },
});

/**
 * The log of a campaign, in the service's order. Costs one request.
 *
 * Service specification: `GET /v1/campaign/{id}/logs`, which does not document the fields, so all of them may be absent.
 */
export function getCampaignLogs(args: GetCampaignLogsArgs, options?: FunctionOptions): Promise<readonly CampaignLog[]> {
  return campaignLogs.get(args, options);
}

/**
 * Like `getCampaignLogs`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getCampaignLogsOutput(
  args: LateArgs<GetCampaignLogsArgs>,
  options?: FunctionOutputOptions,
): Output<readonly CampaignLog[]> {
  return campaignLogs.output(args, options);
}

/**
 * The runs of a source agent, one entry per signal: at most the 100 newest, optionally within a time range. Costs one
 * request. Service specification: `GET /v1/agent/{id}/logs`.
 */
export function getAgentLogs(args: GetAgentLogsArgs, options?: FunctionOptions): Promise<readonly AgentLog[]> {
  return agentLogs.get(args, options);
}

/**
 * Like `getAgentLogs`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getAgentLogsOutput(
  args: LateArgs<GetAgentLogsArgs>,
  options?: FunctionOutputOptions,
): Output<readonly AgentLog[]> {
  return agentLogs.output(args, options);
}
