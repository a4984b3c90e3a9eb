import type { z } from "zod";
import type { TimeTravel } from "../planner/timeTravel.js";
import type { Faults } from "../server/faults.js";
import type { RateLimiter } from "../server/rateLimiter.js";
import type { RequestLog } from "../server/requestLog.js";
import type { Service } from "../service.js";
import type { Webhooks } from "../webhook.js";

/** The parts of a sandbox that control operations can use. */
export interface ControlParts {
  service: Service;
  limiter: RateLimiter;
  log: RequestLog;
  faults: Faults;
  webhooks: Webhooks;
  time: TimeTravel;
  /** Inside a transaction: adds the initial objects to an empty store. */
  populate(): void;
}

/** One operation of the control, available as a method, over HTTP and through the client. */
export interface Operation<Input extends z.ZodType, Result> {
  input: Input;
  /** Whether a GET request can run it, with the input in the query. */
  reads: boolean;
  run(parts: ControlParts, input: z.output<Input>): Result | Promise<Result>;
}

type Run<Input extends z.ZodType, Result> = Operation<Input, Result>["run"];

/** An operation that changes nothing. */
export function reading<Input extends z.ZodType, Result>(
  input: Input,
  run: Run<Input, Result>,
): Operation<Input, Result> {
  return { input, reads: true, run };
}

/** An operation that changes the sandbox. */
export function acting<Input extends z.ZodType, Result>(
  input: Input,
  run: Run<Input, Result>,
): Operation<Input, Result> {
  return { input, reads: false, run };
}

/** An operation that changes objects, all in one transaction. */
export function changing<Input extends z.ZodType, Result>(
  input: Input,
  change: (service: Service, input: z.output<Input>, parts: ControlParts) => Result,
): Operation<Input, Result> {
  return acting(input, (parts, wanted) => {
    const { service } = parts;
    return service.store.transaction(() => change(service, wanted, parts)).result;
  });
}
