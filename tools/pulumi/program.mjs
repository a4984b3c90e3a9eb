// @ts-check
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/** @typedef {{ readonly [name: string]: string | undefined }} Environment */

/**
 * The folders of the PATH. Windows writes the variable's name in any case.
 * @param {Environment} environment
 * @returns {string[]}
 */
export function pathFolders(environment) {
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  // An empty or relative entry means the current folder, where no programs are installed.
  return (environment[name] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
}

/**
 * The environment with these folders at the start of the PATH.
 * @param {Environment} environment
 * @param {readonly string[]} folders
 * @returns {{ [name: string]: string | undefined }}
 */
export function withPathFolders(environment, folders) {
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...environment, [name]: [...folders, environment[name]].filter(Boolean).join(delimiter) };
}

/**
 * The file name of a program on this platform.
 * @param {string} name
 */
export function programFile(name) {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/** @param {string} path */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * All executable files of that name on the PATH, in its order.
 * @param {string} file
 * @param {Environment} environment
 * @returns {Promise<string[]>}
 */
export async function findOnPath(file, environment) {
  const found = [];
  for (const folder of new Set(pathFolders(environment))) {
    const path = join(folder, file);
    if (await isExecutable(path)) found.push(path);
  }
  return found;
}

/**
 * Runs a program without a shell and without input, and collects its output. Rejects if it cannot be started or the
 * signal ends it.
 * @param {string} path
 * @param {readonly string[]} programArguments
 * @param {{
 *   folder?: string,
 *   environment?: Environment,
 *   signal?: AbortSignal,
 *   background?: boolean,
 *   onErrorOutput?: (text: string) => void,
 * }} [options] `background` runs it with a lower priority
 * @returns {Promise<{ code: number | null, output: string, errorOutput: string }>}
 */
export function runProgram(path, programArguments, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(path, programArguments, {
      cwd: options.folder,
      env: options.environment,
      signal: options.signal,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    if (options.background && child.pid !== undefined) {
      try {
        setPriority(child.pid, 10);
      } catch {
        // Lowering the priority is optional.
      }
    }
    let output = "";
    let errorOutput = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errorOutput += text;
      options.onErrorOutput?.(text);
    });
    /** @type {Error | undefined} */
    let failure;
    child.once("error", (error) => {
      failure = error;
      // A program that never started emits no `close`.
      if (child.pid === undefined) reject(error);
    });
    // After an abort, too: the caller removes the folder that the program writes to, so it must have ended.
    child.once("close", (code) => (failure ? reject(failure) : resolve({ code, output, errorOutput })));
  });
}
