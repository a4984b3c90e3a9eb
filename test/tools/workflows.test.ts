import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { actVersion } from "../../tools/act.mjs";
import { repository } from "../../tools/repository.mjs";
import { fromRepository, readWorkflow, workflowFiles } from "../support/workflows/workflow";

const files = workflowFiles();
const own = files.filter((file) => fromRepository(file).startsWith(".github/"));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8"),
);

const update = {
  schedule: z.strictObject({ interval: z.enum(["weekly", "monthly"]) }),
  groups: z
    .record(
      z.string(),
      z.strictObject({
        patterns: z.array(z.string()).optional(),
        "dependency-type": z.enum(["development", "production"]).optional(),
      }),
    )
    .optional(),
  // Delays by version type are not supported for actions.
  cooldown: z.strictObject({ "default-days": z.int() }),
};
const ecosystem = z.enum(["github-actions", "npm", "gomod", "pip"]);
/** The part of Dependabot's settings that this repository uses; everything else is an error. */
const dependabot = z
  .strictObject({
    version: z.literal(2),
    updates: z.array(
      z.union([
        z.strictObject({ "package-ecosystem": ecosystem, directory: z.string(), ...update }),
        z.strictObject({ "package-ecosystem": ecosystem, directories: z.array(z.string()), ...update }),
      ]),
    ),
  })
  .parse(parse(readFileSync(join(repository, ".github", "dependabot.yml"), "utf8")));
const foldersOf = (each: (typeof dependabot.updates)[number]) =>
  "directory" in each ? [each.directory] : each.directories;

const usesIn = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^\s*(- )?uses:/.test(line))
    .map((line) => line.replace(/^\s*(- )?uses:\s*/, ""));

describe("the workflows of this repository", () => {
  it("are the project's and the example's", () => {
    expect(own.map((file) => basename(file))).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
    expect(files.length).toBeGreaterThan(own.length);
  });

  it.each(files.map((file) => [fromRepository(file), file]))(
    "%s pins actions by commit, with the release",
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

  it.each(files.map((file) => [fromRepository(file), file]))("%s inserts no event data into a script", (_, file) => {
    const steps = Object.values(readWorkflow(file).jobs).flatMap((job) => job.steps);
    expect(steps.flatMap((step) => ("run" in step ? [step.run] : [])).filter((run) => run.includes("${{"))).toEqual([]);
    // Code from a fork never runs with this repository's secrets.
    expect(readFileSync(file, "utf8")).not.toMatch(/pull_request_target|workflow_run/);
  });

  it.each(files.map((file) => [fromRepository(file), file]))(
    "%s gives each job only the permissions that it names",
    (_, file) => {
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
    },
  );
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

  it("publish in one job, which is the only one that can attest provenance", () => {
    const jobs = own.flatMap((file) => Object.entries(readWorkflow(file).jobs));
    const proving = jobs.filter(([, job]) => job.permissions?.["id-token"] !== undefined);
    expect(proving.map(([name, job]) => [name, job.environment, job.needs])).toEqual([["publish", "npm", ["pack"]]]);
    const steps = proving.flatMap(([, job]) => job.steps.flatMap((step) => ("run" in step ? [step.run] : [])));
    expect(steps).toEqual(["node tools/release.mjs publish release/packed"]);
  });

  it("are kept up to date by Dependabot, including the example's", () => {
    const ofActions = dependabot.updates.filter((update) => update["package-ecosystem"] === "github-actions");
    expect(ofActions.flatMap(foldersOf)).toEqual(["/", "/examples/gitops/.github/workflows"]);
    expect(readdirSync(join(repository, "examples", "gitops", ".github", "workflows")).length).toBeGreaterThan(0);
  });
});

it("act is the version that its module requires", () => {
  const module = readFileSync(join(repository, "tools", "act", "go.mod"), "utf8");
  expect(module).toContain(`github.com/nektos/act v${actVersion} `);
});

describe("Dependabot's settings", () => {
  const folders = dependabot.updates.flatMap((update) =>
    foldersOf(update).map((folder) => [update["package-ecosystem"], folder] as const),
  );

  it("delay releases of every kind by a week", () => {
    expect(dependabot.updates.map((update) => update["package-ecosystem"])).toEqual([
      "github-actions",
      "npm",
      "gomod",
      "pip",
    ]);
    for (const { cooldown } of dependabot.updates) expect(cooldown["default-days"]).toBeGreaterThanOrEqual(7);
  });

  it.each(folders)("for %s name a folder with the expected file: %s", (ecosystem, folder) => {
    // For the root, GitHub reads the workflows in their usual place.
    const wanted = {
      "github-actions": folder === "/" ? /^\.github$/ : /\.ya?ml$/,
      npm: /^package\.json$/,
      gomod: /^go\.mod$/,
      pip: /^requirements\.txt$/,
    };
    const found = readdirSync(join(repository, folder)).filter((name) => wanted[ecosystem].test(name));
    expect(found).not.toEqual([]);
  });

  it("exclude only Go modules whose version is tied to Pulumi's SDK", () => {
    const tools = readdirSync(join(repository, "tools"), { recursive: true, encoding: "utf8" })
      .filter((path) => basename(path) === "go.mod")
      .map((path) => `/tools/${dirname(path).replaceAll("\\", "/")}`);
    const kept = folders.flatMap(([ecosystem, folder]) => (ecosystem === "gomod" ? [folder] : []));
    expect(tools.filter((folder) => !folder.startsWith("/tools/pulumi/")).sort()).toEqual(kept);
  });
});
