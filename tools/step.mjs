// @ts-check
import { stopwatch } from "./pulumi/duration.mjs";
import { NoPulumiError } from "./pulumi/findPulumi.mjs";
import { runProgram } from "./pulumi/program.mjs";

/** An error whose message is enough: no stack trace is printed. */
export class StepError extends Error {}

/**
 * Runs one step and prints a line about it.
 * @template T
 * @param {(result: T) => string} describe
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(describe, work) {
  const taken = stopwatch();
  const result = await work();
  process.stdout.write(`${describe(result)} (${taken()})\n`);
  return result;
}

/**
 * Runs a program to its end; its output is shown only if it fails.
 * @param {string} what for the message: "npm ci"
 * @param {string} path
 * @param {readonly string[]} programArguments
 * @param {Parameters<typeof runProgram>[2]} [options]
 * @returns {Promise<string>} its output
 */
export async function mustRun(what, path, programArguments, options) {
  const { code, output, errorOutput } = await runProgram(path, programArguments, options).catch((error) => {
    throw new StepError(`${what} could not be started: ${error.message}`);
  });
  if (code !== 0) throw new StepError(`${what} failed:\n${output}${errorOutput}`.trimEnd());
  return output;
}

/**
 * Runs a command of this project: prints the message of a StepError, and ends with exit code 1.
 * @param {() => Promise<number>} command returns the exit code
 */
export async function runCommand(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    const known = error instanceof StepError || error instanceof NoPulumiError || isOfArguments(error);
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}

/**
 * True for the error of `parseArgs` about an unknown option.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isOfArguments(error) {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}
