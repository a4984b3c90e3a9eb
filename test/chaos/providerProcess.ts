import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoAccounts } from "../../sandbox/src/index";
import { DynamicHost, EngineDouble } from "../support/dynamicHost";
import { type Actor, requestTimeoutSeconds } from "./schedule";

export const { owner } = demoAccounts;
export const [member = owner] = demoAccounts.members;

export interface ProcessOptions {
  /** Requests per second. Default: unlimited. */
  readonly limit?: number;
  /** The process's working folder, with pulumi-outreach installed. */
  readonly folder?: string;
}

/** The provider process, which serves many schedules and is started again after it has ended. */
export class ProviderProcess {
  private host: DynamicHost | undefined;
  private engine: EngineDouble | undefined;
  private readonly cache = mkdtempSync(join(tmpdir(), "outreach-chaos-"));
  /** All text that reached a terminal or a file. */
  readonly texts: string[] = [];
  private earlierWarnings: string[] = [];

  constructor(
    private readonly origin: string,
    private readonly options: ProcessOptions,
  ) {}

  /** Warnings since the last call of `forgetWarnings`. */
  get warnings(): readonly string[] {
    return [...this.earlierWarnings, ...(this.host === undefined ? [] : (this.engine?.warnings() ?? []))];
  }

  forgetWarnings(): void {
    this.earlierWarnings = [];
  }

  async running(actor: Actor): Promise<DynamicHost> {
    if (this.host !== undefined) return this.host;
    this.engine = await new EngineDouble().start();
    this.host = await DynamicHost.start({
      engine: this.engine,
      cwd: this.options.folder,
      env: {
        OUTREACH_API_KEY: owner.apiKeys[0] ?? "",
        OUTREACH_BASE_URL: this.origin,
        ...(actor === "memberById" ? { OUTREACH_IMPERSONATE_USER_ID: String(member.userId) } : {}),
        ...(actor === "memberByEmail" ? { OUTREACH_IMPERSONATE_EMAIL: member.email } : {}),
        OUTREACH_CACHE_FOLDER: this.cache,
        OUTREACH_REQUEST_TIMEOUT_SECONDS: String(requestTimeoutSeconds),
        OUTREACH_REQUESTS_PER_MINUTE: String(this.options.limit ?? 100_000),
        OUTREACH_RATE_WINDOW_SECONDS: "1",
        OUTREACH_LOG: "debug",
      },
    });
    return this.host;
  }

  /** Ends the engine; the process survives until it notices. */
  loseEngine(): void {
    this.engine?.close();
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { host, engine } = this;
    this.host = undefined;
    if (host === undefined) return;
    await host.stop(signal);
    engine?.close();
    this.earlierWarnings.push(...(engine?.warnings() ?? []));
    this.texts.push(...host.output, ...(engine?.lines.map(({ message }) => message) ?? []));
  }

  async close(): Promise<void> {
    await this.end("SIGTERM");
    rmSync(this.cache, { recursive: true, force: true });
  }
}
