// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { repository } from "../repository.mjs";
import { counts } from "./files.mjs";
import { judged, openAmong } from "./judge.mjs";
import { ignorers } from "./plugins.mjs";

/** @typedef {import("./judge.mjs").ReportedMutant} ReportedMutant */

const silent = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
};

/**
 * The mutants of these files that no run has killed and no list excuses, found without running a test.
 * @param {readonly string[]} files
 * @param {import("./judge.mjs").Dead} dead
 * @param {readonly import("./judge.mjs").Equivalent[]} list
 */
export async function openIn(files, dead, list) {
  /** @type {import("./judge.mjs").Report["files"]} */
  const found = {};
  for (const file of files) {
    const source = await readFile(join(repository, file), "utf8");
    found[file] = { source, mutants: await mutantsOf(file, source) };
  }
  return openAmong(judged({ files: found }).filter(counts), dead, list);
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Promise<ReportedMutant[]>}
 */
async function mutantsOf(file, source) {
  const { mutants } = await new Instrumenter(silent).instrument([{ name: file, mutate: true, content: source }], {
    ignorers,
    plugins: null,
    excludedMutations: [],
  });
  return mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ mutatorName, replacement, location: { start, end } }) => ({
      ...{ mutatorName, replacement, status: "Survived" },
      location: { start: countedFromOne(start), end: countedFromOne(end) },
    }));
}

/** @param {import("./judge.mjs").Position} position */
function countedFromOne({ line, column }) {
  return { line: line + 1, column: column + 1 };
}
