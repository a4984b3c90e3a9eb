import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";
import { jobsOf, readPipeline } from "../support/workflows/gitlabPipeline";
import { type Job, readWorkflow } from "../support/workflows/workflow";

const example = join(repository, "examples", "gitops");
const names = ["review", "approval", "apply", "drift", "verify"] as const;
const workflows = Object.fromEntries(
  names.map((name) => [name, readWorkflow(join(example, ".github", "workflows", `${name}.yml`))]),
);
const jobs = Object.entries(workflows).flatMap(([file, { jobs: all }]) =>
  Object.entries(all).map(([id, job]) => [`${file}: ${id}`, job] as const),
);
const inBraces = (expression: string) => `\${{ ${expression} }}`;
const usesOf = ({ steps }: Job, action: string) =>
  steps.flatMap((step) => ("uses" in step && step.uses.startsWith(`actions/${action}@`) ? [step] : []));
const runsOf = ({ steps }: Job) => steps.flatMap((step) => ("run" in step ? [step] : []));
const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes("write");
const runsScripts = (job: Job) => runsOf(job).some(({ run }) => /\bnode scripts\//.test(run));

describe("the example's workflows on GitHub", () => {
  it.each(jobs.filter(([, job]) => runsScripts(job)))("%s sets up Node.js itself", (_, job) => {
    expect(usesOf(job, "setup-node").map((step) => step.with?.["node-version"])).toEqual([22]);
  });

  it.each(jobs.filter(([, job]) => writes(job)))(
    "%s, which may write, runs no code from a pull request",
    (name, job) => {
      const ofPull = /^(review|approval):/.test(name);
      const refs = usesOf(job, "checkout").map((step) => step.with?.ref);
      expect(refs).toEqual([ofPull ? inBraces("github.event.pull_request.base.ref") : undefined]);
      const commands = runsOf(job).flatMap(({ run }) => run.trim().split("\n"));
      expect(commands.filter((run) => !/^(node scripts\/github\.mjs|test -f|echo|exit 1)/.test(run))).toEqual([]);
      expect(JSON.stringify(job)).not.toContain("secrets.");
    },
  );

  it("have some such jobs, and no other job with secrets may write", () => {
    expect(jobs.filter(([, job]) => writes(job)).map(([name]) => name)).toEqual([
      ...["review: comment", "approval: approval", "apply: comment", "drift: issue", "verify: issue"],
    ]);
  });

  it.each(jobs.filter(([name, job]) => /^(review|approval):/.test(name) && writes(job)))(
    "%s says so if the base has no scripts, as for the pull request that introduces them",
    (_, job) => {
      const all = runsOf(job).map(({ run }) => run);
      const at = all.findIndex((run) => run.includes("test -f scripts/github.mjs"));
      // Before any of them runs.
      expect(all.findIndex((run) => run.includes("node scripts/"))).toBeGreaterThan(at);
      const folder = temporaryFolder();
      const summary = join(folder, "summary");
      const look = () =>
        spawnSync("bash", ["-e", "-c", all[at] ?? ""], {
          cwd: folder,
          env: { PATH: process.env.PATH, GITHUB_STEP_SUMMARY: summary },
        }).status;
      expect(look()).toBe(1);
      expect(readFileSync(summary, "utf8")).toMatch(
        /^The base branch has no scripts\/github\.mjs: a pull request that introduces it gets no comment and no status\.\n/,
      );
      rmSync(summary);
      mkdirSync(join(folder, "scripts"));
      writeFileSync(join(folder, "scripts", "github.mjs"), "");
      expect([look(), existsSync(summary)]).toEqual([0, false]);
    },
  );

  it("comment although any step of the previous job has failed, and without its output", () => {
    const { review, apply } = { review: workflows.review?.jobs.comment, apply: workflows.apply?.jobs.comment };
    expect(review?.if).toBe(inBraces("!cancelled() && needs.review.result != 'skipped'"));
    expect(apply?.if).toBe(inBraces("!cancelled() && needs.apply.outputs.pull-request != ''"));
    expect(review && usesOf(review, "download-artifact").map((step) => step["continue-on-error"])).toEqual([true]);
    // A failed step's output is kept.
    for (const job of [workflows.review?.jobs.review, workflows.apply?.jobs.apply])
      expect(job && usesOf(job, "upload-artifact").map((step) => step.if)).toEqual([inBraces("!cancelled()")]);
  });

  it("check whose pull request it is, and not who caused the event", () => {
    for (const [name, { if: condition = "" }] of jobs) expect(String(condition), name).not.toContain("github.actor");
    expect(workflows.review?.jobs.review?.if).toContain("github.event.pull_request.user.login != 'dependabot[bot]'");
    expect(workflows.review?.jobs.none?.if).toContain("github.event.pull_request.user.login == 'dependabot[bot]'");
  });

  it("remove no lock that is younger than their job's time-out", () => {
    const job = workflows.apply?.jobs.apply;
    const script = job && runsOf(job).find(({ run }) => run.includes("apply.sh"));
    expect(script?.env?.JOB_MINUTES).toBe(job?.["timeout-minutes"]);
  });

  it("do not support merge queues: none reports to one, and the README says so for both forges", () => {
    const text = names
      .map((name) => readFileSync(join(example, ".github", "workflows", `${name}.yml`), "utf8"))
      .join("\n");
    expect(text).not.toContain("merge_group");
    const readme = readFileSync(join(example, "README.md"), "utf8").replace(/\s+/g, " ");
    expect(readme).toContain("Merge queues are not supported: nothing reports the status of a queue's branch");
    expect(readme).toContain("Merge trains are not supported: leave them off.");
  });

  it("never run concurrently for the same object", () => {
    expect(names.filter((name) => workflows[name]?.concurrency === undefined)).toEqual([]);
  });
});

describe("the README of the workflows", () => {
  const readme = readFileSync(join(example, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, job]) => job ?? "");

  it("lists for each job on GitHub whose code it runs, with which secrets, and what is true afterwards", () => {
    const all = Object.values(workflows).flatMap(({ name, jobs: each }) => {
      const named = Object.values(each).map((job) => job.name);
      return named.length === 1 ? [name] : named.map((job) => `${name}: ${job}`);
    });
    const told = rows.filter((row) => /^[A-Z]/.test(row));
    expect(told).toEqual(
      all.map((job) => (job === "Drift: Compare the account with the state" ? "Drift: Compare" : job)),
    );
  });

  it("lists the same for each job on GitLab", () => {
    const all = jobsOf(readPipeline(join(example, ".gitlab-ci.yml"))).map(([name]) => `\`${name}\``);
    expect(rows.filter((row) => all.includes(row))).toEqual(all);
  });

  it("names the protection against approving one's own push, and the requests of a refresh", () => {
    const text = readme.replace(/\s+/g, " ");
    expect(text).toContain("**approval of the most recent reviewable push**");
    expect(text).toContain("A refresh sends `GET` requests only: one listing for each kind of object,");
  });
});

describe("the example's pipeline on GitLab", () => {
  const pipeline = readPipeline(join(example, ".gitlab-ci.yml"));
  const all = Object.fromEntries(jobsOf(pipeline));
  const linesOf = (name: string) => {
    const { before_script = pipeline.default.before_script, script = [] } = all[name] ?? {};
    return [...before_script, ...script].join("\n");
  };

  it("comments although the review has failed", () => {
    expect(all.comment?.rules).toEqual([expect.objectContaining({ when: "always" })]);
    expect(all.review?.artifacts).toMatchObject({ when: "always" });
  });

  it.each(["comment", "approval"])("%s says so if the target branch has no scripts", (name) => {
    expect(linesOf(name)).toMatch(
      /git checkout --quiet FETCH_HEAD -- scripts \|\| \{ echo "The target branch has no scripts, .*"; exit 1; \}/,
    );
  });

  it.each(["comment", "approval"])("%s, which has the token, runs no code from the merge request", (name) => {
    expect(all[name]?.environment).toEqual({ name: "outreach-comment", action: "access" });
    expect(linesOf(name)).toContain("rm -rf scripts\ngit checkout --quiet FETCH_HEAD -- scripts");
    expect(linesOf(name)).not.toMatch(/npm|pulumi/);
  });

  it.each(["review", "drift", "verify"])("%s, which runs the program, does not have the token", (name) => {
    expect(all[name]?.environment).toEqual({ name: "outreach-review", action: "access" });
    expect(linesOf(name)).not.toContain("gitlab.mjs");
  });

  it("runs no package scripts, because all variables of a job are set from its start", () => {
    const installs = Object.keys(all).flatMap((name) => linesOf(name).match(/npm ci[^&\n]*/g) ?? []);
    expect(installs.map((line) => line.trim())).toEqual(
      ["review", "apply", "drift", "verify"].map(() => "npm ci --ignore-scripts"),
    );
  });

  it("removes no lock that is younger than its job's time-out", () => {
    expect(`${all.apply?.variables.JOB_MINUTES} minutes`).toBe(all.apply?.timeout);
  });
});
