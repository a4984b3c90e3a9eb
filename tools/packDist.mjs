// @ts-check
// Before `npm pack`, in the folder of a package: compiles the sources and removes all other files from dist. Compiled
// files stay in place meanwhile, because running programs may use them.
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import ts from "typescript";
import { compile } from "./compile.mjs";
import { runCommand, StepError } from "./step.mjs";

await runCommand(async () => {
  const folder = process.cwd();
  const { outputs, buildInformation, outputFolder } = compilation(join(folder, "tsconfig.json"));
  await compile(folder);
  const expected = new Set([...outputs, buildInformation]);
  for (const file of await filesIn(outputFolder)) {
    if (!expected.has(file)) await rm(file);
  }
  // The compiler trusts its build information, which still lists outputs that were deleted from dist.
  const present = new Set(await filesIn(outputFolder));
  if (outputs.some((file) => !present.has(file))) await compile(folder, ["--force"]);
  return 0;
});

/**
 * The files that the compiler writes for a project.
 * @param {string} configFile
 */
function compilation(configFile) {
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
