// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { repository } from "../repository.mjs";
import { counts } from "./files.mjs";
import { judged } from "./judge.mjs";
import { ignorers } from "./plugins.mjs";

/** @typedef {import("./judge.mjs").ReportedMutant} ReportedMutant */

const silent = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
};

/**
 * The mutants of these files, found without running a test.
 * @param {readonly string[]} files
 */
export async function mutantsIn(files) {
  /** @type {import("./judge.mjs").Report["files"]} */
  const found = {};
  for (const file of files) {
    const source = await readFile(join(repository, file), "utf8");
    found[file] = { source, mutants: await mutantsOf(file, source) };
  }
  return judged({ files: found }).filter(counts);
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
