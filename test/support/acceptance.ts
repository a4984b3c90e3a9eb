import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import type { Sandbox } from "../../sandbox/src/index";
import { type Outcome, outcomeOf, Project, repository } from "./project";
import { pulumiExecutable } from "./pulumiExecutable";

/** The environment variables that a user would export to work with this sandbox. */
export function settingsFor(sandbox: Sandbox): Record<string, string> {
  const [key = ""] = sandbox.accounts.owner.apiKeys;
  return { OUTREACH_BASE_URL: sandbox.url, OUTREACH_API_KEY: key };
}

/** A project on a copy of files of this repository, so that running it leaves the checkout as it is. */
export function projectOf(
  paths: readonly [from: string, to: string][],
  env: Record<string, string>,
  stack?: string,
): Project {
  const project = new Project({ env: { ...env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, stack });
  rmSync(project.folder, { recursive: true });
  for (const [from, to] of paths) {
    cpSync(join(repository, from), join(project.folder, to), {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
  }
  return project;
}

/** The text of every file below a folder, or of those whose path is wanted. */
export function everythingIn(folder: string, isWanted: (path: string) => boolean = () => true): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isWanted)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

/** Fails with the CLI's output. */
export function expectSuccess({ code, text }: Outcome): void {
  expect(code, text).toBe(0);
}

/** The command failed, and its message contains no stack trace of this package, the SDK or Node.js. */
export function expectCleanFailure({ code, text }: Pick<Outcome, "code" | "text">): void {
  expect(code, text).not.toBe(0);
  expect(text).not.toMatch(/^\s*at .*:\d+:\d+\)?$/m);
}

/** The CLI's final report, without the lines of its progress, which contain parts of it. */
export function reported({ text }: Outcome): string {
  const start = text.indexOf("\nDiagnostics:");
  expect(start, text).toBeGreaterThan(0);
  return text.slice(start);
}

/** How often a text contains another one. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The last part of a URN behind its type: `List::fintech`. */
export function shortUrn(urn: string): string {
  return urn.replace(/^.*[:$]([^:]+::[^:]+)$/, "$1");
}

/** Runs a program in the folder of a project, with the Pulumi CLI on the PATH. */
export async function runIn(
  project: Project,
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Outcome> {
  const PATH = [dirname(pulumiExecutable()), dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn(program, words, {
    cwd: project.folder,
    env: { ...project.env, PATH, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  return await outcomeOf(child);
}
