import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TeamRepository } from "./teamRepository";
import { readWorkflow } from "./workflow";

/** Scripts that replace actions, because the real ones download from GitHub, which is not available. */
const scripts: Record<string, (repository: string, artifacts: string) => string> = {
  "actions/checkout": (repository) => `
    const git = (...given) => require("node:child_process").execFileSync("git", given, { stdio: "inherit" });
    git("clone", "--quiet", "--no-checkout", ${JSON.stringify(repository)}, ".");
    git("checkout", "--quiet", "--detach", input("ref") === "" ? process.env.GITHUB_SHA : "origin/" + input("ref"));
  `,
  "actions/setup-node": () => `
    if (input("cache") === "npm" && !existsSync("package-lock.json")) throw new Error("Dependencies lock file is not found");
  `,
  "actions/upload-artifact": (_, artifacts) => `
    if (existsSync(input("path"))) cpSync(input("path"), join(${JSON.stringify(artifacts)}, input("name")), { recursive: true });
    else if (input("if-no-files-found") === "error") throw new Error("No files were found with the path " + input("path"));
  `,
  "actions/download-artifact": (_, artifacts) => `
    cpSync(join(${JSON.stringify(artifacts)}, input("name")), input("path"), { recursive: true });
  `,
};

/** Writes the actions that a workflow uses below a folder; returns them as act's local actions. */
export function localActions(
  folder: string,
  workflow: string,
  team: { readonly repository: TeamRepository },
  artifacts: string,
): readonly string[] {
  const steps = Object.values(readWorkflow(workflow).jobs).flatMap((job) => job.steps);
  const used = new Set(steps.flatMap((step) => ("uses" in step ? [step.uses] : [])));
  return [...used].map((uses) => {
    const [name = ""] = uses.split("@");
    const script = scripts[name];
    if (script === undefined) throw new Error(`the action ${uses} is unknown`);
    const into = join(folder, name);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, "action.yml"), `name: ${name}\nruns: { using: node20, main: index.cjs }\n`);
    writeFileSync(join(into, "index.cjs"), `${beginning}${script(team.repository.folder, artifacts)}`);
    return `${uses}=${into}`;
  });
}

const beginning = `
  const { cpSync, existsSync } = require("node:fs");
  const { join } = require("node:path");
  process.chdir(process.env.GITHUB_WORKSPACE);
  const input = (name) => process.env["INPUT_" + name.toUpperCase()] ?? "";
`;

/** The joint permissions of a workflow's jobs, for which act has one token. */
export function permissionsOf(workflow: string): Readonly<Record<string, "read" | "write">> {
  const all = Object.values(readWorkflow(workflow).jobs).flatMap(({ permissions = {} }) => Object.entries(permissions));
  const joint: Record<string, "read" | "write"> = {};
  for (const [scope, level] of all) if (level !== "none" && joint[scope] !== "write") joint[scope] = level;
  return joint;
}
