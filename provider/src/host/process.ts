import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../api/account";
import { openAccount, type ServiceAccount } from "../api/service";
import type { Settings } from "../api/settings";
import { RunMemory } from "../lifecycle/memory";
import { Refusal } from "../lifecycle/refusal";
import type { Run } from "../lifecycle/run";
import { connectEngine, type Engine } from "./engine";
import { cacheFolder, environmentVariable, proxiesFromEnvironment, variableOf } from "./environment";
import { explicitSetting, resolveSettings } from "./settings";

/** Everything that the resources of one provider process share: one set of settings, one account, one memory. */
class ProviderProcess implements Run {
  readonly memory = new RunMemory();
  private readonly said = new Set<string>();
  private readonly saying = new Set<Promise<boolean>>();
  private resolved: Settings | undefined;
  private opened: ServiceAccount | undefined;

  constructor(
    private readonly config: (key: string) => string | undefined,
    private readonly engine: Engine,
  ) {}

  settings(): Settings {
    this.resolved ??= resolveSettings(
      (name) => environmentVariable(variableOf(name)),
      (name) => this.config(`outreach:${name}`),
      new Set(this.config(explicitSetting)?.split(",")),
    );
    return this.resolved;
  }

  account(): Account {
    this.opened ??= openAccount(this.settings(), {
      cacheFolder: cacheFolder(),
      proxies: proxiesFromEnvironment(),
      logger: {
        debug: (text) => this.debug(text),
        info: (text) => this.say("info", text, undefined),
        warn: (text) => this.warn(text),
      },
      beforeCreate: () => this.assertEngineAlive(),
    });
    return this.opened;
  }

  warn(text: string, urn?: string): void {
    const key = `${urn ?? ""} ${text}`;
    if (this.said.has(key)) return;
    this.said.add(key);
    this.say("warning", text, urn);
  }

  /** Waits until the engine has heard everything: it may end as soon as its last question is answered. */
  async heard(): Promise<void> {
    await Promise.all(this.saying);
  }

  private say(severity: "info" | "warning", text: string, urn: string | undefined): void {
    const saying = this.engine.log(severity, text, urn).finally(() => this.saying.delete(saying));
    this.saying.add(saying);
  }

  private debug(text: string): void {
    if (environmentVariable("OUTREACH_LOG") === "debug") this.say("info", text, undefined);
  }

  /** A killed engine leaves this process alive: what it then created, nobody would record. */
  private async assertEngineAlive(): Promise<void> {
    if (await this.engine.log("debug", "pulumi-outreach is about to create an object", undefined)) return;
    throw new Refusal(
      "The Pulumi engine that asked for this did not answer, so nothing was sent.",
      "Run the same command again when this run has ended; where its process is gone, `pulumi cancel` first.",
    );
  }

  /** One line that says what the run has cost. */
  async sayGoodbye(): Promise<void> {
    const summary = this.opened?.summary();
    if (summary !== undefined) await this.engine.log("info", summary, undefined);
  }

  now(): Date {
    return new Date();
  }

  random(): string {
    return randomUUID();
  }

  async sleep(milliseconds: number): Promise<void> {
    await sleep(milliseconds);
  }
}

let current: ProviderProcess | undefined;

function start(config: (key: string) => string | undefined): ProviderProcess {
  const started = new ProviderProcess(config, connectEngine(process.argv.at(-1)));
  // The engine ends a provider with SIGINT when the run is over, and still listens to what it says.
  process.once("SIGINT", () => void started.sayGoodbye().finally(() => process.exit()));
  return started;
}

/** Called once for each kind, with the same config each time. */
export function configure(config: (key: string) => string | undefined): void {
  current ??= start(config);
}

export function currentRun(): Run {
  return currentProcess();
}

/** To be awaited before the engine is answered. */
export async function engineHasHeard(): Promise<void> {
  await currentProcess().heard();
}

function currentProcess(): ProviderProcess {
  current ??= start(() => undefined);
  return current;
}
