import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { TestProject } from "vitest/node";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { settingsFor } from "./acceptance";
import { type Changes, changedProgram, type DeclaredProgram, DeclaredProject } from "./declared";
import { agent, campaign, list } from "./declaredResources";
import type { Gateway } from "./gateway";
import { repository } from "./project";

declare module "vitest" {
  export interface ProvidedContext {
    preparedStack: Preparation;
  }
}

type Preparation =
  | {
      /** Contains the project, its backend and the service's store. */
      readonly folder: string;
      /** The service's address in the state. */
      readonly url: string;
    }
  | { readonly failure: string };

/** The prepared stack: a running campaign, another one that never ran, their lists and an agent. */
export const preparedProgram = {
  leads: list("Leads"),
  // After the other list, so that it always has the larger id.
  hot: { ...list("Hot leads"), after: ["leads"] },
  finder: agent("Finder", "$hot", { minLeadScore: 0.8 }),
  draft: campaign("Draft", "$leads"),
  running: campaign("Running", "$hot", { active: true }),
} as const satisfies DeclaredProgram;

const folders = ["program", "backend"];
const store = "service.db";

/** Brings the stack up once for each run of the tests, as a global setup of vitest. */
export default async function prepareStack(tests: TestProject): Promise<() => void> {
  const folder = join(repository, ".state", "tests", `prepared-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sandbox = await startSandbox({ rateLimit: false, store: join(folder, store) });
  const stack = new DeclaredProject(settingsFor(sandbox));
  try {
    await stack.init();
    stack.declare(preparedProgram);
    const { code, text } = await stack.run("up");
    // An error thrown here would also end the tests that need no stack.
    tests.provide("preparedStack", code === 0 ? { folder, url: sandbox.url } : { failure: text });
    for (const part of folders) cpSync(join(stack.project.scratch, part), join(folder, part), { recursive: true });
  } finally {
    await sandbox.close();
    stack.project.remove();
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

export interface PreparedStack {
  readonly stack: DeclaredProject;
  readonly sandbox: Sandbox;
  /** Declares the prepared program with changes. */
  change(changes: Changes): void;
  /** Requests since the copy was made: `GET /v1/list`. */
  requests(): Promise<string[]>;
  /** The requests that would change something. */
  writes(): Promise<string[]>;
}

/**
 * A copy of the prepared stack and its service for one test, removed when the test has ended.
 *
 * @param behind starts a gateway between the stack and the service, such as `asRealService`
 */
export async function openPrepared(
  env: Readonly<Record<string, string>> = {},
  behind?: (origin: string) => Promise<Gateway>,
): Promise<PreparedStack> {
  const prepared = inject("preparedStack");
  if ("failure" in prepared) throw new Error(`the stack of the tests could not be prepared:\n${prepared.failure}`);
  const { folder, url } = prepared;
  const stack = new DeclaredProject({});
  onTestFinished(() => stack.project.remove());
  const { scratch } = stack.project;
  for (const part of folders) cpSync(join(folder, part), join(scratch, part), { recursive: true });
  cpSync(join(folder, store), join(scratch, store));
  const sandbox = await startSandbox({ rateLimit: false, store: join(scratch, store) });
  onTestFinished(() => sandbox.close());
  const gateway = await behind?.(sandbox.url);
  onTestFinished(() => gateway?.close());
  const address = gateway?.url ?? sandbox.url;
  Object.assign(stack.project.env, settingsFor(sandbox), { OUTREACH_BASE_URL: address }, env);
  // The state contains the service's address, and the copy listens on another port.
  const stacks = join(scratch, "backend", ".pulumi", "stacks");
  for (const file of readdirSync(stacks, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".json")) continue;
    const path = join(stacks, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(url, address));
  }
  const before = (await sandbox.log({ last: 0 })).total;
  const requests = async () => {
    const log = await sandbox.log({ after: before });
    return log.requests.map(({ method, path }) => `${method} ${path}`);
  };
  return {
    stack,
    sandbox,
    change: (changes) => stack.declare(changedProgram(preparedProgram, changes)),
    requests,
    async writes() {
      return (await requests()).filter((request) => !request.startsWith("GET "));
    },
  };
}
