import { setTimeout as sleep } from "node:timers/promises";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { Run, type Step } from "../support/engine/run";
import { judge } from "./judge";
import { follow, ownObjects } from "./person";
import type { Program } from "./program";
import { member, owner, type ProcessOptions, ProviderProcess } from "./providerProcess";
import { type Actor, type Kill, type Manner, type Phase, requestTimeoutSeconds, type Schedule } from "./schedule";
import { ChaosStack } from "./stack";

/** The result of one schedule. */
export interface Verdict {
  readonly schedule: Schedule;
  /** Empty if nothing is wrong. */
  readonly wrong: readonly string[];
  /** The errors that remained at the end. */
  readonly errors: readonly string[];
  readonly killed: boolean;
  readonly faultsPlayed: number;
  /** The steps, for people to read. */
  readonly story: readonly string[];
}

export interface LaneOptions extends ProcessOptions {
  readonly manner?: Manner;
}

/** The most runs of `up --refresh` after the faults have ended: a user would not try more often. */
const mostRounds = 8;

/** One service, one provider process that serves many schedules, and the engine's part. */
export class Lane {
  /** The user for whom the provider process acts. */
  actor: Actor = "owner";
  private readonly provider: ProviderProcess;
  private readonly texts: string[] = [];

  private constructor(
    private readonly sandbox: Sandbox,
    options: ProcessOptions,
  ) {
    this.provider = new ProviderProcess(sandbox.url, options);
  }

  static async open(options: LaneOptions = {}): Promise<Lane> {
    const { limit, manner } = options;
    const sandbox = await startSandbox({
      rateLimit: limit === undefined ? false : { limit, windowSeconds: 1, burst: 0 },
      activeAgentLimit: 1_000_000,
      specOnly: manner === "specOnly",
    });
    return new Lane(sandbox, options);
  }

  /** Ends everything; returns all text that reached a terminal or a file. */
  async close(): Promise<string[]> {
    await this.provider.close();
    await this.sandbox.close();
    return [...this.texts, ...this.provider.texts];
  }

  async play(schedule: Schedule): Promise<Verdict> {
    const stack = new ChaosStack(schedule.prefix);
    const story: string[] = [];
    if (schedule.actor !== this.actor) await this.provider.end("SIGTERM");
    this.actor = schedule.actor;
    this.provider.forgetWarnings();
    const since = (await this.sandbox.log({ last: 0 })).total;
    let killed = false;
    let unsettled: Program | undefined;
    for (const phase of schedule.phases) {
      if (unsettled !== undefined && phase.edits.length > 0) {
        // The program stays the same until killed creates are settled: their objects would not match a changed one.
        await this.calmDown(stack, unsettled, schedule, story);
        unsettled = undefined;
      }
      if (phase.newProcess) await this.provider.end("SIGTERM");
      story.push(`phase: ${phase.refresh ? "up --refresh" : "up"}; ${phase.edits.join(", ") || "no change"}`);
      await this.arm(phase, stack, story);
      const outcome = await this.run(stack, phase.program, phase.refresh, story, phase.kill);
      killed ||= outcome.interrupted;
      // An object that is not listed is found by a user, who looks for the declaration at the time of the loss.
      const isLost = schedule.manner === "specOnly" && stack.held.some(({ id }) => !/^\d+$/.test(id));
      if (outcome.interrupted || isLost) unsettled = phase.program;
      await this.sandbox.clearFaults();
    }
    const program = schedule.phases.at(-1)?.program ?? [];
    const earlierErrors = story.filter((line) => line.startsWith("error at "));
    // With the real engine each run has its own process, which has received no wrong responses.
    if (schedule.manner === "hostile") await this.provider.end("SIGTERM");
    const errors = await this.calmDown(stack, program, schedule, story);

    const { requests } = await this.sandbox.log({ after: since });
    const evidence = {
      prefix: schedule.prefix,
      userId: schedule.actor === "owner" ? owner.userId : member.userId,
      program,
      programs: schedule.phases.map((phase) => phase.program),
      state: stack.held,
      released: stack.released,
      askedToDelete: stack.askedToDelete,
      // The user has read all of them.
      warnings: this.provider.warnings,
      earlierErrors,
      errors,
      log: requests,
      objects: await this.sandbox.objects(),
    };
    this.texts.push(JSON.stringify(stack.held), ...story);
    const wrong = [...judge(evidence), ...defects(story)];
    if (wrong.length > 0) {
      for (const { method, path, status, applied, created, fault } of requests) {
        const effect = created === null ? (applied ? "changed" : "") : `created ${created.id} ${created.name}`;
        story.push(
          `${method} ${path} ${status ?? "no response"} ${effect} ${fault ? `${fault.kind} ${fault.when}` : ""}`,
        );
      }
      for (const warning of evidence.warnings) if (warning.includes(schedule.prefix)) story.push(`warning: ${warning}`);
      for (const { name, id, entry } of stack.held) {
        story.push(`state: ${name} ${id} ${(entry.initErrors ?? []).join("; ")}`);
      }
    }
    return {
      schedule,
      wrong,
      errors,
      killed,
      faultsPlayed: requests.filter(({ fault }) => fault !== null).length,
      story,
    };
  }

  /** After the faults, a user reads the errors and follows them. */
  private async calmDown(
    stack: ChaosStack,
    declared: Program,
    schedule: Schedule,
    story: string[],
  ): Promise<readonly string[]> {
    const extra = new Map<string, Record<string, unknown>>();
    let errors: readonly string[] = [];
    let refresh = true;
    for (let round = 1; round <= mostRounds; round += 1) {
      const program = declared.map((each) => ({ ...each, args: { ...each.args, ...extra.get(each.name) } }));
      const outcome = await this.run(stack, program, refresh, story);
      refresh = true;
      errors = outcome.failures.map(({ error }) => error.message);
      for (const [name] of extra) if (/^\d+$/.test(stack.current(name)?.id ?? "")) extra.delete(name);
      if (errors.length === 0) {
        const again = await this.run(stack, declared, false, story);
        const done = again.steps.length === 0 && again.failures.length === 0;
        if (done || round === mostRounds)
          return done ? [] : ["a second `up` of the same program changes something", ...again.steps.map(described)];
        continue;
      }
      const own = ownObjects(await this.sandbox.objects(), schedule.prefix);
      const before = stack.held.length;
      for (const failure of outcome.failures) {
        const said = follow(failure, stack, declared, own);
        if (said === undefined) continue;
        story.push(`person: ${failure.name} gets ${JSON.stringify(said)}`);
        extra.set(failure.name, { ...extra.get(failure.name), ...said });
        if (failure.error.message.includes("without --refresh")) refresh = false;
      }
      // With the real engine, the next run has a process that has never seen the entries removed from the state.
      if (stack.held.length < before) await this.provider.end("SIGTERM");
    }
    return errors;
  }

  private async arm(phase: Phase, stack: ChaosStack, story: string[]): Promise<void> {
    for (const fault of phase.faults) {
      story.push(`fault: ${JSON.stringify(fault)}`);
      await this.sandbox.fault(fault);
    }
    const known = stack.held.filter(({ id }) => /^\d+$/.test(id)).slice(0, phase.hiddenObjects);
    for (const { kind, id } of known) {
      const path = { List: "/v1/list", SourceAgent: "/v1/agent", Campaign: "/v1/campaign" }[kind];
      story.push(`fault: ${path} omits ${id}`);
      await this.sandbox.fault({ method: "GET", path, kind: "omit", ids: [Number(id)], count: 3 });
    }
  }

  private async run(stack: ChaosStack, program: Program, refresh: boolean, story: string[], kill?: Kill): Promise<Run> {
    const host = await this.provider.running(this.actor);
    const run = new Run();
    let over = false;
    const killing = kill === undefined ? undefined : this.killDuring(run, kill, () => over);
    await stack.up(host, program, refresh, run);
    over = true;
    const wasKilled = await killing;
    story.push(
      `run: ${run.steps.map(described).join(", ") || "nothing to do"}${run.interrupted ? ` (killed: ${kill?.victim})` : ""}`,
    );
    for (const { name, error } of run.failures) story.push(`error at ${name}: ${error.message}`);
    // Requests that were on their way when it died have ended before the next run.
    if (wasKilled) await sleep(2 * requestTimeoutSeconds * 1000);
    return run;
  }

  private async killDuring(run: Run, kill: Kill, isOver: () => boolean): Promise<boolean> {
    const { total } = await this.sandbox.log({ last: 0 });
    while (kill.afterCreates > 0 && !isOver()) {
      const { requests } = await this.sandbox.log({ after: total, method: "POST" });
      if (requests.length >= kill.afterCreates) break;
      await sleep(5);
    }
    await sleep(kill.milliseconds);
    if (isOver()) return false;
    run.kill();
    if (kill.victim === "engine") {
      this.provider.loseEngine();
      // Its provider process survives until it notices.
      await sleep(4 * requestTimeoutSeconds * 1000);
    }
    await this.provider.end("SIGKILL");
    return true;
  }
}

function described({ verb, name, id }: Step): string {
  return [verb, name, id].filter((part) => part !== "").join(" ");
}

/** Words that the provider prints only if it has a defect. */
function defects(story: readonly string[]): string[] {
  return story.filter((line) => /defect of pulumi-outreach|TypeError|RangeError|undefined is not/.test(line));
}
