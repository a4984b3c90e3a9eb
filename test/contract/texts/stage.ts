import { step } from "../../../provider/src/resources/campaign/step";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { type SandboxOptions, startSandbox } from "../../../sandbox/src/index";
import type { Declared, DeclaredProgram } from "../../support/declared";
import { PassingClock } from "../../support/passingClock";
import { ReportingStack } from "./reportingStack";

const signals = [
  signal.searchKeyword("open banking"),
  signal.hiring(),
  signal.technology("stripe"),
  signal.competitorPage("https://network.example.com/company/acme"),
];
export const visit = (delayAfterLastStep?: number) => step.visitProfile({ delayAfterLastStep });
export const message = (text: string) => step.message({ message: text });
export const mail = (subject: string) => ({
  linkedinSeatId: undefined,
  emailSeatIds: [21],
  steps: [step.email({ subject, message: "Hi [FirstName]" })],
});

export const list = (name: string, args = {}): Declared => ({ kind: "List", args: { name, ...args } });
export const agent = (name: string, listId: unknown, args = {}): Declared => ({
  kind: "SourceAgent",
  args: { name, listId, variables: signals, ...args },
});
export const campaign = (name: string, listId: unknown, args = {}, options = {}): Declared => ({
  kind: "Campaign",
  args: { name, listIds: [listId], linkedinSeatId: 7, steps: [visit(), message("Hello")], ...args },
  options,
});

/** A service, and stacks of one machine on it. */
export async function openStage(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ rateLimit: false, ...options });
  const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
  const settings = {
    origin: sandbox.url,
    apiKey,
    requestsPerMinute: 100_000,
    rateWindowSeconds: 60,
    requestTimeoutSeconds: 5,
    waitBudgetSeconds: 5,
    launch: "allow",
    acknowledge: [],
  } as const;
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

/** A stack, and the program that it is brought up with. */
export async function openRows(program: DeclaredProgram, options: SandboxOptions = {}) {
  const stage = await openStage({ activeAgentLimit: 2, ...options });
  const stack = stage.stack();
  let base = program;
  stack.declare(base);
  return {
    ...stage,
    stack,
    /** Declares the program with changes, for the next runs. */
    change: (changes: DeclaredProgram) => stack.declare({ ...base, ...changes }),
    /** A change that stays. */
    settle(changes: DeclaredProgram): void {
      base = { ...base, ...changes };
      stack.declare(base);
    },
  };
}

export type Rows = Awaited<ReturnType<typeof openRows>>;
