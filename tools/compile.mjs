// @ts-check
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.mjs";
import { repository } from "./repository.mjs";
import { mustRun, StepError } from "./step.mjs";

/** Takes a quarter of the time of the package `typescript`, which is kept for its API. */
export const compiler = join(repository, "node_modules", "typescript-native", "bin", "tsc");
const packages = ["provider", "sandbox"].map((name) => join(repository, name));

/** Compiles the changed sources of every package. */
export async function compileAll() {
  await compile(repository);
  for (const folder of packages) await finish(folder);
}

/**
 * Compiles the changed sources of a package.
 * @param {string} folder
 */
export async function compilePackage(folder) {
  await compile(folder);
  await finish(folder);
}

/**
 * Compiles the changed sources of a folder with a `tsconfig.json`, and of the projects that it references.
 * @param {string} folder
 * @param {readonly string[]} options of `tsc --build`
 */
async function compile(folder, options = []) {
  await mustRun("tsc --build", process.execPath, [compiler, "--build", ...options], { folder });
}

/**
 * Bundles a package whose sources were compiled to declarations, and removes all other files from its dist. Existing
 * files stay in place meanwhile, because running programs may use them.
 * @param {string} folder of a compiled package
 */
async function finish(folder) {
  // Not at the top: this file is loaded before the packages are installed.
  const { default: ts } = await import("typescript");
  const { outputs, buildInformation, outputFolder } = compilation(ts, join(folder, "tsconfig.json"));
  // The compiler trusts its build information, which still lists outputs that were deleted from dist.
  const present = new Set(await filesIn(outputFolder));
  if (outputs.some((file) => !present.has(file))) await compile(folder, ["--force"]);
  const expected = new Set([...outputs, buildInformation, ...(await bundle(folder, outputFolder))]);
  for (const file of await filesIn(join(folder, "dist"))) {
    if (!expected.has(file)) await rm(file);
  }
}

/**
 * The files that the compiler writes for a project.
 * @param {typeof import("typescript")} ts
 * @param {string} configFile
 */
function compilation(ts, configFile) {
  const config = ts.getParsedCommandLineOfConfigFile(configFile, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new StepError(`${configFile}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
    },
  });
  const { outDir, tsBuildInfoFile } = config?.options ?? {};
  if (!config || !outDir || !tsBuildInfoFile) throw new StepError(`${configFile} must set outDir and tsBuildInfoFile`);
  const ignoreCase = !ts.sys.useCaseSensitiveFileNames;
  return {
    outputs: config.fileNames
      .flatMap((file) => ts.getOutputFileNames(config, file, ignoreCase))
      .map((file) => resolve(file)),
    buildInformation: resolve(tsBuildInfoFile),
    outputFolder: resolve(outDir),
  };
}

/** @param {string} folder */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => resolve(entry.parentPath, entry.name));
}
