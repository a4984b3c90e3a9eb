import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { fromRepository, readWorkflow, workflowFiles } from "../support/workflows/workflow";

const files = workflowFiles();
const own = files.filter((file) => fromRepository(file).startsWith(".github/"));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8"),
);

const usesIn = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^\s*(- )?uses:/.test(line))
    .map((line) => line.replace(/^\s*(- )?uses:\s*/, ""));

describe("the workflows of this repository", () => {
  it("are those of the project and of the example", () => {
    expect(own.map((file) => basename(file))).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
    expect(files.length).toBeGreaterThan(own.length);
  });

  it.each(files.map((file) => [fromRepository(file), file]))(
    "%s uses actions by commit, with the release",
    (_, file) => {
      for (const used of usesIn(file)) expect(used).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const steps = Object.values(readWorkflow(file).jobs).flatMap((job) => job.steps);
      expect(usesIn(file)).toHaveLength(steps.filter((step) => "uses" in step).length);
    },
  );

  it("use one commit of each action", () => {
    const pins = new Set(files.flatMap(usesIn));
    const actions = [...pins].map((pin) => pin.slice(0, pin.indexOf("@")));
    expect(actions.length).toBeGreaterThan(3);
    expect(actions.sort()).toEqual([...new Set(actions)].sort());
  });

  it.each(files.map((file) => [fromRepository(file), file]))(
    "%s takes nothing from an event into a script",
    (_, file) => {
      const steps = Object.values(readWorkflow(file).jobs).flatMap((job) => job.steps);
      expect(steps.flatMap((step) => ("run" in step ? [step.run] : [])).filter((run) => run.includes("${{"))).toEqual(
        [],
      );
      // Code of a fork never runs with the secrets of this repository.
      expect(readFileSync(file, "utf8")).not.toMatch(/pull_request_target|workflow_run/);
    },
  );

  it.each(files.map((file) => [fromRepository(file), file]))("%s gives no job more than it names", (_, file) => {
    const { permissions, jobs } = readWorkflow(file);
    expect(Object.values(permissions).filter((level) => level === "write")).toEqual([]);
    for (const job of Object.values(jobs)) {
      // An action needs the token; a script gets what the job names.
      if (job.steps.some((step) => "uses" in step)) expect(job.permissions ?? permissions).not.toEqual({});
      for (const step of job.steps) {
        if (!("uses" in step) || !step.uses.startsWith("actions/checkout@")) continue;
        expect(step.with).toMatchObject({ "persist-credentials": false });
      }
    }
  });
});

describe("the project's own workflows", () => {
  const runs = own.flatMap((file) =>
    Object.values(readWorkflow(file).jobs).flatMap((job) =>
      job.steps.flatMap((step) => ("run" in step ? step.run.trim().split("\n") : [])),
    ),
  );

  it("run scripts and tools that exist", () => {
    expect(runs).toContain("npm test");
    expect(runs).toContain("npm run test:full");
    for (const run of runs) {
      const [, script = run === "npm test" ? "test" : undefined] = /^npm run ([\w:]+)(?: -- --\w+)?$/.exec(run) ?? [];
      const [, tool] = /^node (tools\/[\w/]+\.mjs)( |$)/.exec(run) ?? [];
      if (script !== undefined) expect(Object.keys(scripts), run).toContain(script);
      else if (tool !== undefined) expect(existsSync(join(repository, tool)), run).toBe(true);
      else expect(run).toMatch(/^(npm ci|gh release create "\$TAG" .*)$/);
    }
  });

  it("publish in one job, which alone can prove where a package comes from", () => {
    const jobs = own.flatMap((file) => Object.entries(readWorkflow(file).jobs));
    const proving = jobs.filter(([, job]) => job.permissions?.["id-token"] !== undefined);
    expect(proving.map(([name, job]) => [name, job.environment, job.needs])).toEqual([["publish", "npm", ["pack"]]]);
    const steps = proving.flatMap(([, job]) => job.steps.flatMap((step) => ("run" in step ? [step.run] : [])));
    expect(steps).toEqual(["node tools/release.mjs publish release/packed"]);
  });

  it("are what Dependabot keeps up to date, the example's included", () => {
    const settings = readFileSync(join(repository, ".github", "dependabot.yml"), "utf8");
    expect(settings).toContain("- /examples/gitops/.github/workflows\n");
    expect(readdirSync(join(repository, "examples", "gitops", ".github", "workflows")).length).toBeGreaterThan(0);
  });
});
