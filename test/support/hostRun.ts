import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/src/index";
import { DynamicHost, EngineDouble, type HostOptions, type Values } from "./dynamicHost";
import { urnOf } from "./engine/urn";
import { repository } from "./project";

export type Kind = "List" | "SourceAgent" | "Campaign";

/** The protocol's string for an unknown value. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const listArgs = { name: "Fintech founders" };

export function agentArgs(listId: unknown): Values {
  return {
    name: "Fintech finder",
    listId,
    targetJobTitles: ["Founder", "CEO"],
    targetIndustries: ["Financial Services"],
    targetLocations: ["France"],
    minLeadScore: 0.8,
  };
}

export function campaignArgs(listIds: unknown): Values {
  return {
    name: "Fintech Q1",
    listIds,
    linkedinSeatId: 7,
    language: "en-US",
    steps: [
      { type: "visitProfile" },
      { type: "invitation", delayAfterLastStep: 1 },
      { type: "message", message: "Hi [FirstName], a first word.", messageMode: "same", delayAfterLastStep: 2 },
    ],
  };
}

/** One resource in the engine's state. */
export interface Made {
  readonly urn: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** A sandbox, an engine that keeps logs, and provider processes between them. */
export class HostRun {
  private readonly hosts: DynamicHost[] = [];
  private readonly engines: EngineDouble[] = [];
  private readonly scratch = join(repository, ".state", "tests", randomUUID().slice(0, 8));

  private constructor(readonly sandbox: Sandbox) {
    mkdirSync(this.scratch, { recursive: true });
  }

  static async open(options: SandboxOptions = {}): Promise<HostRun> {
    return new HostRun(await startSandbox({ rateLimit: false, ...options }));
  }

  /** The settings of a run against the sandbox. */
  get env(): Record<string, string> {
    return {
      OUTREACH_BASE_URL: this.sandbox.url,
      OUTREACH_API_KEY: this.key,
      OUTREACH_REQUESTS_PER_MINUTE: "10000",
      OUTREACH_REQUEST_TIMEOUT_SECONDS: "2",
      OUTREACH_CACHE_FOLDER: join(this.scratch, "cache"),
    };
  }

  get key(): string {
    const [key] = this.sandbox.accounts.owner.apiKeys;
    if (key === undefined) throw new Error("the sandbox's owner has no key");
    return key;
  }

  async engine(sdk?: string): Promise<EngineDouble> {
    const engine = await new EngineDouble(sdk).start();
    this.engines.push(engine);
    return engine;
  }

  async host(options: Partial<HostOptions> = {}): Promise<DynamicHost> {
    const engine = options.engine ?? (await this.engine(options.sdk));
    const host = await DynamicHost.start({ env: this.env, ...options, engine });
    this.hosts.push(host);
    return host;
  }

  /** Requests that reached the service since the log was cleared, as `POST /v1/list`. */
  async requests(): Promise<string[]> {
    return (await this.sandbox.log()).requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** Ends every process, so that none affects the next test. */
  async stopHosts(): Promise<void> {
    for (const host of this.hosts.splice(0)) await host.stop();
    for (const engine of this.engines.splice(0)) engine.close();
  }

  async close(): Promise<void> {
    await this.stopHosts();
    await this.sandbox.close();
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** The checked inputs of a resource; the check must pass. */
export async function checked(host: DynamicHost, urn: string, kind: Kind, news: Values, olds: Values = {}) {
  const { inputs, failures } = await host.check(urn, kind, olds, news);
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return inputs;
}

/** Checks and creates, as the `up` of a new resource does. */
export async function make(host: DynamicHost, kind: Kind, news: Values, name = "leads"): Promise<Made> {
  const urn = urnOf(kind, name);
  const inputs = await checked(host, urn, kind, news);
  return { urn, inputs, ...(await host.create(urn, inputs)) };
}
