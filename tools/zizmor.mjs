// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { findOnPath, isExecutable, programFile, runProgram } from "./pulumi/program.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { repository } from "./repository.mjs";

const requirements = join(repository, "tools", "zizmor", "requirements.txt");

/**
 * A security linter for GitHub Actions workflows, in the user's cache; the user's Python installs it there once.
 * @param {{ environment?: import("./pulumi/program.mjs").Environment, cache?: string }} [options]
 * @returns {Promise<import("./goTool.mjs").FoundTool>}
 */
export async function findZizmor(options = {}) {
  const { environment = process.env, cache = cacheFolder(environment) } = options;
  const version = /^zizmor==(\S+)/m.exec(readFileSync(requirements, "utf8"))?.[1];
  const folder = join(cache, `zizmor-${version}-${process.platform}-${process.arch}`);
  const path = join("bin", programFile("zizmor"));
  try {
    await makeWhole(folder, {
      isComplete: (candidate) => isExecutable(join(candidate, path)),
      make: async (into) => await install(into, environment),
      onWait: () => undefined,
    });
    return { path: join(folder, path) };
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { path: undefined, reason: `zizmor ${version} could not be installed: ${line}` };
  }
}

/**
 * Only wheels whose checksums are committed: nothing is built, and nothing else is installed.
 * @param {string} into
 * @param {import("./pulumi/program.mjs").Environment} environment
 */
async function install(into, environment) {
  const [python] = await findOnPath(programFile("python3"), environment);
  if (python === undefined) throw new Error("Python is not on the PATH");
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes"];
  const { code, errorOutput } = await runProgram(
    python,
    ["-m", "pip", "install", ...options, "--target", into, "--requirement", requirements],
    { environment },
  );
  if (code !== 0) throw new Error(errorOutput.trim().split("\n").at(-1));
}
