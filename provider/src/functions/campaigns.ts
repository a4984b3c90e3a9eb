import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { CampaignAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("Campaign", "getCampaign");

/**
 * All campaigns of the acting user. Costs one request, which `getCampaign` shares.
 *
 * Rejects if the service has no operation to list them, or returns only part of them. Source: the service's public
 * description, `GET /v1/campaign`.
 */
export function getCampaigns(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly CampaignAnswer[]> {
  return all.get(args, options);
}

/**
 * Like `getCampaigns`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getCampaignsOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly CampaignAnswer[]> {
  return all.output(args, options);
}

/**
 * One campaign of the acting user, by id or exact name. Costs the request of `getCampaigns`, plus one by id if the campaign
 * is not in that listing. Most services do not return `listIds` and `emailSeatIds`. Service specification: Campaign.
 *
 * Rejects if no campaign has this id or name, or if several have the name; the error lists candidates.
 */
export function getCampaign(args: ObjectArgs, options?: FunctionOptions): Promise<CampaignAnswer> {
  return one.get(args, options);
}

/**
 * Like `getCampaign`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getCampaignOutput(args: ObjectOutputArgs, options?: FunctionOutputOptions): Output<CampaignAnswer> {
  return one.output(args, options);
}
