// @ts-check
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { StepError } from "../step.mjs";

/**
 * @typedef {object} Job
 * @property {string} file the bundle
 * @property {string} scenario its name
 * @property {boolean} specOnly
 * @property {number} faults
 * @property {number} seconds
 * @property {string} [invariant] only this one counts
 * @property {"first" | "shortest"} [until] stops at the first violation, or keeps the one with the fewest steps
 * @property {string} [indices] runs only this schedule
 */

/**
 * A violated invariant, with the shortest schedule that violates it.
 * @typedef {object} Violated
 * @property {string} invariant
 * @property {number} steps
 * @property {string} indices
 * @property {string} trace
 * @property {string} test
 */

/**
 * @typedef {object} Report
 * @property {number} schedules
 * @property {number} states
 * @property {boolean} isWhole
 * @property {number} seconds
 * @property {readonly Violated[]} violated
 */

/**
 * @typedef {object} Protection
 * @property {string} name
 * @property {string} threat
 * @property {readonly import("./bundle.mjs").Cut[]} cuts
 * @property {string} invariant
 * @property {{ readonly name: string, readonly specOnly?: boolean }} scenario
 * @property {number} faults
 */

/**
 * The numbers of runs and faults in the model of creates.
 * @typedef {object} Protocol
 * @property {number} runs
 * @property {number} kills
 * @property {number} losses
 * @property {number} sleeps
 * @property {number} clockSteps
 * @property {boolean} lists
 */

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} faults
 * @property {number} [nightly]
 * @property {Readonly<Record<string, readonly string[]>>} [expected] the invariants that do not hold, by mode
 */

/**
 * The parts of a bundle of `test/explore/bundled.ts` that the tools use.
 * @typedef {object} Bundle
 * @property {(job: Job) => Promise<Report>} exploreJob
 * @property {readonly Protection[]} protections
 * @property {readonly Scenario[]} scenarios
 * @property {(protocol: Protocol) => { readonly states: number, readonly wrong?: { readonly what: string, readonly steps: readonly string[] } }} visitAll
 * @property {readonly { readonly name: string, readonly guarantee: string, readonly assumption: string }[]} invariants
 */

const worker = fileURLToPath(new URL("worker.mjs", import.meta.url));

/**
 * Explores in a separate process.
 * @param {Job} job
 * @returns {Promise<Report>}
 */
export function explored(job) {
  return new Promise((resolve, reject) => {
    const child = fork(worker, { stdio: ["ignore", "inherit", "pipe", "ipc"] });
    let errors = "";
    child.stderr?.on("data", (text) => {
      errors += text;
    });
    child.once("message", (/** @type {Report} */ report) => resolve(report));
    child.once("error", reject);
    child.once("exit", (code) => reject(new StepError(`exploring ${job.scenario} ended with ${code}: ${errors}`)));
    child.send(job);
  });
}

/**
 * Runs the work concurrently, and returns the results in the order of the work.
 * @template T
 * @param {readonly (() => Promise<T>)[]} work
 * @param {number} atOnce
 * @returns {Promise<T[]>}
 */
export async function inTurns(work, atOnce = 2) {
  /** @type {T[]} */
  const results = [];
  const waiting = [...work.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await next[1]();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
