import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { repository } from "../project";

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const environment = z.record(z.string(), scalar);
const level = z.enum(["read", "write", "none"]);
const permissions = z.partialRecord(
  z.enum(["actions", "contents", "id-token", "issues", "pull-requests", "statuses"]),
  level,
);
const concurrency = z.strictObject({ group: z.string(), "cancel-in-progress": z.union([z.boolean(), z.string()]) });

const stepCommon = {
  name: z.string().optional(),
  id: z.string().optional(),
  if: scalar.optional(),
  env: environment.optional(),
};
const usesStep = z.strictObject({
  ...stepCommon,
  "continue-on-error": z.boolean().optional(),
  uses: z.string(),
  with: environment.optional(),
});
const runStep = z.strictObject({ ...stepCommon, run: z.string() });
const step = z.union([usesStep, runStep]);
export type Step = z.infer<typeof step>;

const job = z.strictObject({
  name: z.string().optional(),
  if: scalar.optional(),
  needs: z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  permissions: permissions.optional(),
  environment: z.string().optional(),
  concurrency: concurrency.optional(),
  strategy: z.strictObject({ "fail-fast": z.boolean(), matrix: z.record(z.string(), z.array(scalar)) }).optional(),
  env: environment.optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});
export type Job = z.infer<typeof job>;

const trigger = z.nullable(
  z.union([
    z.strictObject({
      branches: z.array(z.string()).optional(),
      tags: z.array(z.string()).optional(),
      types: z.array(z.string()).optional(),
    }),
    z.array(z.strictObject({ cron: z.string() })),
    z.strictObject({
      inputs: z.record(
        z.string(),
        z.strictObject({ description: z.string(), type: z.literal("boolean"), default: z.boolean() }),
      ),
    }),
  ]),
);

/** The part of the workflow syntax that the workflows of this repository use; everything else is an error. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.partialRecord(
    z.enum(["pull_request", "pull_request_review", "push", "schedule", "workflow_dispatch"]),
    trigger,
  ),
  permissions,
  concurrency: concurrency.optional(),
  env: environment.optional(),
  jobs: z.record(z.string(), job),
});
export type Workflow = z.infer<typeof workflow>;

export function readWorkflow(file: string): Workflow {
  return workflow.parse(parse(readFileSync(file, "utf8")));
}

/** Paths of all workflows in this repository, including those of the examples. */
export function workflowFiles(): string[] {
  const skipped = new Set(["node_modules", ".git", ".state", "dist"]);
  const found = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : found(path);
      const isWorkflow = basename(folder) === "workflows" && basename(dirname(folder)) === ".github";
      return isWorkflow && /\.ya?ml$/.test(entry.name) ? [path] : [];
    });
  return found(repository).sort();
}

/** The file's path relative to the repository. */
export function fromRepository(file: string): string {
  return relative(repository, file).replaceAll("\\", "/");
}
