// @ts-check
import { duration } from "../pulumi/duration.mjs";
import { cliRunsOf, runsFolderVariable, shortName } from "./cliRuns.mjs";

/**
 * The time of one test file.
 * @typedef {{ suite: string, file: string, tests: number, milliseconds: number, cliRuns: number }} FileTime
 */

/** A reporter of vitest: the time of each suite and the slowest files, with their runs of the Pulumi CLI. */
export default class Times {
  /** @param {readonly import("vitest/node").TestModule[]} testModules */
  async onTestRunEnd(testModules) {
    const files = await Promise.all(testModules.map(timeOf));
    process.stdout.write(`\n${timesText(files)}\n\n`);
  }
}

/**
 * @param {import("vitest/node").TestModule} testModule
 * @returns {Promise<FileTime>}
 */
async function timeOf(testModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    testModule.diagnostic();
  return {
    suite: testModule.project.name,
    file: shortName(testModule.moduleId),
    tests: [...testModule.children.allTests()].length,
    milliseconds: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    cliRuns: await cliRunsOf(process.env[runsFolderVariable], testModule.moduleId),
  };
}

/**
 * The table of suites and the slowest files. Files run in parallel: their times add up to more than the elapsed time.
 * @param {readonly FileTime[]} files
 * @param {number} slowest how many files are listed
 */
export function timesText(files, slowest = 10) {
  /** @type {Map<string, FileTime>} */
  const suites = new Map();
  for (const { suite, tests, milliseconds, cliRuns } of files) {
    const sum = suites.get(suite) ?? { suite, file: suite, tests: 0, milliseconds: 0, cliRuns: 0 };
    suites.set(suite, {
      ...sum,
      tests: sum.tests + tests,
      milliseconds: sum.milliseconds + milliseconds,
      cliRuns: sum.cliRuns + cliRuns,
    });
  }
  const slowestFirst = (/** @type {FileTime} */ one, /** @type {FileTime} */ other) =>
    other.milliseconds - one.milliseconds;
  const whole = { suite: "", file: "all", tests: 0, milliseconds: 0, cliRuns: 0 };
  for (const { tests, milliseconds, cliRuns } of suites.values()) {
    whole.tests += tests;
    whole.milliseconds += milliseconds;
    whole.cliRuns += cliRuns;
  }
  return [
    "Time of the suites (the files of each added up):",
    ...[...suites.values()].sort(slowestFirst).map(line),
    line(whole),
    `The ${Math.min(slowest, files.length)} slowest files:`,
    ...[...files].sort(slowestFirst).slice(0, slowest).map(line),
  ].join("\n");
}

/** @param {FileTime} time */
function line({ file, tests, milliseconds, cliRuns }) {
  const columns = [file.padEnd(44), duration(milliseconds).padStart(12), `${tests} tests`.padStart(12)];
  if (cliRuns > 0) columns.push(`${cliRuns} CLI runs`.padStart(14));
  return `  ${columns.join("")}`;
}
