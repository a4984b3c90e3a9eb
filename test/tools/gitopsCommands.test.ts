import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folders";
import type { GitHubService } from "../support/workflows/githubService";
import type { Permissions, PersonsReview, PullRequest } from "../support/workflows/githubTypes";
import type { GitLabService } from "../support/workflows/gitlabService";
import { inJobOnGitHub, maintainer, onGitLab, runModule, startGitHub, startGitLab } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const commit = "a".repeat(40);
const newer = "b".repeat(40);

async function run(script: string, given: readonly string[], environment: Readonly<Record<string, string>>) {
  const { code, stdout: output, stderr: errors } = await runModule(script, given, environment);
  return { code, output, errors };
}

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
const isAlone = () => existsSync(join(folder, "alone"));
const write = (files: Readonly<Record<string, string>>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
};

/** An approving review of the plan and the commit. */
const approvalBy = (login: string, more: Partial<PersonsReview> = {}): PersonsReview => ({
  ...{ by: { login, canPush: true }, body: `approve ${plan}`, commit, editedAt: null, state: "APPROVED" },
  ...more,
});

describe("the commands on GitHub", () => {
  let github: GitHubService;
  let pull: PullRequest;
  const all: Permissions = { actions: "read", contents: "read", "pull-requests": "write", statuses: "write" };
  beforeEach(async () => {
    github = await startGitHub();
    github.main = commit;
    pull = github.open({ author: { login: "maria", canPush: true }, branch: "launch", fork: false, head: commit });
  });

  const onGithub = async (command: string, more: Readonly<Record<string, string>> = {}, permissions = all) =>
    await run("github.mjs", [command, folder], {
      ...inJobOnGitHub(github),
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_REF_NAME: "main",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_SHA: commit,
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_TOKEN: github.tokenFor(permissions),
      HEAD_COMMIT: commit,
      PULL_REQUEST: String(pull.number),
      ...more,
    });

  it.each([
    ["no other run is in progress", [{ id: 7, path: ".github/workflows/apply.yml" }], true],
    ["another workflow runs", [{ id: 8, path: ".github/workflows/ci.yml" }], true],
    ["another Apply runs", [{ id: 8, path: ".github/workflows/apply.yml@refs/heads/main" }], false],
    ["a comparison runs", [{ id: 8, path: ".github/workflows/drift.yml" }], false],
    ["more run than are listed", Array.from({ length: 101 }, () => ({ id: 7, path: "" })), false],
  ])("know whether a lock may be removed: %s", async (_, runs, alone) => {
    github.otherRuns.push(...runs);
    expect((await onGithub("approved")).code).toBe(0);
    expect(isAlone()).toBe(alone);
  });

  it("remove no lock without the permission to read runs, and name the permission", async () => {
    const { code, errors } = await onGithub("approved", {}, { ...all, actions: "none" });
    expect(code).toBe(0);
    expect(errors).toMatch(
      /^No lock will be removed: .* lacks a permission, probably actions=read: add it to `permissions`/,
    );
    expect(isAlone()).toBe(false);
  });

  it("keep every approved plan of the merged pull request, latest first", async () => {
    pull.mergedAs = commit;
    const other = `sha256:${"1".repeat(64)}`;
    pull.reviews.push(approvalBy("olivia"), approvalBy("peter", { body: `approve ${other}` }));
    expect((await onGithub("approved")).output).toBe(
      `peter has approved ${other} in pull request ${pull.number}.\nolivia has approved ${plan} in pull request ${pull.number}.\n`,
    );
    expect(readFileSync(join(folder, "approved"), "utf8")).toBe(`${other}\n${plan}\n`);
  });

  it("ignore approvals of a pull request that was merged as this commit into another branch", async () => {
    pull.mergedAs = commit;
    const bruno = { login: "bruno", canPush: true };
    const side = { author: bruno, branch: "launch", fork: false, head: commit, base: "side" };
    github.pulls.unshift({ ...github.open(side), mergedAs: commit, commits: [] });
    github.pulls[0]?.reviews.push(approvalBy("maria"));
    expect(await onGithub("approved")).toMatchObject({ code: 0, errors: "" });
    expect(existsSync(join(folder, "approved"))).toBe(false);
    expect(readFileSync(join(folder, "pull-request"), "utf8")).toBe(`${pull.number}\n`);
  });

  it("apply opinions in one of several pull requests that one commit has merged to all of them", async () => {
    const bruno = { login: "bruno", canPush: true };
    const earlier = github.open({ author: bruno, branch: "first", fork: false, head: newer });
    github.pulls.reverse();
    for (const each of [earlier, pull]) each.mergedAs = commit;
    earlier.reviews.push(approvalBy("maria", { commit: newer }));
    expect((await onGithub("approved")).output).toBe("Not counted: maria: has opened this pull request.\n");
    expect(existsSync(join(folder, "approved"))).toBe(false);
    pull.reviews.push(approvalBy("olivia"));
    expect((await onGithub("approved")).output).toContain(`olivia has approved ${plan}`);
    expect(readFileSync(join(folder, "approved"), "utf8")).toBe(`${plan}\n`);
  });

  it("refuse an older commit that somebody runs again", async () => {
    github.main = newer;
    expect((await onGithub("approved")).code).toBe(0);
    const { code, errors } = await onGithub("approved", { GITHUB_RUN_ATTEMPT: "2" });
    expect([code, errors]).toEqual([1, expect.stringContaining(`The branch has a newer commit, ${newer}`)]);
  });

  it("comment and set the status although nothing was reviewed", async () => {
    expect((await onGithub("review")).code).toBe(0);
    expect(github.commentsOn(pull.number)).toEqual([expect.stringContaining("There is no review")]);
    expect(github.statusOf(commit)).toBe("failure: the preview failed");
  });

  it.each([
    ["drift", "was changed outside of the program"],
    ["verify", "did something else than promised"],
  ])("keep one issue for %s while something differs, and then close it", async (command, words) => {
    const keepIssue = async () => (await onGithub(command, {}, { ...all, issues: "write" })).code;
    for (const text of ["First\n", "Second\n"]) {
      write({ exit: "3\n", "comment.md": text });
      expect(await keepIssue()).toBe(0);
    }
    const issue = { title: expect.stringContaining(words), labels: [`outreach-${command}`] };
    expect(github.issues).toMatchObject([{ ...issue, state: "open", body: expect.stringContaining("Second") }]);
    write({ exit: "1\n", "comment.md": "It failed\n" });
    expect([await keepIssue(), github.issues[0]?.state]).toEqual([1, "open"]);
    write({ exit: "0\n", "comment.md": "None\n" });
    expect([await keepIssue(), github.issues.map(({ state }) => state)]).toEqual([0, ["closed"]]);
    expect(github.refused).toEqual([]);
  });

  it("say in the status why an approval does not count, as far as there is room", async () => {
    write({ exit: "3\n", fingerprint: `${plan}\n`, "comment.md": "The review\n" });
    pull.reviews.push(approvalBy("maria"));
    expect((await onGithub("review")).code).toBe(0);
    expect(github.statusOf(commit)).toBe(`pending: needs an approval of ${plan}; maria: has opened this pull request`);
    const somebody = { login: "somebody-with-a-long-name", canPush: false };
    pull.reviews.push(approvalBy(somebody.login, { by: somebody }));
    expect((await onGithub("approval")).code).toBe(0);
    expect(github.statusOf(commit)).toMatch(/^pending: .*; somebody-with-a-long-name: may not push to th…$/);
    expect(github.statuses[0]?.description).toHaveLength(140);
    expect(readFileSync(join(folder, "summary"), "utf8")).toContain(
      "Not counted: somebody-with-a-long-name: may not push to this repository.\n",
    );
    expect(github.refused).toEqual([]);
  });
});

describe("the commands on GitLab", () => {
  const [maria, bruno, olivia] = [maintainer(1, "maria"), maintainer(2, "bruno"), maintainer(3, "olivia")];
  let gitlab: GitLabService;
  beforeEach(async () => {
    gitlab = await startGitLab();
    gitlab.main = newer;
    gitlab.jobs.push({ id: 77, name: "apply", pipeline: 5, isRunning: true });
  });

  const onGitlab = async (command: string) =>
    await run("gitlab.mjs", [command, folder], {
      ...{ STACK: "production", ...onGitLab(gitlab) },
      CI_COMMIT_BRANCH: "main",
      CI_COMMIT_SHA: commit,
      CI_JOB_ID: "77",
      CI_JOB_NAME: "apply",
      CI_JOB_URL: "https://gitlab.example.com/jobs/77",
      CI_MERGE_REQUEST_IID: "1",
      CI_PIPELINE_ID: "5",
      CI_PIPELINE_URL: "https://gitlab.example.com/pipelines/5",
    });

  it.each([
    ["the newest commit", { main: commit, processMode: "unordered" as const }],
    ["an older commit whose turn has come", {}],
    ["beside a retried job of another pipeline", { job: { id: 70, name: "apply", pipeline: 4 } }],
    ["beside a retried job of another name", { job: { id: 70, name: "drift", pipeline: 5 } }],
  ])(
    "apply %s",
    async (_, { job, ...given }: { main?: string; processMode?: "unordered"; job?: (typeof gitlab.jobs)[0] }) => {
      Object.assign(gitlab, given);
      if (job !== undefined) gitlab.jobs.push(job);
      expect(await onGitlab("approved")).toMatchObject({ code: 0, errors: "" });
    },
  );

  it("refuse an older commit whose job somebody retries", async () => {
    gitlab.jobs.push({ id: 70, name: "apply", pipeline: 5 });
    const { code, errors } = await onGitlab("approved");
    expect([code, errors]).toEqual([
      1,
      `The branch has a newer commit, ${newer}: run a pipeline for that one instead.\n`,
    ]);
  });

  it("refuse an older commit if jobs have no order", async () => {
    gitlab.processMode = "unordered";
    const { code, errors } = await onGitlab("approved");
    expect([code, errors]).toEqual([1, expect.stringContaining("is not `oldest_first`")]);
  });

  it("ignore approvals of a merge request that was merged as this commit into another branch", async () => {
    gitlab.members.push(maria, bruno);
    const side = gitlab.open({ author: bruno, branch: "launch", fork: false, target: "side" });
    const own = gitlab.open({ author: maria, branch: "launch", fork: false });
    for (const each of [side, own]) each.mergedAs = commit;
    gitlab.say(side, { by: maria, body: `approve ${plan}` });
    expect(await onGitlab("approved")).toMatchObject({ code: 0, errors: "" });
    expect(existsSync(join(folder, "approved"))).toBe(false);
    expect(readFileSync(join(folder, "merge-request"), "utf8")).toBe(`${own.iid}\n`);
  });

  it("apply opinions in one of several merge requests that one commit has merged to all of them", async () => {
    gitlab.members.push(maria, bruno, olivia);
    const earlier = gitlab.open({ author: bruno, branch: "first", fork: false });
    const own = gitlab.open({ author: maria, branch: "launch", fork: false });
    for (const each of [earlier, own]) each.mergedAs = commit;
    gitlab.say(earlier, { by: maria, body: `approve ${plan}` });
    expect((await onGitlab("approved")).output).toBe("Not counted: maria: has opened this merge request.\n");
    expect(existsSync(join(folder, "approved"))).toBe(false);
    gitlab.say(own, { by: olivia, body: `approve ${plan}` });
    expect((await onGitlab("approved")).output).toContain(`olivia has approved ${plan}`);
    expect(readFileSync(join(folder, "approved"), "utf8")).toBe(`${plan}\n`);
  });

  it.each([
    ["apply", false],
    ["drift", false],
    ["unit-tests", true],
  ])("know whether a lock may be removed while %s runs", async (name, alone) => {
    gitlab.jobs.push({ id: 78, name, pipeline: 6, isRunning: true });
    expect((await onGitlab("approved")).code).toBe(0);
    expect(isAlone()).toBe(alone);
  });

  it("comment although nothing was reviewed, in one comment, and do not ask for an approval then", async () => {
    const request = gitlab.open({ author: maria, branch: "launch", fork: false });
    expect((await onGitlab("review")).code).toBe(0);
    expect((await onGitlab("review")).code).toBe(0);
    expect(request.notes.map(({ body }) => body)).toEqual([expect.stringContaining("There is no review")]);
    expect(await onGitlab("approval")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("The preview failed."),
    });
    expect(gitlab.refused).toEqual([]);
  });
});
