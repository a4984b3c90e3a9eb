import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { cachedPackage } from "../../../tools/cachedPackage.mjs";
import { otherNode } from "../../../tools/otherNode.mjs";
import { outcomeOf } from "../project";
import type { PipelineJob, PipelineRun, RunPipeline } from "./gitlabPipeline";

/** An independent interpreter of GitLab's pipelines. It needs rsync, and a newer Node.js than this project. */
const version = "4.75.1";
const major = 22;

/** Runs pipelines with gitlab-ci-local, each job on this machine in a fresh copy of the commit. */
export async function gitlabCiLocal(): Promise<RunPipeline> {
  const [folder, node] = [await cachedPackage("gitlab-ci-local", "gitlab-ci-local", version), await otherNode(major)];
  return async (run) => await runPipeline(run, [node, join(folder, "dist", "index.js")]);
}

async function runPipeline(run: PipelineRun, [node, program]: readonly [string, string]) {
  const [project, home] = [join(run.folder, "project"), join(run.folder, "home")];
  if (!existsSync(project)) {
    run.repository.checkout(run.commit, project);
    mkdirSync(join(home, ".gitlab-ci-local"), { recursive: true });
    writeFileSync(join(home, ".gitlab-ci-local", "variables.yml"), stringify({ global: byScope(run.scoped) }));
  }
  // It uses the checked-out branch as the pipeline's branch.
  const branch = run.variables.CI_COMMIT_BRANCH === undefined ? ["--unset-variable", "CI_COMMIT_BRANCH"] : [];
  const given = Object.entries(run.variables).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const options = ["--force-shell-executor", "--shell-isolation", "--no-color", "--no-artifacts-to-source"];
  const child = spawn(node, [program, "--home", home, ...options, ...branch, ...given, ...(run.only ?? [])], {
    cwd: project,
    env: { ...run.machine.environment, HOME: home, TMPDIR: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { text } = await outcomeOf(child);
  return jobsIn(text);
}

/** The variables of all environments, by name. */
function byScope(scoped: PipelineRun["scoped"]) {
  const names = new Set(Object.values(scoped).flatMap(Object.keys));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = Object.entries(scoped).flatMap(([scope, { [name]: value }]) =>
        value === undefined ? [] : [[scope, value] as const],
      );
      return [name, { type: "variable", values: Object.fromEntries(values) }];
    }),
  );
}

/** The output of each job, with the verdict at the end. */
function jobsIn(text: string): Record<string, PipelineJob> {
  const verdicts = [...text.matchAll(/^ (PASS|FAIL) +(\S+)/gm)];
  if (verdicts.length === 0 && !text.includes("pipeline finished"))
    throw new Error(`gitlab-ci-local ran no pipeline:\n${text}`);
  return Object.fromEntries(
    verdicts.map(([, verdict, name = ""]) => {
      const log = text.split("\n").filter((line) => line.startsWith(`${name} `));
      return [name, { result: verdict === "PASS" ? "success" : "failed", log: log.join("\n") }];
    }),
  );
}
