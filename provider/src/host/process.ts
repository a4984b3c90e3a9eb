import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { openAccount } from "../api/service";
import type { ServiceKind } from "../api/serviceKind";
import type { Settings } from "../api/settings";
import { RunMemory } from "../lifecycle/memory";
import { type Reach, warningText } from "../lifecycle/reach";
import { Refusal } from "../lifecycle/refusal";
import type { Run } from "../lifecycle/run";
import { warnAboutTwinsMeanwhile } from "../lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../lifecycle/unseen";
import { connectEngine, type Engine, watchEngine } from "./engine";
import { cacheFolder, environmentNames, environmentVariable, proxiesFromEnvironment, variableOf } from "./environment";
import { describeUnknown, misspeltVariables, readKeys } from "./misspelt";
import { explicitSetting, resolveSettings } from "./settings";

/** The state shared by the resources of one provider process: settings, account, run memory. */
class ProviderProcess implements Run {
  readonly memory = new RunMemory();
  private readonly said = new Set<string>();
  private readonly saying = new Set<Promise<boolean>>();
  private resolved: Settings | undefined;
  private opened: Account | undefined;
  private underWay = 0;
  private isProgramRunning = false;

  constructor(
    private readonly config: (key: string) => string | undefined,
    private readonly configKeys: readonly string[],
    private readonly engine: Engine,
    /** The engine's address, the same for all processes of its run. */
    private readonly address: string | undefined,
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
    const surroundings = {
      cacheFolder: cacheFolder(),
      proxies: proxiesFromEnvironment(),
      logger: {
        debug: (text: string) => this.debug(text),
        info: (text: string) => this.say("info", text, undefined),
        warn: (text: string) => this.warn(text),
      },
      beforeCreate: () => this.assertEngineAlive(),
      engineRun: this.address === undefined ? undefined : `${hostname()} ${this.address}`,
    };
    this.opened ??= openAccount(this.settings(), surroundings, servedKinds);
    return this.opened;
  }

  warn(text: string, urn?: string, reach?: Reach): void {
    const key = `${urn ?? ""} ${text}`;
    if (this.said.has(key)) return;
    this.said.add(key);
    this.say("warning", warningText(text, reach), urn);
  }

  /** Records that a program is running, which reports misspelt settings itself. */
  noteProgram(): void {
    this.isProgramRunning = true;
  }

  /** Reports misspelt settings in a destroy or refresh, where no program does. */
  warnAboutMisspelt(): void {
    // An explicit provider's arguments were checked by its constructor.
    if (this.isProgramRunning || this.config(explicitSetting) !== undefined) return;
    const { misspelt, unknown } = readKeys(this.configKeys, environmentVariable("PULUMI_NODEJS_PROJECT") ?? "");
    const warnings = [...misspelt, ...describeUnknown(unknown), ...misspeltVariables(environmentNames())];
    for (const warning of warnings) this.warn(warning);
  }

  /** Resolves when the engine has received all responses. Otherwise a created object might not be recorded. */
  private async allCallsAnswered(): Promise<void> {
    if (this.underWay === 0) return;
    while (this.underWay > 0) await sleep(10);
    // Give the last response time to leave this process.
    await sleep(50);
  }

  /** Runs `work` for a call of the engine and counts the call as pending meanwhile. */
  async countingCall<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work();
    } finally {
      this.underWay -= 1;
    }
  }

  /** Waits until the engine has accepted all messages: it may exit as soon as its last call has returned. */
  async messagesAccepted(): Promise<void> {
    await Promise.all(this.saying);
  }

  private say(severity: "info" | "warning", text: string, urn: string | undefined): void {
    const saying = this.engine
      .log(severity, this.memory.secrets.hide(text), urn)
      .finally(() => this.saying.delete(saying));
    this.saying.add(saying);
  }

  private debug(text: string): void {
    if (environmentVariable("OUTREACH_LOG") === "debug") this.say("info", text, undefined);
  }

  /** Throws if the engine was killed: this process would continue, but no state would record a new object. */
  private async assertEngineAlive(): Promise<void> {
    if (await this.engine.log("debug", "pulumi-outreach is about to create an object", undefined)) return;
    throw new Refusal(
      "The Pulumi engine that asked for this did not answer, so nothing was sent.",
      "Run the same command again when this run has ended. If its process was killed, run `pulumi cancel` first.",
    );
  }

  /**
   * Shuts down: stops sending, waits for requests under way, and records their outcome for other processes.
   *
   * @param within milliseconds that the engine waits before killing this process; undefined if the engine is gone
   */
  async end(within?: number): Promise<void> {
    const { opened } = this;
    if (opened === undefined) return;
    const ended = new ServiceError(["nothing was sent: the run was ended", "run the same command again"], {
      category: "ended",
    });
    // With nothing under way, the run is over and the last warnings can be printed.
    if (within !== undefined && this.underWay === 0) {
      await Promise.race([warnAboutTwinsMeanwhile(this), sleep(within / 2)]);
      warnAboutUnseen({ memory: this.memory, warn: (text) => this.warn(text) });
    }
    const orderly = Promise.all([opened.stop(ended), this.allCallsAnswered()]);
    await Promise.race([orderly, sleep(within ?? longestShutdown(this.settings()))]);
    if (within === undefined) return;
    this.warnAboutMisspelt();
    const summary = opened.summary();
    await this.messagesAccepted();
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

/** Long enough for a request under way and a check of its effect. */
function longestShutdown({ requestTimeoutSeconds }: Settings): number {
  return requestTimeoutSeconds * 1000 + 10_000;
}

/** The kinds that this process serves. They are registered at load time, before the first call. */
const servedKinds: ServiceKind[] = [];

/** Registers a kind for this process to serve. */
export function serve(kind: ServiceKind): void {
  servedKinds.push(kind);
}

let current: ProviderProcess | undefined;

/** Milliseconds for the shutdown after SIGINT. The engine kills a provider after five seconds. */
const shutdownMilliseconds = 4_000;

function start(config: (key: string) => string | undefined, keys: readonly string[]): ProviderProcess {
  const address = process.argv.at(-1);
  const started = new ProviderProcess(config, keys, connectEngine(address), address);
  // The engine stops a provider with SIGINT when the run is over or the user has pressed Ctrl-C twice. It still accepts
  // messages then.
  const end = () => void started.end(shutdownMilliseconds).finally(() => process.exit());
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  // A killed engine sends no signal. Requests under way can finish.
  watchEngine(address, () => void started.end().finally(() => process.exit(1)));
  return started;
}

/** Called once per kind, each time with the same config and keys. */
export function configure(config: (key: string) => string | undefined, keys: readonly string[]): void {
  current ??= start(config, keys);
}

/** Records that a program is running. Called by check, which only a program causes. */
export function noteProgram(): void {
  currentProcess().noteProgram();
}

/** Reports misspelt settings unless a program does. */
export function warnAboutMisspelt(): void {
  currentProcess().warnAboutMisspelt();
}

/** The run of this process. */
export function currentRun(): Run {
  return currentProcess();
}

/** Runs `work` for a call of the engine. Resolves after the engine has accepted all its messages. */
export async function answerCall<T>(work: () => Promise<T>): Promise<T> {
  const process = currentProcess();
  return await process.countingCall(() => work().finally(() => process.messagesAccepted()));
}

function currentProcess(): ProviderProcess {
  current ??= start(() => undefined, []);
  return current;
}
