import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmCommand } from "../../tools/npm.mjs";
import { cacheFolder } from "../../tools/pulumi/cacheFolder.mjs";
import { makeWhole } from "../../tools/pulumi/wholeFolder.mjs";
import { mustRun } from "../../tools/step.mjs";

/** A package of the registry, in a folder of the user's cache that is called by `label` and version. */
export async function cachedPackage(label: string, name: string, version: string): Promise<string> {
  const folder = join(cacheFolder(process.env), `${label}-${version}`);
  await makeWhole(folder, {
    isComplete: async (candidate) => existsSync(join(candidate, "node_modules", name, "package.json")),
    make: async (into) => {
      await mkdir(into, { recursive: true });
      // A folder that is no package of its own is installed into the next one above it.
      await writeFile(join(into, "package.json"), '{ "private": true }\n');
      await npm(into, ["install", `${name}@${version}`]);
    },
    onWait: () => undefined,
  });
  return join(folder, "node_modules", name);
}

/** Runs npm in a folder, without scripts of packages, and answers what it printed. */
export async function npm(folder: string, given: readonly string[]): Promise<string> {
  const { path, programArguments } = npmCommand([...given, "--ignore-scripts", "--no-audit", "--no-fund"]);
  return await mustRun(`npm ${given.join(" ")}`, path, programArguments, { folder });
}

/** Packs a package of this checkout as it would be published; answers what npm printed. */
export async function npmPack(folder: string, given: readonly string[]): Promise<string> {
  const { path, programArguments } = npmCommand(["pack", ...given]);
  return await mustRun("npm pack", path, programArguments, { folder });
}
