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
 * Whether the service works. Costs one request, or up to five if it does not.
 *
 * Rejects for errors that say nothing about its health, such as a rejected key. Service specification: `GET /health`.
 */
export function getServiceHealth(args: NoArgs = {}, options?: FunctionOptions): Promise<Health> {
  return health.get(args, options);
}

/**
 * Like `getServiceHealth`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getServiceHealthOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<Health> {
  return health.output(args, options);
}
