import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { everythingIn, settingsFor } from "../acceptance";
import { repository as checkout } from "../project";
import { passphrase } from "./githubTeam";
import { type PipelineJob, type RunPipeline, runPipeline } from "./gitlabPipeline";
import { GitLabService, type Member, type MergeRequest, project } from "./gitlabService";
import { type Machine, runScript, startMachine } from "./machine";
import { TeamRepository } from "./teamRepository";

export const maria: Member = { id: 1, username: "maria", access: 40 };
export const olivia: Member = { id: 2, username: "olivia", access: 40 };
export const developer: Member = { id: 3, username: "devon", access: 30 };

/** A team with a copy of the example on GitLab, with the service, the state's backend and the machines for its jobs. */
export class GitLabTeam {
  private pipelines = 0;
  private jobs = 76;
  private printed = "";

  private constructor(
    private readonly scratch: string,
    readonly sandbox: Sandbox,
    readonly gitlab: GitLabService,
    readonly repository: TeamRepository,
    private readonly machine: Machine,
    private readonly variables: Readonly<Record<string, string>>,
    private readonly scoped: Readonly<Record<string, Readonly<Record<string, string>>>>,
    private readonly runner: RunPipeline,
  ) {}

  /** @param runner our own by default */
  static async start(runner: RunPipeline = runPipeline): Promise<GitLabTeam> {
    const scratch = join(checkout, ".state", "tests", randomUUID().slice(0, 8));
    mkdirSync(join(scratch, "backend"), { recursive: true });
    const [sandbox, gitlab, machine] = await Promise.all([
      startSandbox(),
      GitLabService.start(),
      startMachine(scratch),
    ]);
    gitlab.members.push(maria, olivia, developer);
    const repository = new TeamRepository(scratch, "examples/gitops", machine.checksums);
    const secrets = {
      ...settingsFor(sandbox),
      PULUMI_BACKEND_URL: `file://${join(scratch, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
    };
    const scoped = {
      "outreach-review": secrets,
      "outreach-comment": { GITLAB_TOKEN: gitlab.token },
      "outreach-production": { ...secrets, GITLAB_TOKEN: gitlab.token },
    };
    const variables = {
      CI_API_V4_URL: `${gitlab.url}/api/v4`,
      CI_API_GRAPHQL_URL: `${gitlab.url}/graphql`,
      CI_PROJECT_ID: String(project.id),
      CI_PROJECT_PATH: project.path,
      CI_DEFAULT_BRANCH: "main",
    };
    const init = await runScript(["-c", `'${machine.pulumi}' stack init production`], repository.folder, {
      ...machine.environment,
      ...secrets,
      PULUMI_HOME: join(scratch, "home"),
    });
    const team = new GitLabTeam(scratch, sandbox, gitlab, repository, machine, variables, scoped, runner);
    if (init.code === 0) return team;
    await team.close();
    throw new Error(`stack init failed:\n${init.output}`);
  }

  async close(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.gitlab.close(), this.machine.close()]);
    rmSync(this.scratch, { recursive: true, force: true });
  }

  /** Opens a merge request by Maria that adds code to the program. */
  propose(branch: string, part: string, fork = false): MergeRequest {
    this.repository.branch(branch);
    this.repository.append("index.ts", part);
    this.repository.commit(`Add ${branch}`);
    return this.gitlab.open({ author: maria, branch, fork });
  }

  /** Runs a merge request's pipeline, or retries one of its jobs. */
  async review(request: MergeRequest, again?: string): Promise<Record<string, PipelineJob>> {
    this.repository.branch(request.branch);
    const source = request.fork ? 99 : project.id;
    const own = {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: String(request.iid),
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(source),
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    };
    return await this.run(own, again);
  }

  async merge(request: MergeRequest): Promise<Record<string, PipelineJob>> {
    request.mergedAs = this.repository.merge(request.branch);
    return await this.run({ CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" });
  }

  /** Runs the daily comparison. */
  async compare(): Promise<Record<string, PipelineJob>> {
    this.repository.branch("main");
    return await this.run({ CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" });
  }

  async writes(): Promise<number> {
    return (await this.sandbox.log()).requests.filter(({ method }) => method !== "GET").length;
  }

  async campaigns(): Promise<string[]> {
    return (await this.sandbox.objects()).campaigns.map(({ name }) => name).sort();
  }

  /** Everything that people can see of the jobs: logs, requests to GitLab, artifacts. */
  shown(): string {
    const artifacts = everythingIn(this.scratch, (path) => /[\\/]pipeline-\d+[\\/]artifacts[\\/]/.test(path));
    return [this.printed, JSON.stringify(this.gitlab.requests), artifacts].join("\n");
  }

  /** Every secret that the jobs have. */
  get confidential(): string[] {
    return [this.scoped["outreach-review"]?.OUTREACH_API_KEY ?? "", passphrase, this.gitlab.token];
  }

  private async run(own: Readonly<Record<string, string>>, again?: string): Promise<Record<string, PipelineJob>> {
    if (again === undefined) this.pipelines += 1;
    const commit = this.repository.head();
    const folder = join(this.scratch, `pipeline-${this.pipelines}`);
    const only = again === undefined ? undefined : [again];
    const pipeline = this.pipelines;
    this.gitlab.main = this.repository.headOf("main");
    const variables = { ...this.variables, CI_COMMIT_SHA: commit, CI_PIPELINE_ID: String(pipeline), ...own };
    const { machine, repository, scoped } = this;
    const jobId = () => {
      this.jobs += 1;
      return this.jobs;
    };
    const onJob = (name: string, id: number) => this.gitlab.jobs.push({ id, name, pipeline });
    const jobs = await this.runner({ machine, repository, commit, folder, variables, scoped, only, jobId, onJob });
    for (const { log } of Object.values(jobs)) this.printed += `${log}\n`;
    return jobs;
  }
}

/** How each job of a pipeline ended. */
export function results(jobs: Readonly<Record<string, PipelineJob>>): Record<string, PipelineJob["result"]> {
  return Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));
}
