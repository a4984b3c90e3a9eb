import { type SandboxOptions, startSandbox } from "../../../sandbox/src/index";
import { type Changes, changedProgram, type DeclaredProgram } from "../../support/declared";
import { PassingClock } from "../../support/passingClock";
import { settingsFor } from "../../unit/api/opening";
import { ReportingStack } from "./reportingStack";

/** A service, and one machine's stacks on it. */
export async function openStage(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ rateLimit: false, ...options });
  const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
  const settings = settingsFor(sandbox.url, { apiKey, requestsPerMinute: 100_000, waitBudgetSeconds: 5 });
  const clock = new PassingClock();
  const names = new Map<string, string>();
  return {
    sandbox,
    stack: (name = "test") => new ReportingStack(settings, clock, names, name),
    async posts(): Promise<number> {
      return (await sandbox.log({ method: "POST" })).requests.length;
    },
    close: () => sandbox.close(),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A stack with its program. */
export async function openRows(program: DeclaredProgram, options: SandboxOptions = {}) {
  const stage = await openStage({ activeAgentLimit: 2, ...options });
  const stack = stage.stack();
  let base = program;
  stack.declare(base);
  return {
    ...stage,
    stack,
    /** Declares the program with changes, for the next runs. */
    change: (changes: Changes) => stack.declare(changedProgram(base, changes)),
    /** A permanent change. */
    settle(changes: DeclaredProgram): void {
      base = { ...base, ...changes };
      stack.declare(base);
    },
  };
}

export type Rows = Awaited<ReturnType<typeof openRows>>;
