import type { Account } from "../api/account";
import type { Settings } from "../api/settings";
import type { RunMemory } from "./memory";
import type { Reach } from "./reach";

/** What the process provides to the life cycle, which has no other access to the engine, the clock or the service. */
export interface Run {
  /** Throws a Refusal that names the setting if one is missing or malformed. */
  settings(): Settings;
  account(): Account;
  /**
   * Prints a warning once: at the resource if its URN is known, otherwise under the stack.
   *
   * @param reach set if it is about people: the finding that a review of this preview has
   */
  warn(text: string, urn?: string, reach?: Reach): void;
  now(): Date;
  random(): string;
  /** Waits. Tests provide a clock of their own. */
  sleep(milliseconds: number): Promise<void>;
  readonly memory: RunMemory;
}

/** A run that keeps its warnings: most are about an effect, which a refusal prevents. */
export interface Held {
  readonly run: Run;
  print(): void;
}

export function holdWarnings(run: Run): Held {
  const held: Parameters<Run["warn"]>[] = [];
  return {
    run: {
      settings: () => run.settings(),
      account: () => run.account(),
      warn: (...warning) => void held.push(warning),
      now: () => run.now(),
      random: () => run.random(),
      sleep: (milliseconds) => run.sleep(milliseconds),
      memory: run.memory,
    },
    print() {
      for (const warning of held.splice(0)) run.warn(...warning);
    },
  };
}
