import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../examples/gitops/scripts/approval.mjs";
import { repository } from "../../tools/repository.mjs";
import { GitHubService } from "../support/workflows/githubService";
import { GitLabService, project } from "../support/workflows/gitlabService";
import { temporaryFolder } from "./fakes";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const commit = "a".repeat(40);
/** What a commit can hold in a folder of this name, to pass for what the job writes into it. */
const forged = {
  ...{ approved: `${plan}\n`, alone: "yes\n", commit: "0\n", "done.md": "Done\n" },
  ...{ "pull-request": "1\n", "merge-request": "1\n" },
};

async function approved(script: string, folder: string, environment: Readonly<Record<string, string>>) {
  const path = join(repository, "examples", "gitops", "scripts", script);
  const child = spawn(process.execPath, [path, "approved", folder], {
    env: { STACK: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, log: `${output}${errors}`, files: readdirSync(folder) };
}

function forgedFolder(isLink: boolean): string {
  const parent = temporaryFolder();
  const [folder, target] = [join(parent, "applied"), join(parent, isLink ? "elsewhere" : "applied")];
  mkdirSync(target);
  for (const [name, content] of Object.entries(forged)) writeFileSync(join(target, name), content);
  if (isLink) symlinkSync(target, folder);
  return folder;
}

describe.each([
  ["holds a folder of the name that the job writes to", false],
  ["holds a link of that name", true],
])("a commit that %s, with an approval in it", (_, isLink) => {
  it("is not approved by that on GitHub", async () => {
    const github = await GitHubService.start();
    github.main = commit;
    github.otherRuns.push({ id: 8, path: ".github/workflows/apply.yml" });
    const permissions = { actions: "read", contents: "read", "pull-requests": "read" } as const;
    const { code, log, files } = await approved("github.mjs", forgedFolder(isLink), {
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      GITHUB_REF_NAME: "main",
      GITHUB_REPOSITORY: "example-team/outreach",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_RUN_ID: "7",
      GITHUB_SERVER_URL: "https://github.example.com",
      GITHUB_SHA: commit,
      GITHUB_TOKEN: github.tokenFor(permissions),
    });
    await github.close();
    expect({ code, files }, log).toEqual({ code: 0, files: ["commit"] });
  });

  it("is not approved by that on GitLab", async () => {
    const gitlab = await GitLabService.start();
    gitlab.main = commit;
    gitlab.jobs.push({ id: 78, name: "drift", pipeline: 6, isRunning: true });
    const { code, log, files } = await approved("gitlab.mjs", forgedFolder(isLink), {
      CI_API_GRAPHQL_URL: `${gitlab.url}/graphql`,
      CI_API_V4_URL: `${gitlab.url}/api/v4`,
      CI_COMMIT_BRANCH: "main",
      CI_COMMIT_SHA: commit,
      CI_JOB_ID: "77",
      CI_JOB_NAME: "apply",
      CI_PROJECT_ID: String(project.id),
      CI_PROJECT_PATH: project.path,
      GITLAB_TOKEN: gitlab.token,
    });
    await gitlab.close();
    expect({ code, files }, log).toEqual({ code: 0, files: ["commit"] });
  });
});

describe("the folder of a job is new and empty", () => {
  it("if the path does not exist yet", () => {
    const folder = join(temporaryFolder(), "below", "review");
    makeFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("if it holds files and folders", () => {
    const folder = join(temporaryFolder(), "review");
    mkdirSync(join(folder, "nested"), { recursive: true });
    writeFileSync(join(folder, "nested", "approved"), "yes\n");
    makeFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("if it is a link, whose target keeps its files", () => {
    const parent = temporaryFolder();
    const [folder, target] = [join(parent, "applied"), join(parent, "elsewhere")];
    mkdirSync(target);
    writeFileSync(join(target, "approved"), "yes\n");
    symlinkSync(target, folder);
    makeFolder(folder);
    expect([readdirSync(folder), readdirSync(target)]).toEqual([[], ["approved"]]);
  });
});
