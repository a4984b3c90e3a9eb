// @ts-check
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { buildProgram, usableGo } from "./pulumi/go.mjs";
import { isExecutable, programFile } from "./pulumi/program.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { repository } from "./repository.mjs";

/**
 * A program for tests, which the module in `tools/NAME` pins with all its dependencies.
 * @typedef {{ name: string, version: string, package: string }} GoTool
 * @typedef {{ path: string } | { path: undefined, reason: string }} FoundTool
 * @typedef {{ environment?: import("./pulumi/program.mjs").Environment, cache?: string, mayBuild?: boolean }} FindOptions
 */

/**
 * A tool in the user's cache; if allowed, the user's Go builds it there once.
 * @param {GoTool} tool
 * @param {FindOptions} [options]
 * @returns {Promise<FoundTool>}
 */
export async function findGoTool(tool, options = {}) {
  const { environment = process.env, cache = cacheFolder(environment), mayBuild = true } = options;
  const { name, version } = tool;
  const folder = join(cache, `${name}-${version}-${process.platform}-${process.arch}`);
  const path = join(folder, programFile(name));
  if (!mayBuild && !(await isExecutable(path))) {
    return { path: undefined, reason: `npm run test:full builds ${name}` };
  }
  try {
    await makeWhole(folder, {
      isComplete: (candidate) => isExecutable(join(candidate, programFile(name))),
      make: async (into) => {
        await mkdir(into, { recursive: true });
        const module = join(repository, "tools", name);
        const program = { name, module, package: tool.package, linkerFlags: "-s -w" };
        const given = { environment, say: () => undefined };
        await buildProgram(await usableGo(environment), program, join(into, programFile(name)), given);
      },
      onWait: () => undefined,
    });
    return { path };
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { path: undefined, reason: `${name} ${version} could not be built: ${line}` };
  }
}
