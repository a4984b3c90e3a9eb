import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { everythingIn } from "../acceptance";
import { outcomeOf, repository } from "../project";
import { GitHubService } from "./githubService";
import type { Person, PersonsReview, PullRequest } from "./githubTypes";
import { type Machine, startMachine } from "./machine";
import { type Event, type JobOutcome, type RunOptions, type RunWorkflow, runWorkflow, type Team } from "./runner";
import { TeamRepository } from "./teamRepository";

export const maria: Person = { login: "maria", canPush: true };
export const olivia: Person = { login: "olivia", canPush: true };
export const reader: Person = { login: "reader", canPush: false };

export const passphrase = "the-passphrase-of-the-tests";
/** A secret value in the stack's config. The engine masks it in all its output. */
const secretOfConfig = "the-secret-of-the-config";
/** A value that a program derives from it. The engine does not mask it. */
export const secretOfProgram = secretOfConfig.toUpperCase();

/** A team with a copy of the example on GitHub, with the service, the state's backend and the machines for its jobs. */
export class GitHubTeam {
  readonly variables: Record<string, string> = {};
  /** The jobs' output, with their summaries. */
  printed = "";

  private constructor(
    readonly scratch: string,
    readonly sandbox: Sandbox,
    readonly github: GitHubService,
    readonly repository: TeamRepository,
    private readonly machine: Machine,
    private readonly runner: RunWorkflow,
  ) {
    this.variables.OUTREACH_BASE_URL = sandbox.url;
  }

  /** @param runner our own by default */
  static async start(runner: RunWorkflow = runWorkflow): Promise<GitHubTeam> {
    const scratch = join(repository, ".state", "tests", randomUUID().slice(0, 8));
    mkdirSync(join(scratch, "backend"), { recursive: true });
    const [sandbox, github, machine] = await Promise.all([
      startSandbox(),
      GitHubService.start(),
      startMachine(scratch),
    ]);
    const team = new GitHubTeam(
      scratch,
      sandbox,
      github,
      new TeamRepository(scratch, "examples/gitops", machine.checksums),
      machine,
      runner,
    );
    await team.pulumi("stack", "init", "production");
    await team.pulumi("config", "set", "--stack", "production", "--secret", "code", secretOfConfig);
    github.main = team.repository.commit("Create the stack");
    return team;
  }

  async close(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.github.close(), this.machine.close()]);
    rmSync(this.scratch, { recursive: true, force: true });
  }

  get apiKey(): string {
    return this.sandbox.accounts.owner.apiKeys[0] ?? "";
  }

  /** Runs the CLI as a team member on their own machine. */
  async pulumi(...given: readonly string[]): Promise<string> {
    const own = { ...this.secrets, ...this.variables, PULUMI_HOME: join(this.scratch, "home") };
    const child = spawn(this.machine.pulumi, [...given, "--non-interactive"], {
      cwd: this.repository.folder,
      env: { ...this.machine.environment, ...own },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, text } = await outcomeOf(child);
    if (code !== 0) throw new Error(`pulumi ${given.join(" ")}: ${text}`);
    return text;
  }

  /** Opens a pull request with a branch's commits. */
  openPull(branch: string, by = maria, fork = false): PullRequest {
    return this.github.open({ author: by, branch, fork, head: this.repository.head() });
  }

  /** Runs the review workflow, as after opening a pull request or pushing to its branch. */
  async reviewed(pull: PullRequest, action: "opened" | "synchronize" = "opened"): Promise<Record<string, JobOutcome>> {
    this.repository.branch(pull.branch);
    pull.head = this.repository.head();
    return await this.run("review.yml", { ...this.about(pull), name: "pull_request", action });
  }

  /** A person reviews a pull request, after which the approval workflow runs. */
  async personReviews(
    pull: PullRequest,
    review: Pick<PersonsReview, "by" | "body"> & Partial<PersonsReview>,
  ): Promise<Record<string, JobOutcome>> {
    pull.reviews.push({ state: "APPROVED", commit: pull.head, editedAt: null, ...review });
    return await this.run("approval.yml", { ...this.about(pull), name: "pull_request_review", action: "submitted" });
  }

  /** Merges a pull request and returns the push to main. */
  merge(pull: PullRequest): Event {
    pull.mergedAs = this.repository.merge(pull.branch);
    return this.push();
  }

  /** The push of main's head. */
  push(): Event {
    this.repository.branch("main");
    this.github.main = this.repository.head();
    return { name: "push", actor: "maria", branch: "main", commit: this.github.main };
  }

  async run(workflow: string, event: Event, options: RunOptions = {}): Promise<Record<string, JobOutcome>> {
    const team: Team = {
      github: this.github,
      repository: this.repository,
      machine: this.machine,
      variables: this.variables,
      secrets: { "outreach-review": this.secrets, "outreach-production": this.secrets },
    };
    const outcomes = await this.runner(team, workflow, event, options);
    for (const { log, summary } of Object.values(outcomes)) this.printed += `${log}\n${summary}\n`;
    return outcomes;
  }

  /** Makes the backend's locks older by some minutes. */
  ageLocks(minutes: number): void {
    const folder = join(this.scratch, "backend", ".pulumi", "locks");
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".json")) continue;
      const text = readFileSync(join(folder, path), "utf8");
      const aged = text.replace(/("timestamp":\s*")([^"]+)/, (_, key: string, time: string) => {
        return `${key}${new Date(Date.parse(time) - minutes * 60_000).toISOString()}`;
      });
      writeFileSync(join(folder, path), aged);
    }
  }

  /** Requests to the service that would change something. */
  async writes(): Promise<string[]> {
    const { requests } = await this.sandbox.log();
    return requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  }

  /** Everything from the jobs that people can see: logs, summaries, comments, issues, statuses, artifacts. */
  shown(): string {
    const { comments, issues, statuses } = this.github;
    const artifacts = everythingIn(this.scratch, (path) => /[\\/]run-\d+[\\/]artifacts[\\/]/.test(path));
    return [this.printed, JSON.stringify([comments, issues, statuses]), artifacts].join("\n");
  }

  /** What ended jobs have left in their temporary folders. */
  left(): string {
    return everythingIn(this.scratch, (path) => /[\\/]run-\d+[\\/]\w+[\\/]temporary[\\/]/.test(path));
  }

  /** Every secret that the jobs have. */
  get confidential(): string[] {
    return [this.apiKey, passphrase, secretOfConfig, secretOfProgram, "ghs_"];
  }

  private get secrets(): Record<string, string> {
    return {
      OUTREACH_API_KEY: this.apiKey,
      PULUMI_BACKEND_URL: `file://${join(this.scratch, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
    };
  }

  private about(pull: PullRequest) {
    const name = pull.fork ? `${pull.author.login}/outreach` : "example-team/outreach";
    const head = { sha: pull.head, repo: { full_name: name } };
    return {
      actor: pull.author.login,
      branch: "main",
      commit: this.repository.mergePreview(pull.branch),
      payload: {
        pull_request: { number: pull.number, head, base: { ref: "main" }, user: { login: pull.author.login } },
      },
      fromFork: pull.fork,
    };
  }
}

/** How each job of a run ended. */
export function results(outcomes: Readonly<Record<string, JobOutcome>>): Record<string, JobOutcome["result"]> {
  return Object.fromEntries(Object.entries(outcomes).map(([id, { result }]) => [id, result]));
}

/** The fingerprint in a text. */
export function fingerprintIn(text: string | undefined): string {
  const [found] = /sha256:[0-9a-f]{64}/.exec(text ?? "") ?? [];
  if (found === undefined) throw new Error(`no fingerprint in ${text}`);
  return found;
}
