import { spawn } from "node:child_process";
import { delimiter, dirname, join, resolve } from "node:path";
import { vi } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { closedAfterTest } from "../support/closedAfterTest";
import { type Outcome, outcomeOf } from "../support/project";
import { GitHubService } from "../support/workflows/githubService";
import type { Person } from "../support/workflows/githubTypes";
import { GitLabService, type Member, project } from "../support/workflows/gitlabService";

type Environment = Readonly<Record<string, string>>;

/** The scripts of the example, which run in the jobs of a forge. */
export const scripts = join(repository, "examples", "gitops", "scripts");

/**
 * Runs a script for Node.js in this environment alone.
 *
 * @param script its name among the example's, or the path of another one
 */
export function runModule(script: string, given: readonly string[], env: Environment, input = ""): Promise<Outcome> {
  const child = spawn(process.execPath, [resolve(scripts, script), ...given], { env });
  child.stdin.end(input);
  return outcomeOf(child);
}

/** Runs a script for Bash in the folder of a stack, whose `bin` has fakes for the programs that it starts. */
export function runShell(folder: string, script: string, given: readonly string[], more: Environment) {
  const env = {
    PATH: [join(folder, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
    ...{ STACK: "production", RUNNER_TEMP: join(folder, "temporary"), ...more },
  };
  const path = join(scripts, script);
  return outcomeOf(spawn("bash", [path, ...given], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** A GitHub for one test. */
export async function startGitHub(): Promise<GitHubService> {
  return closedAfterTest(await GitHubService.start());
}

/** A GitLab for one test. */
export async function startGitLab(): Promise<GitLabService> {
  return closedAfterTest(await GitLabService.start());
}

/** What the environment of every job names. */
export const onGitHub = ({ url }: GitHubService): Environment => ({
  ...{ GITHUB_GRAPHQL_URL: `${url}/graphql`, GITHUB_REPOSITORY: "example-team/outreach" },
});
export const inJobOnGitHub = (github: GitHubService): Environment => ({
  ...onGitHub(github),
  ...{ STACK: "production", GITHUB_API_URL: github.url, GITHUB_RUN_ID: "7" },
  GITHUB_SERVER_URL: "https://github.example.com",
});
export const onGitLab = ({ url, token }: GitLabService): Environment => ({
  ...{ CI_API_GRAPHQL_URL: `${url}/graphql`, CI_API_V4_URL: `${url}/api/v4`, GITLAB_TOKEN: token },
  ...{ CI_PROJECT_ID: String(project.id), CI_PROJECT_PATH: project.path },
});

export const maintainer = (id: number, username: string): Member => ({ id, username, access: 40 });

function stub(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** A pull request of this author, and the environment of a job that may read it. */
export async function openPull(author: Person) {
  const github = await startGitHub();
  const pull = github.open({ author, branch: "launch", fork: false, head: "a".repeat(40) });
  stub({ ...onGitHub(github), GITHUB_TOKEN: github.tokenFor({ "pull-requests": "read" }), APPROVERS: "" });
  return { github, pull };
}

/** A merge request of this author, in a project that has more members, and the environment of a job. */
export async function openRequest(author: Member, ...others: readonly Member[]) {
  const gitlab = await startGitLab();
  gitlab.members.push(author, ...others);
  const request = gitlab.open({ author, branch: "launch", fork: false });
  stub(onGitLab(gitlab));
  return { gitlab, request };
}
