import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { SourceAgentAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("SourceAgent", "getSourceAgent");

/**
 * All source agents of the acting user. Costs one request, which `getSourceAgent` shares.
 *
 * Rejects if the service has no operation that lists them, or answers with a part of them.
 * Source: the service's public description, `GET /v1/agent`.
 */
export function getSourceAgents(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly SourceAgentAnswer[]> {
  return all.get(args, options);
}

/**
 * As `getSourceAgents`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getSourceAgentsOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly SourceAgentAnswer[]> {
  return all.output(args, options);
}

/**
 * One source agent of the acting user, by its id or its exact name. Costs the request of `getSourceAgents`, and another one by id if
 * that does not contain it. Service specification: Source agent.
 *
 * Rejects if no source agent has this id or name, or if several have the name; the error lists candidates.
 */
export function getSourceAgent(args: ObjectArgs, options?: FunctionOptions): Promise<SourceAgentAnswer> {
  return one.get(args, options);
}

/**
 * As `getSourceAgent`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getSourceAgentOutput(
  args: ObjectOutputArgs,
  options?: FunctionOutputOptions,
): Output<SourceAgentAnswer> {
  return one.output(args, options);
}
