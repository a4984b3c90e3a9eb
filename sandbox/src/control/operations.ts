import type { z } from "zod";
import { readInput } from "../rules/body.js";
import type { ControlParts, Operation } from "./operation.js";
import { agentOperations } from "./operations/agents.js";
import { behaviourOperations } from "./operations/behaviour.js";
import { campaignOperations } from "./operations/campaigns.js";
import { contactOperations } from "./operations/contacts.js";
import { faultOperations } from "./operations/faults.js";
import { listOperations } from "./operations/lists.js";
import { observationOperations } from "./operations/observation.js";
import { organizationOperations } from "./operations/organizations.js";
import { peopleOperations } from "./operations/people.js";
import { progressOperations } from "./operations/progress.js";
import { seatOperations } from "./operations/seats.js";

export const operations = {
  ...faultOperations,
  ...observationOperations,
  ...progressOperations,
  ...behaviourOperations,
  ...campaignOperations,
  ...listOperations,
  ...agentOperations,
  ...contactOperations,
  ...peopleOperations,
  ...organizationOperations,
  ...seatOperations,
};

type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The operations of the control as methods. Errors of the input name each wrong field. */
export type SandboxControl = {
  [Name in keyof Operations]: Operations[Name] extends Operation<infer Input, infer Result>
    ? Record<string, never> extends z.input<Input>
      ? (input?: z.input<Input>) => Promise<Result>
      : (input: z.input<Input>) => Promise<Result>
    : never;
};

export const operationNames = Object.keys(operations) as OperationName[];

export async function runOperation(parts: ControlParts, name: OperationName, input: unknown): Promise<unknown> {
  const { input: schema, run } = operations[name] as Operation<z.ZodType, unknown>;
  return run(parts, readInput(schema, input));
}
