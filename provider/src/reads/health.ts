import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { operations } from "../api/operation";
import type { Health } from "./answers";

export type { Health } from "./answers";

const unhealthyCategories: ReadonlySet<string> = new Set(["unreachable", "lost", "broken"]);

/**
 * Whether the status operation succeeds. Throws a ServiceError for errors that say nothing about the service's health, such
 * as a rejected key. Service specification: `GET /health`, whose body is not documented.
 */
export function readServiceHealth(account: Account): Promise<Health> {
  return healthFrom(account.ask(operations.health, ""));
}

/** The same for the contact API. Service specification: `GET /v1/contact/health`, whose body is not documented. */
export function readContactHealth(account: Account): Promise<Health> {
  return healthFrom(account.ask(operations.readContactHealth, ""));
}

async function healthFrom(asking: Promise<unknown>): Promise<Health> {
  try {
    await asking;
    return { isHealthy: true };
  } catch (error) {
    if (error instanceof ServiceError && unhealthyCategories.has(error.category)) {
      return { isHealthy: false, problem: error.message };
    }
    throw error;
  }
}
