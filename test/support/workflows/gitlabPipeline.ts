import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { copy, type Machine, runScript } from "./machine";
import type { TeamRepository } from "./teamRepository";

const rules = z.array(z.strictObject({ if: z.string(), when: z.literal("always").optional() })).min(1);
const lines = z.array(z.string());
const job = z.strictObject({
  stage: z.string(),
  rules,
  needs: z.array(z.string()).optional(),
  interruptible: z.boolean().optional(),
  resource_group: z.string().optional(),
  environment: z.strictObject({ name: z.string(), action: z.literal("access").optional() }).optional(),
  timeout: z.string().optional(),
  variables: z.record(z.string(), z.string()).default({}),
  before_script: lines.optional(),
  script: lines.min(1),
  artifacts: z
    .strictObject({ when: z.literal("always"), paths: z.array(z.string()), expire_in: z.string() })
    .optional(),
});
const pipeline = z
  .object({
    workflow: z.strictObject({ rules }),
    stages: z.array(z.string()),
    default: z.strictObject({ image: z.string(), timeout: z.string(), before_script: lines }),
    variables: z.record(z.string(), z.string()),
  })
  .catchall(job);
/** The part of the syntax that the example's pipeline uses; everything else is an error. */
export type Pipeline = z.infer<typeof pipeline>;

export function readPipeline(file: string): Pipeline {
  return pipeline.parse(parse(readFileSync(file, "utf8")));
}

/** The jobs of a pipeline in the order of its stages. */
export function jobsOf({ workflow: _, stages, default: __, variables: ___, ...jobs }: Pipeline) {
  const all = Object.entries(jobs).filter((entry): entry is [string, z.infer<typeof job>] => "script" in entry[1]);
  for (const [name, { stage }] of all) if (!stages.includes(stage)) throw new Error(`${name}: no stage ${stage}`);
  return all.sort(([, left], [, right]) => stages.indexOf(left.stage) - stages.indexOf(right.stage));
}

type Variables = Readonly<Record<string, string>>;

/** True if one of the rules applies: comparisons of variables and strings, joined by &&. */
export function ruleHolds(all: z.infer<typeof rules>, variables: Variables): boolean {
  return all.some((rule) => rule.if.split("&&").every((part) => comparisonHolds(part.trim(), variables)));
}

function comparisonHolds(text: string, variables: Variables): boolean {
  const [, left = "", sign, right = ""] = /^(\$\w+|"[^"$]*") (==|!=) (\$\w+|"[^"$]*")$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`this rule is not supported: ${text}`);
  const value = (word: string) => (word.startsWith("$") ? variables[word.slice(1)] : word.slice(1, -1));
  return (value(left) === value(right)) === (sign === "==");
}

export interface PipelineRun {
  readonly machine: Machine;
  readonly repository: TeamRepository;
  readonly commit: string;
  /** Variables of the project and of GitLab. */
  readonly variables: Variables;
  /** The project's variables by the environment that is their scope: jobs in other environments do not have them. */
  readonly scoped: Readonly<Record<string, Variables>>;
  /** The folder of this pipeline's jobs; the same one for retried jobs. */
  readonly folder: string;
  /** Runs only these jobs, as when a person retries one. */
  readonly only?: readonly string[];
  /** Returns the next job's number. */
  readonly jobId: () => number;
  readonly onJob?: (name: string, id: number) => void;
}

export interface PipelineJob {
  readonly result: "success" | "failed" | "skipped";
  readonly log: string;
}

export type RunPipeline = (run: PipelineRun) => Promise<Record<string, PipelineJob>>;

/** Runs a pipeline as GitLab would: stage by stage, each job in a fresh copy of the commit. */
export async function runPipeline(run: PipelineRun): Promise<Record<string, PipelineJob>> {
  const definition = join(run.folder, "definition");
  if (!existsSync(definition)) run.repository.checkout(run.commit, definition);
  const given = readPipeline(join(definition, ".gitlab-ci.yml"));
  const done: Record<string, PipelineJob> = {};
  const known = { ...given.variables, ...run.variables };
  if (!ruleHolds(given.workflow.rules, known)) return done;
  const failed = new Set<string>();
  for (const [name, each] of jobsOf(given)) {
    if (!ruleHolds(each.rules, known) || run.only?.includes(name) === false) continue;
    // A stage begins when the stage before it has succeeded, except for jobs that always run.
    const isAlways = each.rules.some((rule) => rule.when === "always");
    const isHeld = !isAlways && [...failed].some((stage) => stage !== each.stage);
    done[name] = isHeld ? { result: "skipped", log: "" } : await runJob(run, given, name);
    if (done[name]?.result === "failed") failed.add(each.stage);
  }
  return done;
}

async function runJob(run: PipelineRun, given: Pipeline, name: string): Promise<PipelineJob> {
  const id = run.jobId();
  const [, job] = jobsOf(given).find(([each]) => each === name) ?? [];
  if (job === undefined) throw new Error(`there is no job ${name}`);
  const folder = join(run.folder, `${name}-${Math.random().toString(36).slice(2, 8)}`);
  const work = join(folder, "work");
  run.repository.checkout(run.commit, work);
  for (const each of ["home", "temporary"]) mkdirSync(join(folder, each));
  const artifacts = join(run.folder, "artifacts");
  for (const needed of job.needs ?? []) {
    if (existsSync(join(artifacts, needed))) copy(join(artifacts, needed), work);
  }
  const script = join(folder, "script.sh");
  const all = [...(job.before_script ?? given.default.before_script), ...job.script];
  writeFileSync(script, ["set -eo pipefail", ...all, ""].join("\n"));
  const scoped = run.scoped[job.environment?.name ?? ""] ?? {};
  if (job.environment !== undefined && run.scoped[job.environment.name] === undefined) {
    throw new Error(`no variable has the scope ${job.environment.name}`);
  }
  run.onJob?.(name, id);
  const { code, output } = await runScript([script], work, {
    ...run.machine.environment,
    HOME: join(folder, "home"),
    TMPDIR: join(folder, "temporary"),
    GITLAB_CI: "true",
    CI_JOB_ID: String(id),
    CI_JOB_NAME: name,
    CI_PIPELINE_URL: "https://gitlab.example.com/example-team/outreach/-/pipelines/1",
    CI_JOB_URL: `https://gitlab.example.com/example-team/outreach/-/jobs/${name}`,
    ...given.variables,
    ...job.variables,
    ...run.variables,
    ...scoped,
  });
  for (const path of job.artifacts?.paths ?? []) {
    if (existsSync(join(work, path))) copy(join(work, path), join(artifacts, name, path));
  }
  return { result: code === 0 ? "success" : "failed", log: output };
}
