import type { Account } from "../api/account";
import type { Settings } from "../api/settings";
import type { RunMemory } from "./memory";

/** What the life cycle is handed by the process that it runs in: it has no engine, no clock, no service of its own. */
export interface Run {
  /** Throws a Refusal that names the setting where one is missing or malformed. */
  settings(): Settings;
  account(): Account;
  /** Says a warning once, at the resource where its URN is known, else under the stack. */
  warn(text: string, urn?: string): void;
  now(): Date;
  random(): string;
  /** Waits; tests hand in a clock of their own. */
  sleep(milliseconds: number): Promise<void>;
  readonly memory: RunMemory;
}
