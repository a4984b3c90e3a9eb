import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { useAction } from "./actions";
import { holds, interpolate, type Names, type Value } from "./expression";
import type { GitHubService } from "./githubService";
import { type Permissions, repositoryName } from "./githubTypes";
import { type Machine, type OnScript, runScript } from "./machine";
import type { TeamRepository } from "./teamRepository";
import { type Job, readWorkflow, type Step, type Workflow } from "./workflow";

/** An event on GitHub. */
export interface Event {
  readonly name: "pull_request" | "pull_request_review" | "push" | "schedule" | "workflow_dispatch";
  /** `opened`, `submitted`, … */
  readonly action?: string;
  readonly actor: string;
  /** The branch of the event: the base of a pull request, the branch of a push. */
  readonly branch: string;
  /** The commit that is checked out. */
  readonly commit: string;
  readonly payload?: Readonly<Record<string, Value>>;
  readonly inputs?: Readonly<Record<string, boolean>>;
  /** An event from a fork: no secrets, and a read-only token. */
  readonly fromFork?: boolean;
  /** More than 1 if a person has run it again. */
  readonly attempt?: number;
}

export interface Team {
  readonly github: GitHubService;
  readonly repository: TeamRepository;
  readonly machine: Machine;
  readonly variables: Readonly<Record<string, string>>;
  /** By environment. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface JobOutcome {
  readonly result: "success" | "failure" | "skipped" | "lost";
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface RunOptions {
  /** Called when a script begins, with ways to end it. */
  readonly onScript?: (script: string, ...ends: Parameters<OnScript>) => void;
}

/** The artifacts of one run. */
export interface Artifacts {
  readonly folder: string;
}

export type RunWorkflow = (
  team: Team,
  name: string,
  event: Event,
  options?: RunOptions,
) => Promise<Record<string, JobOutcome>>;

let runs = 0;

/**
 * Runs a workflow of the repository for an event, as GitHub would: the jobs that need each other in order, each in a
 * fresh copy of the commit, with the secrets of its environment and a token with its permissions.
 */
export async function runWorkflow(
  team: Team,
  name: string,
  event: Event,
  options: RunOptions = {},
): Promise<Record<string, JobOutcome>> {
  runs += 1;
  const scratch = join(team.machine.folder, `run-${runs}`);
  team.repository.checkout(event.commit, join(scratch, "definition"));
  const workflow = readWorkflow(join(scratch, "definition", ".github", "workflows", name));
  assertTriggered(workflow, event);
  const outcomes: Record<string, JobOutcome> = {};
  const artifacts = { folder: join(scratch, "artifacts") };
  for (const [id, job] of inOrder(workflow)) {
    const needs = job.needs.map((needed) => [needed, outcomes[needed]] as const);
    const run = new JobRun({ team, workflow, job, event, number: runs, artifacts, options }, needs, join(scratch, id));
    outcomes[id] = await run.run();
  }
  return outcomes;
}

function assertTriggered({ on }: Workflow, { name, action, branch }: Event): void {
  const trigger = on[name];
  if (trigger === undefined) throw new Error(`the workflow is not for ${name}`);
  if (trigger === null || Array.isArray(trigger) || "inputs" in trigger) return;
  if (trigger.tags !== undefined) throw new Error("tags are not supported");
  if (trigger.branches !== undefined && !trigger.branches.includes(branch)) throw new Error(`not for ${branch}`);
  const types = trigger.types ?? (name === "pull_request" ? ["opened", "synchronize", "reopened"] : undefined);
  if (types !== undefined && !types.includes(action ?? "")) throw new Error(`not for ${name} ${action}`);
}

function inOrder({ jobs }: Workflow): [string, Job][] {
  const all = Object.entries(jobs);
  const known = new Set<string>();
  for (const [id, { needs, strategy }] of all) {
    if (strategy !== undefined) throw new Error("a matrix is not supported");
    if (!needs.every((needed) => known.has(needed))) throw new Error(`${id} comes before a job that it needs`);
    known.add(id);
  }
  return all;
}

interface Run {
  readonly team: Team;
  readonly workflow: Workflow;
  readonly job: Job;
  readonly event: Event;
  readonly number: number;
  readonly artifacts: Artifacts;
  readonly options: RunOptions;
}

class JobRun {
  private log = "";
  private failed = false;
  private lost = false;
  private readonly steps: Record<string, Value> = {};
  private readonly token: string;
  private readonly files: Record<string, string>;
  private added: Record<string, string> = {};
  private paths: string[] = [];

  constructor(
    private readonly given: Run,
    private readonly needs: readonly (readonly [string, JobOutcome | undefined])[],
    private readonly folder: string,
  ) {
    const { team, job, workflow, event } = given;
    this.token = team.github.tokenFor(permissionsFor(job.permissions ?? workflow.permissions, event));
    const names = ["GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"];
    this.files = Object.fromEntries(names.map((name) => [name, join(folder, "files", name)]));
  }

  async run(): Promise<JobOutcome> {
    const { job, team, event } = this.given;
    if (!holds(job.if, this.names({}, "job"))) return this.outcome("skipped");
    // Each job has a new runner.
    for (const name of ["work", "temporary", "home", "files"]) mkdirSync(join(this.folder, name), { recursive: true });
    for (const file of Object.values(this.files)) writeFileSync(file, "");
    if (job.environment !== undefined && team.secrets[job.environment] === undefined) {
      throw new Error(`there is no environment ${job.environment}`);
    }
    if (job.environment?.endsWith("-production") && event.branch !== "main") {
      throw new Error("the environment admits main only");
    }
    for (const step of job.steps) {
      if (this.lost) break;
      await this.step(step);
    }
    return this.outcome(this.lost ? "lost" : this.failed ? "failure" : "success");
  }

  private async step(step: Step): Promise<void> {
    const { workflow, job, options } = this.given;
    const environment = this.texts({ ...workflow.env, ...job.env }, {});
    if (!holds(step.if, this.names(environment, "step"))) return;
    const own = { ...environment, ...this.texts(step.env, environment) };
    writeFileSync(this.files.GITHUB_OUTPUT ?? "", "");
    if ("uses" in step) {
      const given = this.texts(step.with, own);
      try {
        this.log += useAction(step.uses, given, { ...this.given, folder: this.folder });
      } catch (error) {
        this.log += `${error instanceof Error ? error.message : error}\n`;
        this.failed ||= step["continue-on-error"] !== true;
      }
      return;
    }
    const script = join(this.folder, "files", "script.sh");
    writeFileSync(script, step.run);
    const { code, output } = await runScript(
      // As the runner does if no shell is named.
      ["-e", script],
      join(this.folder, "work"),
      this.environment(own),
      (...ends) => options.onScript?.(step.run, ...ends),
    );
    this.log += `${output}\n`;
    if (code === null) this.lost = true;
    else if (code !== 0) this.failed = true;
    this.readOutputs(step.id);
  }

  /** Reads what the script has written for the following steps. */
  private readOutputs(id: string | undefined): void {
    const read = (name: string) => readFileSync(this.files[name] ?? "", "utf8");
    this.added = { ...this.added, ...pairs(read("GITHUB_ENV")) };
    this.paths = [...read("GITHUB_PATH").split("\n").filter(Boolean).reverse()];
    if (id !== undefined) this.steps[id] = { outputs: pairs(read("GITHUB_OUTPUT")) };
  }

  private environment(own: Readonly<Record<string, string>>): Record<string, string> {
    const { team, event, number } = this.given;
    const { PATH = "", ...machine } = team.machine.environment;
    return {
      ...machine,
      HOME: join(this.folder, "home"),
      RUNNER_TEMP: join(this.folder, "temporary"),
      GITHUB_ACTIONS: "true",
      GITHUB_ACTOR: event.actor,
      GITHUB_API_URL: team.github.url,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_GRAPHQL_URL: `${team.github.url}/graphql`,
      GITHUB_REF_NAME: event.branch,
      GITHUB_REPOSITORY: repositoryName,
      GITHUB_RUN_ATTEMPT: String(event.attempt ?? 1),
      GITHUB_RUN_ID: String(number),
      GITHUB_SERVER_URL: "https://github.example.com",
      GITHUB_SHA: event.commit,
      ...this.files,
      ...this.added,
      ...own,
      PATH: [...this.paths, PATH].join(delimiter),
    };
  }

  private texts(values: Readonly<Record<string, string | number | boolean>> | undefined, env: Record<string, string>) {
    const names = this.names(env, "step");
    return Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [name, interpolate(String(value), names)]),
    );
  }

  /** Secrets are available only in values, as on GitHub: conditions cannot read them. */
  private names(env: Readonly<Record<string, string>>, where: "job" | "step"): Names {
    const { team, event, job } = this.given;
    const outcomes = this.needs.map(([, outcome]) => outcome?.result ?? "skipped");
    const contexts: Record<string, Value> = {
      github: {
        actor: event.actor,
        event: { ...event.payload },
        event_name: event.name,
        ref_name: event.branch,
        repository: repositoryName,
        sha: event.commit,
        token: this.token,
      },
      inputs: event.inputs ?? {},
      needs: Object.fromEntries(
        this.needs.map(([id, outcome]) => [
          id,
          { result: outcome?.result ?? "skipped", outputs: { ...outcome?.outputs } },
        ]),
      ),
      vars: team.variables,
    };
    if (where === "step") {
      contexts.env = env;
      contexts.steps = this.steps;
      contexts.secrets = event.fromFork ? {} : { ...team.secrets[job.environment ?? ""] };
    }
    const failed = where === "step" ? this.failed : outcomes.some((result) => result !== "success");
    return { contexts, status: { failed, cancelled: where === "job" && outcomes.includes("lost") } };
  }

  private outcome(result: JobOutcome["result"]): JobOutcome {
    const summary = this.files.GITHUB_STEP_SUMMARY ?? "";
    const names = this.names({}, "step");
    const outputs = Object.entries(this.given.job.outputs ?? {});
    // The machine is removed with all its files, except those that a test checks.
    rmSync(join(this.folder, "home"), { recursive: true, force: true });
    return {
      result,
      log: this.log,
      summary: existsSync(summary) ? readFileSync(summary, "utf8") : "",
      outputs: Object.fromEntries(outputs.map(([name, text]) => [name, interpolate(text, names)])),
    };
  }
}

function permissionsFor(named: Permissions, { fromFork }: Event): Permissions {
  if (fromFork !== true) return named;
  return Object.fromEntries(Object.keys(named).map((scope) => [scope, "read" as const]));
}

/** `name=value` lines. */
function pairs(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => {
      if (!/^[\w-]+=/.test(line)) throw new Error(`not understood: ${line}`);
      return [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)];
    }),
  );
}
