// @ts-check
import { join } from "node:path";
import { repository } from "./repository.mjs";
import { mustRun } from "./step.mjs";

const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");

/**
 * Compiles the changed sources of a folder with a `tsconfig.json`, and of the projects that it references.
 * @param {string} folder
 * @param {readonly string[]} options of `tsc --build`
 */
export async function compile(folder, options = []) {
  await mustRun("tsc --build", process.execPath, [compiler, "--build", ...options], { folder });
}
