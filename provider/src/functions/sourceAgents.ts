import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { SourceAgentAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("SourceAgent", "getSourceAgent");

/**
 * All source agents of the acting user. Costs one request, which `getSourceAgent` shares.
 *
 * Rejects if the service has no operation to list them, or returns only part of them. Source: the service's public
 * description, `GET /v1/agent`.
 */
export function getSourceAgents(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly SourceAgentAnswer[]> {
  return all.get(args, options);
}

/**
 * Like `getSourceAgents`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getSourceAgentsOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly SourceAgentAnswer[]> {
  return all.output(args, options);
}

/**
 * One source agent of the acting user, by id or exact name. Costs the request of `getSourceAgents`, plus one by id if the
 * agent is not in that listing. Service specification: Source agent.
 *
 * Rejects if no source agent has this id or name, or if several have the name; the error lists candidates.
 */
export function getSourceAgent(args: ObjectArgs, options?: FunctionOptions): Promise<SourceAgentAnswer> {
  return one.get(args, options);
}

/**
 * Like `getSourceAgent`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getSourceAgentOutput(
  args: ObjectOutputArgs,
  options?: FunctionOutputOptions,
): Output<SourceAgentAnswer> {
  return one.output(args, options);
}
