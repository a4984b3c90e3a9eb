// @ts-check
import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withPathFolders } from "./pulumi/program.mjs";
import { repository, stateFolder } from "./repository.mjs";
import { countingCli, runsFolderVariable } from "./testRun/cliRuns.mjs";

/** Suites of the root `vitest.config.mts` that need no engine; `mocked` has their files called `*.mocked.test.ts`. */
export const quickSuites = ["unit", "contract", "sandbox", "mocked", "tools", "explore"];
/** Needs a browser, which not every machine has. */
export const browserSuites = ["browser"];
export const engineSuites = ["host", "acceptance", "chaos", "limits"];
/** End to end on the engine, only for `npm run test:full`. */
export const storySuites = ["stories"];
/** Suites that `npm run test:full` repeats on other Node.js versions. */
export const nodeSuites = ["host", "acceptance"];

const laterModules = join(repository, "tools", "testRun", "laterModules.cjs");

/** For vitest.config.mts: folders and files below `test/` whose tests do not run. */
export const leftVariable = "OUTREACH_TEST_LEFT";

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * Runs vitest with its progress on standard output, and counts.
 * @param {{
 *   suites: readonly string[],
 *   given?: readonly string[],
 *   related?: readonly string[],
 *   left?: readonly string[],
 *   node?: string,
 *   cli?: import("./pulumi/findPulumi.mjs").PulumiCli,
 *   long?: boolean,
 * }} options `given` are further arguments for vitest; `related` are files: only tests that import them run, if any,
 * except the folders and files `left` below `test/`; `node` runs vitest, and is the first on the tests' PATH
 * @returns {Promise<Count>}
 */
export async function runSuites({ suites, given = [], related, left = [], node = process.execPath, cli, long }) {
  const report = join(stateFolder, "tests", `report-${process.pid}.json`);
  await mkdir(dirname(report), { recursive: true });
  const folders = [dirname(node)];
  /** @type {{ [name: string]: string }} */
  const settings = {};
  const counted = join(stateFolder, "tests", `cli-${process.pid}`);
  if (cli) {
    const { folder, runs } = await countingCli(counted, cli);
    folders.unshift(folder);
    settings.OUTREACH_TEST_PULUMI = folder;
    if (runs !== undefined) settings[runsFolderVariable] = runs;
  }
  if (left.length > 0) settings[leftVariable] = left.join();
  if (long) settings.OUTREACH_TEST_LONG = "1";
  else settings.NODE_OPTIONS = [process.env.NODE_OPTIONS ?? "", `--require "${laterModules}"`].join(" ").trim();
  const vitestArguments = [
    join(repository, "node_modules", "vitest", "vitest.mjs"),
    ...(related === undefined ? ["run"] : ["related", "--run", "--passWithNoTests"]),
    ...suites.flatMap((suite) => ["--project", suite]),
    "--reporter=default",
    `--reporter=${join(repository, "tools", "testRun", "times.mjs")}`,
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(related ?? []),
    ...given,
  ];
  try {
    const code = await runInForeground(node, vitestArguments, {
      ...withPathFolders(process.env, folders),
      ...settings,
    });
    return count(await readFile(report, "utf8").catch(() => "{}"), code);
  } finally {
    await rm(report, { force: true });
    await rm(counted, { recursive: true, force: true });
  }
}

/**
 * @param {string} path
 * @param {readonly string[]} programArguments
 * @param {import("./pulumi/program.mjs").Environment} [environment]
 * @returns {Promise<number>} its exit code
 */
export function runInForeground(path, programArguments, environment = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(path, programArguments, {
      cwd: repository,
      env: environment,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/**
 * Counts the tests of vitest's JSON report.
 * @param {string} report
 * @param {number} code vitest's exit code
 * @returns {Count}
 */
export function count(report, code) {
  /** @type {{ testResults?: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults = [] } = JSON.parse(report);
  const counted = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    const failedBefore = counted.failed;
    for (const { status } of file.assertionResults) {
      if (status === "passed") counted.passed += 1;
      else if (status === "failed") counted.failed += 1;
      else counted.skipped += 1;
    }
    // A file that could not be loaded, or whose hooks failed, has no failed test.
    if (file.status === "failed" && counted.failed === failedBefore) counted.failed += 1;
  }
  // An error outside every test (an unhandled rejection, no test found) shows only in the exit code.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function total(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * Prints the last line, `N passed, N failed`, and returns the exit code.
 * @param {Count} counted
 */
export function conclude({ passed, failed, skipped }) {
  if (skipped > 0) process.stdout.write(`${skipped} tests were skipped\n`);
  if (passed + failed === 0) process.stdout.write("No test was run.\n");
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
