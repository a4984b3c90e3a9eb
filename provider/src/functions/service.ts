import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { Health } from "../reads/answers";
import type { NoArgs } from "./args";
import { defineFunction } from "./define";
import { noArgs } from "./schemas";

const health = defineFunction({
  name: "getServiceHealth",
  args: noArgs("getServiceHealth"),
  isLasting: true,
  isForAnybody: true,
  read: ({ account, reads }) => reads.readServiceHealth(account),
});

/**
 * Whether the service works. Costs one request, up to five if it does not.
 *
 * Rejects for what says nothing about it, such as a rejected key. Service specification: `GET /health`.
 */
export function getServiceHealth(args: NoArgs = {}, options?: FunctionOptions): Promise<Health> {
  return health.get(args, options);
}

/**
 * As `getServiceHealth`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getServiceHealthOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<Health> {
  return health.output(args, options);
}
