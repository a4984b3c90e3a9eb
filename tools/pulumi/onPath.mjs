// @ts-check
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findOnPath, isExecutable, programFile, runProgram } from "./program.mjs";
import { isRecentEnough, oldestUsable } from "./versions.mjs";

/** Programs that a Node.js program with dynamic providers needs besides the CLI. */
const companions = [
  programFile("pulumi-language-nodejs"),
  process.platform === "win32" ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
];

/**
 * The version that a CLI prints; undefined if it does not run.
 * @param {string} path
 * @param {import("./program.mjs").Environment} environment
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | undefined>}
 */
export async function versionOf(path, environment, signal) {
  const limit = AbortSignal.timeout(30_000);
  try {
    const { code, output } = await runProgram(path, ["version"], {
      environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const version = /^v?(\d+\.\d+\.\d+\S*)/.exec(output.trim())?.[1];
    return code === 0 ? version : undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

/**
 * The first Pulumi CLI on the PATH that can run the project's programs, and why the others cannot.
 * @param {import("./program.mjs").Environment} environment
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ found?: { path: string, version: string }, reasons: string[] }>}
 */
export async function pulumiOnPath(environment, signal) {
  const reasons = [];
  for (const path of await findOnPath(programFile("pulumi"), environment)) {
    const real = await realpath(path);
    if (isThisTool(real)) continue;
    const version = await versionOf(path, environment, signal);
    if (version === undefined) {
      reasons.push(`${path} does not answer "pulumi version"`);
    } else if (!isRecentEnough(version, oldestUsable)) {
      reasons.push(`${path} is version ${version}, ${oldestUsable} or newer is needed`);
    } else {
      const missing = await missingCompanions(dirname(real), environment);
      if (missing.length === 0) return { found: { path, version }, reasons };
      reasons.push(`${path} comes without ${missing.join(" and ")}`);
    }
  }
  return { reasons };
}

/**
 * This includes another checkout's copy of this tool: the two would call each other endlessly.
 * @param {string} real
 */
function isThisTool(real) {
  return existsSync(join(dirname(real), "findPulumi.mjs"));
}

/**
 * The engine looks for them on the PATH and beside the executable.
 * @param {string} folder
 * @param {import("./program.mjs").Environment} environment
 */
async function missingCompanions(folder, environment) {
  const missing = [];
  for (const file of companions) {
    if (await isExecutable(join(folder, file))) continue;
    if ((await findOnPath(file, environment)).length === 0) missing.push(file);
  }
  return missing;
}

/**
 * True if a folder contains the CLI and everything that it needs.
 * @param {string} folder
 */
export async function isComplete(folder) {
  for (const file of [programFile("pulumi"), ...companions]) {
    if (!(await isExecutable(join(folder, file)))) return false;
  }
  return true;
}
