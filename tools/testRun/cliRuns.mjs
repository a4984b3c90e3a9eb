// @ts-check
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { programFile } from "../pulumi/program.mjs";
import { repository } from "../repository.mjs";

/**
 * Names the file to which each run of the CLI adds a line. Not OUTREACH_…, because tests remove those from the
 * environment.
 */
export const runsFileVariable = "TEST_CLI_RUNS_FILE";
/** Names the folder with one such file for each test file. */
export const runsFolderVariable = "TEST_CLI_RUNS_FOLDER";

/**
 * Creates a folder with a `pulumi` that counts its runs and then executes the real one.
 * @param {string} folder
 * @param {import("../pulumi/findPulumi.mjs").PulumiCli} cli
 * @returns {Promise<{ folder: string, runs: string | undefined }>} `runs` is undefined if a script cannot replace a
 * program
 */
export async function countingCli(folder, cli) {
  if (process.platform === "win32") return { folder: cli.folder, runs: undefined };
  await rm(folder, { recursive: true, force: true });
  const programs = join(folder, "cli");
  const runs = join(folder, "runs");
  await mkdir(programs, { recursive: true });
  await mkdir(runs);
  const script = `#!/bin/sh\n[ -z "$${runsFileVariable}" ] || echo "$1" >> "$${runsFileVariable}"\nexec '${cli.path}' "$@"\n`;
  await writeFile(join(programs, "pulumi"), script);
  await chmod(join(programs, "pulumi"), 0o755);
  // The engine looks for them on the PATH and beside the real executable; tests look for them here.
  for (const name of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"].map(programFile)) {
    const path = join(cli.folder, name);
    if (existsSync(path)) await symlink(path, join(programs, name));
  }
  return { folder: programs, runs };
}

/**
 * The file in which a test file's runs are counted.
 * @param {string} runs
 * @param {string} testFile
 */
export function runsFile(runs, testFile) {
  return join(runs, relative(repository, testFile).replaceAll(/[\\/]/g, "+"));
}

/**
 * How often a file's tests have run the CLI.
 * @param {string | undefined} runs
 * @param {string} testFile
 */
export async function cliRunsOf(runs, testFile) {
  if (runs === undefined) return 0;
  const file = runsFile(runs, testFile);
  if (!existsSync(file)) return 0;
  const text = await readFile(file, "utf8");
  return text.split("\n").length - 1;
}

/**
 * `acceptance/export.test.ts`
 * @param {string} testFile
 */
export function shortName(testFile) {
  const name = relative(join(repository, "test"), testFile);
  return name.startsWith("..") ? basename(testFile) : name.replaceAll("\\", "/");
}
