// @ts-check
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmCommand } from "./npm.mjs";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { mustRun } from "./step.mjs";

/**
 * A package from the registry, in a folder of the user's cache that is named after `label` and version.
 * @param {string} label
 * @param {string} name
 * @param {string} version
 * @returns {Promise<string>} its folder
 */
export async function cachedPackage(label, name, version) {
  const folder = join(cacheFolder(process.env), `${label}-${version}`);
  await makeWhole(folder, {
    isComplete: async (candidate) => existsSync(join(candidate, "node_modules", name, "package.json")),
    make: async (into) => {
      await mkdir(into, { recursive: true });
      // Without its own package.json, npm would install into the next package above this folder.
      await writeFile(join(into, "package.json"), '{ "private": true }\n');
      await npm(into, ["install", `${name}@${version}`]);
    },
    onWait: () => undefined,
  });
  return join(folder, "node_modules", name);
}

/**
 * Runs npm in a folder, without package scripts.
 * @param {string} folder
 * @param {readonly string[]} given
 * @returns {Promise<string>} its output
 */
export async function npm(folder, given) {
  const { path, programArguments } = npmCommand([...given, "--ignore-scripts", "--no-audit", "--no-fund"]);
  return await mustRun(`npm ${given.join(" ")}`, path, programArguments, { folder });
}
