import type { Limit } from "../limiter";
import type { Use } from "./store";

/**
 * How long a place stays taken after its request ended. The service counted the request at some moment between taking the
 * place and the end of the request. If the place is reused one window after that end, no window at the service holds more
 * requests than allowed, however slow the network is. The extra 0.1% allows for clocks running at different speeds.
 */
export function restMilliseconds({ windowMilliseconds }: Limit): number {
  return windowMilliseconds + Math.max(2, windowMilliseconds / 1000);
}

/** How much of the request limit is used, and where it is counted. */
export interface LimitUse extends Use {
  /** `database`: counted for all machines. `file`: for this machine. `process`: for this process only. */
  readonly by: "database" | "file" | "process";
  /** Maximum number of requests per window. */
  readonly limit: number;
}
