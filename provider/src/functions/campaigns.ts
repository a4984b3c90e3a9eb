import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { CampaignAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("Campaign", "getCampaign");

/**
 * All campaigns of the acting user. Costs one request, which `getCampaign` shares.
 *
 * Rejects if the service has no operation that lists them, or answers with a part of them.
 * Source: the service's public description, `GET /v1/campaign`.
 */
export function getCampaigns(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly CampaignAnswer[]> {
  return all.get(args, options);
}

/**
 * As `getCampaigns`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getCampaignsOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly CampaignAnswer[]> {
  return all.output(args, options);
}

/**
 * One campaign of the acting user, by its id or its exact name. Costs the request of `getCampaigns`, and another one by id if
 * that does not contain it. Most services do not answer with `listIds` and `emailSeatIds`. Service specification: Campaign.
 *
 * Rejects if no campaign has this id or name, or if several have the name; the error lists candidates.
 */
export function getCampaign(args: ObjectArgs, options?: FunctionOptions): Promise<CampaignAnswer> {
  return one.get(args, options);
}

/**
 * As `getCampaign`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getCampaignOutput(args: ObjectOutputArgs, options?: FunctionOutputOptions): Output<CampaignAnswer> {
  return one.output(args, options);
}
