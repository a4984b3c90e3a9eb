import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn, settingsFor } from "../support/acceptance";
import { repository as checkout } from "../support/project";
import { fingerprintIn, passphrase } from "../support/workflows/githubTeam";
import { type PipelineJob, runPipeline } from "../support/workflows/gitlabPipeline";
import { GitLabService, type Member, type MergeRequest, project } from "../support/workflows/gitlabService";
import { type Machine, runScript, startMachine } from "../support/workflows/machine";
import { TeamRepository } from "../support/workflows/teamRepository";

const maria: Member = { id: 1, username: "maria", access: 40 };
const olivia: Member = { id: 2, username: "olivia", access: 40 };
const developer: Member = { id: 3, username: "devon", access: 30 };
const stranger: Member = { id: 4, username: "stranger" };

const launch = (name: string) => `
new outreach.Campaign("${name}", {
  name: "${name}",
  listIds: [new outreach.List("${name}", { name: "${name} contacts" }).id],
  linkedinSeatId: 7,
  active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], this is ${name}." })],
});
`;

const scratch = join(checkout, ".state", "tests", randomUUID().slice(0, 8));
let sandbox: Sandbox;
let gitlab: GitLabService;
let machine: Machine;
let repository: TeamRepository;
let variables: Record<string, string>;
let request: MergeRequest;
let pipelines = 0;
let printed = "";

beforeAll(async () => {
  mkdirSync(join(scratch, "backend"), { recursive: true });
  [sandbox, gitlab, machine] = await Promise.all([startSandbox(), GitLabService.start(), startMachine(scratch)]);
  gitlab.members.push(maria, olivia, developer);
  repository = new TeamRepository(scratch, "examples/gitops");
  variables = {
    ...settingsFor(sandbox),
    PULUMI_BACKEND_URL: `file://${join(scratch, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    GITLAB_TOKEN: gitlab.token,
    CI_API_V4_URL: `${gitlab.url}/api/v4`,
    CI_API_GRAPHQL_URL: `${gitlab.url}/graphql`,
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_PATH: project.path,
    CI_DEFAULT_BRANCH: "main",
  };
  const init = await runScript(["-c", `'${machine.pulumi}' stack init production`], repository.folder, {
    ...machine.environment,
    ...variables,
    PULUMI_HOME: join(scratch, "home"),
  });
  expect(init.code, init.output).toBe(0);
});
afterAll(async () => {
  await Promise.all([sandbox.close(), gitlab.close(), machine.close()]);
  rmSync(scratch, { recursive: true, force: true });
});

async function run(own: Record<string, string>, again?: string): Promise<Record<string, PipelineJob>> {
  if (again === undefined) pipelines += 1;
  const commit = repository.head();
  const folder = join(scratch, `pipeline-${pipelines}`);
  const only = again === undefined ? undefined : [again];
  const all = { ...variables, CI_COMMIT_SHA: commit, ...own };
  const jobs = await runPipeline({ machine, repository, commit, folder, variables: all, only });
  for (const { log } of Object.values(jobs)) printed += `${log}\n`;
  return jobs;
}

const results = (jobs: Record<string, PipelineJob>) =>
  Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));

/** The pipeline of the merge request, or one of its jobs again. */
async function review(again?: string) {
  repository.branch(request.branch);
  const source = request.fork ? 99 : project.id;
  return await run(
    {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: String(request.iid),
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(source),
    },
    again,
  );
}

async function merge() {
  request.mergedAs = repository.merge(request.branch);
  return await run({ CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" });
}

async function compare() {
  repository.branch("main");
  return await run({ CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" });
}

function propose(branch: string, part: string, fork = false): void {
  repository.branch(branch);
  repository.append("index.ts", part);
  repository.commit(`Add ${branch}`);
  request = gitlab.open({ author: maria, branch, fork });
}

const notes = () => request.notes.map(({ body }) => body);
const writes = async () => (await sandbox.log()).requests.filter(({ method }) => method !== "GET").length;
const campaigns = async () => (await sandbox.objects()).campaigns.map(({ name }) => name).sort();

describe("a merge request that needs no approval", () => {
  it("gets one comment, updated after another push", async () => {
    propose("first", "");
    expect(results(await review())).toEqual({ review: "success", approval: "success" });
    repository.write("messages/2-follow-up.txt", "Hi [FirstName], may I show you?\n");
    repository.commit("Ask kindly");
    expect(results(await review())).toEqual({ review: "success", approval: "success" });
    expect(notes()).toEqual([expect.stringContaining("may I show you?")]);
    expect(await writes()).toBe(0);
  });

  it("is applied when it is merged, and says there what was done", async () => {
    const jobs = await merge();
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await campaigns()).toEqual(["Agency owners, spring"]);
    expect(notes()[1]).toContain("3 created");
  });
});

describe("a merge request with a danger", () => {
  let fingerprint = "";

  it("fails its approval, and its comment says how to approve it", async () => {
    propose("launch", launch("Launch"));
    const jobs = await review();
    expect(results(jobs)).toEqual({ review: "success", approval: "failed" });
    expect(jobs.approval?.log).toContain("This plan is not approved.");
    fingerprint = fingerprintIn(notes()[0]);
    expect(notes()[0]).toContain(`retries the job \`approval\`:\n\n\`\`\`\n${fingerprint}\n`);
  });

  it.each([
    ["its author", { by: maria }],
    ["a developer", { by: developer }],
    ["someone who is no member", { by: stranger }],
    ["a bot", { by: { id: 5, username: "group_bot", access: 40, bot: true } }],
    ["a maintainer, edited since", { by: olivia, editedAt: "2026-03-01T09:00:00Z" }],
    ["a maintainer, of another plan", { by: olivia, body: `sha256:${"1".repeat(64)}` }],
  ])("is not approved by %s", async (_, note) => {
    if (!gitlab.members.includes(note.by)) gitlab.members.push(note.by);
    gitlab.say(request, { body: `approve ${fingerprint}`, ...note });
    const jobs = await review("approval");
    expect(results(jobs)).toEqual({ approval: "failed" });
    expect(jobs.approval?.log).toContain("This plan is not approved.");
  });

  it("is approved by a maintainer who names the plan, and applied as approved", async () => {
    gitlab.say(request, { by: olivia, body: `approve ${fingerprint}` });
    const approval = await review("approval");
    expect(results(approval)).toEqual({ approval: "success" });
    expect(approval.approval?.log).toContain(`olivia has approved ${fingerprint}.`);
    const jobs = await merge();
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await campaigns()).toEqual(["Agency owners, spring", "Launch"]);
  });
});

describe("a merge whose plan is not the approved one", () => {
  it("is refused, and nothing is sent", async () => {
    propose("opening", launch("Opening"));
    await review();
    gitlab.say(request, { by: olivia, body: fingerprintIn(notes()[0]) });
    expect(results(await review("approval"))).toEqual({ approval: "success" });
    // Meanwhile something else gets into main, whose pipeline is cancelled.
    repository.branch("main");
    repository.write("messages/2-follow-up.txt", "Hi [FirstName], last call!\n");
    repository.commit("Press a little");
    const before = await writes();
    const jobs = await merge();
    expect(results(jobs)).toEqual({ apply: "failed" });
    expect(jobs.apply?.log).toContain("these are not the changes that were approved");
    expect(notes().at(-1)).toContain("**Nothing was applied** to stack `production`");
    expect(await writes()).toBe(before);
    expect(await campaigns()).toEqual(["Agency owners, spring", "Launch"]);
  });
});

describe("a merge request from a fork", () => {
  it("runs nothing", async () => {
    propose("from-a-fork", "\nconsole.log(JSON.stringify(process.env));\n", true);
    expect(await review()).toEqual({});
  });
});

describe("the daily comparison", () => {
  it("is fine if nothing was changed outside of the program", async () => {
    const jobs = await compare();
    expect(results(jobs), jobs.drift?.log).toEqual({ drift: "success" });
  });

  it("fails and prints what was changed", async () => {
    const { campaigns: all } = await sandbox.objects();
    await sandbox.editCampaign({ campaignId: all[0]?.id ?? 0, name: "Renamed in the app" });
    const jobs = await compare();
    expect(results(jobs)).toEqual({ drift: "failed" });
    expect(jobs.drift?.log).toContain("Renamed in the app");
  });
});

describe("the whole story", () => {
  it("shows no secret anywhere, and no call was refused", () => {
    const artifacts = everythingIn(scratch, (path) => /[\\/]pipeline-\d+[\\/]artifacts[\\/]/.test(path));
    const shown = [printed, JSON.stringify(gitlab.requests), artifacts].join("\n");
    expect(shown).toContain("Agency owners, spring");
    for (const secret of [variables.OUTREACH_API_KEY, passphrase, gitlab.token]) expect(shown).not.toContain(secret);
    expect(gitlab.refused).toEqual([]);
  });
});
