// @ts-check
import { strykerPlugins as plugins } from "@stryker-mutator/vitest-runner";
import { KeptThreads, keptWorker } from "./keptWorker.mjs";
import { chosenMutants, isChosen } from "./onlyChosen.mjs";

/**
 * A test or, for Stryker, a substitute for one.
 * @typedef {{ id: string, name: string, timeSpentMs: number, status: number, failureMessage?: string }} TestResult
 * @typedef {{ status: string, tests: TestResult[], errorMessage?: string }} RunResult
 * @typedef {{ filepath: string, result?: { state?: string, errors?: { message?: string }[] } }} TestFile
 * @typedef {{ testIds?: string[], relatedFiles?: string[], testFiles?: string[] }} RunOptions
 * @typedef {object} Project
 * @property {{ pool: string, isolate: boolean, poolRunner?: unknown }} config
 * @typedef {object} Vitest
 * @property {{ getFiles(): TestFile[] }} state
 * @property {Project[]} projects
 * @property {(key: string, value: unknown) => void} provide
 * @typedef {object} Runner
 * @property {() => Promise<void>} init
 * @property {() => Promise<void>} dispose
 * @property {(options?: RunOptions) => Promise<RunResult>} run
 * @property {(options: { activeMutant: import("./onlyChosen.mjs").Active }) => Promise<{ status: string }>} mutantRun
 * @property {Vitest} ctx
 */

/** Stryker's number for a failed test. */
const failed = 1;
/** A mutant that this many tests do not detect counts as a survivor: the nearest tests should detect it. */
const mostTests = 250;

/**
 * Stryker's runner, with fixes for failures that it misses, and with threads that outlive a mutant.
 * @param {unknown} injector
 * @param {KeptThreads} kept
 */
export function runnerThatSeesAll(injector, kept = new KeptThreads()) {
  const plugin = /** @type {{ factory: (injector: unknown) => Runner }} */ (/** @type {unknown} */ (plugins[0]));
  const runner = plugin.factory(injector);
  keepThreads(runner, kept);
  const chosen = chosenMutants();
  if (chosen !== undefined) tryOnly(runner, chosen);
  const run = runner.run.bind(runner);

  /** @param {readonly string[]} testIds */
  const runMutant = async (testIds) => {
    // Vitest would search all imports again for tests that Stryker already knows.
    const result = withFailures(await run({ testIds: [...testIds] }), runner.ctx.state.getFiles(), true);
    if (isSpoiling(result)) await kept.drop();
    return result;
  };
  /** @param {readonly string[]} testIds */
  const passWithout = async (testIds) => {
    runner.ctx.provide("mode", "dry-run");
    const { status, tests } = await run({ testIds: [...testIds] });
    runner.ctx.provide("mode", "mutant");
    return status === "complete" && tests.every((test) => test.status !== failed);
  };

  runner.run = async (options = {}) => {
    const testIds = nearest(options.testIds ?? [], options.relatedFiles ?? []);
    if (testIds.length === 0) {
      await kept.drop();
      return withFailures(await run(options), runner.ctx.state.getFiles(), false);
    }
    const isFresh = !kept.hasThread;
    const result = await runMutant(testIds);
    const killers = result.tests.filter(({ status }) => status === failed).map(({ id }) => id);
    if (isFresh || killers.length === 0 || !kept.hasThread || (await passWithout(killers))) return result;
    // Leftovers of an earlier mutant in the thread may be the cause.
    await kept.drop();
    return await runMutant(testIds);
  };
  return runner;
}
runnerThatSeesAll.inject = ["$injector"];

/**
 * Counts all others as survivors without running a test. The command leaves them out of its result.
 * @param {Runner} runner
 * @param {readonly import("./onlyChosen.mjs").Chosen[]} chosen
 */
function tryOnly(runner, chosen) {
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async (options) =>
    isChosen(chosen, options.activeMutant) ? await mutantRun(options) : { status: "survived" };
}

/**
 * @param {Runner} runner
 * @param {KeptThreads} kept
 */
function keepThreads(runner, kept) {
  const init = runner.init.bind(runner);
  const dispose = runner.dispose.bind(runner);
  runner.init = async () => {
    await init();
    for (const { config } of runner.ctx.projects) {
      config.pool = KeptThreads.poolName;
      config.isolate = false;
      config.poolRunner = {
        name: KeptThreads.poolName,
        /** @param {import("vitest/node").PoolOptions} options */
        createPoolWorker: (options) => keptWorker(options, kept),
      };
    }
  };
  runner.dispose = async () => {
    await kept.drop();
    await dispose();
  };
}

/**
 * First the tests in the mutated file's own test file, then those of functions, then the others.
 * @param {readonly string[]} testIds
 * @param {readonly string[]} mutated
 */
function nearest(testIds, mutated) {
  const names = mutated.map((file) => `/${file.split(/[\\/]/).at(-1)?.split(".")[0]}.`);
  /** @param {string} id */
  const rank = (id) => {
    const [file = ""] = id.split("#");
    if (names.some((name) => file.includes(name))) return 0;
    return ["test/unit/", "test/contract/lifecycle/", "test/contract/api/"].some((start) => file.startsWith(start))
      ? 1
      : 2;
  };
  return [...testIds].sort((left, right) => rank(left) - rank(right)).slice(0, mostTests);
}

/** True if something may still be running in the thread. @param {RunResult} result */
function isSpoiling({ status, tests }) {
  const isUncertain = ({ failureMessage = "", id = "" }) =>
    failureMessage.includes("timed out") || id.endsWith(outside);
  return status !== "complete" || tests.some((test) => test.status === failed && isUncertain(test));
}

const outside = "#outside of its tests";

/**
 * @param {RunResult} result
 * @param {readonly TestFile[]} files
 * @param {boolean} isMutant
 * @returns {RunResult}
 */
function withFailures(result, files, isMutant) {
  const complete = result.status === "complete";
  if (complete && result.tests.some(({ status }) => status === failed)) return result;
  const broken = files.filter((file) => file.result?.state === "fail");
  /** @type {(name: string, message?: string) => TestResult} */
  const failure = (name, message = "") => ({
    ...{ id: `${name}${outside}`, name, timeSpentMs: 0 },
    ...{ status: failed, failureMessage: message },
  });
  const failures = broken.map(({ filepath, result }) => failure(filepath, result?.errors?.[0]?.message));
  if (complete) return { ...result, tests: [...result.tests, ...failures] };
  if (isMutant && result.status === "error") {
    return { status: "complete", tests: [...failures, failure("a rejection", result.errorMessage)] };
  }
  return result;
}
