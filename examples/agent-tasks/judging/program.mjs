// @ts-check
// Reads a program's declarations without an engine, an account or a request.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Marks the result, because a program may print too. */
export const mark = "\u0000declared\u0000";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * A resource that a program declares: its kind, its name in the program, and its arguments in normal form.
 * @typedef {{ kind: string, name: string, args: Record<string, unknown> }} Declared
 */

/**
 * Runs the folders' programs in a separate process, because mocks apply to a whole process.
 * @param {readonly string[]} folders
 * @param {Record<string, unknown>} answers results of functions such as `getLists`
 * @returns {Promise<readonly ({ declared: Declared[] } | { problem: string })[]>} in the order of the folders
 */
export async function declaredBy(folders, answers = {}) {
  // For packages that a folder has not installed, use the tasks' own.
  const installed = [...foldersAbove(here)]
    .map((each) => join(each, "node_modules"))
    .filter((each) => existsSync(each));
  const { OUTREACH_API_KEY: _key, OUTREACH_BASE_URL: _address, ...others } = process.env;
  const env = { ...others, NODE_PATH: installed.join(delimiter) };
  return await new Promise((resolve, reject) => {
    const words = [join(here, "declare.mjs"), JSON.stringify(answers), ...folders];
    execFile(process.execPath, words, { env, maxBuffer: 64 * 1024 ** 2 }, (error, output, errors) => {
      const [, printed] = output.split(mark);
      if (printed !== undefined) resolve(JSON.parse(printed));
      else reject(new Error(`the programs could not be run: ${errors.trim() || error?.message}`));
    });
  });
}

/** @param {string} folder */
function* foldersAbove(folder) {
  for (let each = folder; ; each = dirname(each)) {
    yield each;
    if (dirname(each) === each) return;
  }
}

/**
 * The differences between two programs: a path such as `Campaign fintech.steps[1].message`, with the value before and
 * after. A resource that only one of them declares is one difference.
 * @param {readonly Declared[]} before
 * @param {readonly Declared[]} after
 * @returns {Map<string, { before: unknown, after: unknown }>}
 */
export function differences(before, after) {
  /** @param {readonly Declared[]} all */
  const byName = (all) => new Map(all.map(({ kind, name, args }) => [`${kind} ${name}`, args]));
  const [olds, news] = [byName(before), byName(after)];
  const found = new Map();
  for (const name of new Set([...olds.keys(), ...news.keys()])) compare(name, olds.get(name), news.get(name), found);
  return found;
}

/**
 * @param {string} path
 * @param {unknown} before
 * @param {unknown} after
 * @param {Map<string, { before: unknown, after: unknown }>} found
 */
function compare(path, before, after, found) {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.set(path, { before, after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(Array.isArray(after) ? `${path}[${key}]` : `${path}.${key}`, before[key], after[key], found);
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isTree(value) {
  return typeof value === "object" && value !== null;
}
