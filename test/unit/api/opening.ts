import { onTestFinished } from "vitest";
import type { Account, Surroundings } from "../../../provider/src/api/account";
import { openAccount } from "../../../provider/src/api/service";
import type { Settings } from "../../../provider/src/api/settings";
import { kinds } from "../../../provider/src/kinds";
import { type Handler, me, plainService } from "./plainService";

export const key = "sk-test-0123456789abcdef";

export function settingsFor(origin: string, changes: Partial<Settings> = {}): Settings {
  return {
    origin,
    apiKey: key,
    requestsPerMinute: 1000,
    rateWindowSeconds: 60,
    requestTimeoutSeconds: 5,
    waitBudgetSeconds: 600,
    launch: "allow",
    acknowledge: [],
    ...changes,
  };
}

export interface Opened {
  readonly account: Account;
  readonly said: { debug: string[]; info: string[]; warn: string[] };
}

/** An account whose retries do not wait. */
export function open(
  origin: string,
  changes: Partial<Settings> = {},
  surroundings: Partial<Surroundings> = {},
): Opened {
  const said: Opened["said"] = { debug: [], info: [], warn: [] };
  const logger = {
    debug: (line: string) => void said.debug.push(line),
    info: (line: string) => void said.info.push(line),
    warn: (line: string) => void said.warn.push(line),
  };
  const account = openAccount(
    settingsFor(origin, changes),
    { logger, random: () => 0, ...surroundings },
    Object.values(kinds),
  );
  return { account, said };
}

/** A service with these responses until the test ends, and an account that uses it. */
export async function serve(routes: Record<string, Handler> = {}, changes: Partial<Settings> = {}) {
  const service = await plainService({ ...me, ...routes });
  onTestFinished(() => service.close());
  const paths = () => service.received.map(({ method, path }) => `${method} ${path}`);
  return { ...open(service.origin, changes), service, paths };
}
