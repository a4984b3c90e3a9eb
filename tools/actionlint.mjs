// @ts-check
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { buildProgram, usableGo } from "./pulumi/go.mjs";
import { isExecutable, programFile } from "./pulumi/program.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { repository } from "./repository.mjs";

/** The version that `actionlint/go.mod` requires; a test holds the two together. */
export const actionlintVersion = "1.7.12";

/**
 * The linter of GitHub Actions workflows.
 * @typedef {{ path: string } | { path: undefined, reason: string }} Actionlint
 */

/**
 * The linter in the user's cache; the user's Go builds it there once, if it may.
 * @param {{ environment?: import("./pulumi/program.mjs").Environment, cache?: string, mayBuild?: boolean }} [options]
 * @returns {Promise<Actionlint>}
 */
export async function findActionlint(options = {}) {
  const { environment = process.env, cache = cacheFolder(environment), mayBuild = true } = options;
  const folder = join(cache, `actionlint-${actionlintVersion}-${process.platform}-${process.arch}`);
  const path = join(folder, programFile("actionlint"));
  if (!mayBuild && !(await isExecutable(path))) {
    return { path: undefined, reason: "npm run test:full builds actionlint" };
  }
  try {
    await makeWhole(folder, {
      isComplete: (candidate) => isExecutable(join(candidate, programFile("actionlint"))),
      make: async (into) => {
        await mkdir(into, { recursive: true });
        await build(join(into, programFile("actionlint")), environment);
      },
      onWait: () => undefined,
    });
    return { path };
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { path: undefined, reason: `actionlint ${actionlintVersion} could not be built: ${line}` };
  }
}

/**
 * @param {string} target
 * @param {import("./pulumi/program.mjs").Environment} environment
 */
async function build(target, environment) {
  const program = {
    name: "actionlint",
    module: join(repository, "tools", "actionlint"),
    package: "github.com/rhysd/actionlint/cmd/actionlint",
    linkerFlags: "-s -w",
  };
  await buildProgram(await usableGo(environment), program, target, { environment, say: () => undefined });
}

// `node tools/actionlint.mjs`: builds it, so that `npm test` lints the workflows.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = await findActionlint();
  process.stdout.write(built.path === undefined ? `${built.reason}\n` : `${built.path}\n`);
  process.exitCode = built.path === undefined ? 1 : 0;
}
