// @ts-check
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildWithGo } from "./build.mjs";
import { cacheFolder } from "./cacheFolder.mjs";
import { stopwatch } from "./duration.mjs";
import { holdingLock } from "./lock.mjs";
import { isComplete, pulumiOnPath, versionOf } from "./onPath.mjs";
import { programFile } from "./program.mjs";
import { downloadRelease, officialReleases } from "./release.mjs";
import { cliVersion } from "./versions.mjs";

/**
 * A Pulumi CLI that can run the project's programs.
 * @typedef {object} PulumiCli
 * @property {string} path the executable
 * @property {string} folder its folder: put it first on the PATH of whoever calls `pulumi` by name
 * @property {string} version `3.259.0`
 * @property {"path" | "cache" | "release" | "go"} how found on the PATH or in the cache, or just downloaded or built
 */

/**
 * @typedef {object} FindOptions
 * @property {import("./program.mjs").Environment} [environment] the process's own by default. A mirror of the release
 *   archives can be named in `PULUMI_OUTREACH_RELEASES`
 * @property {string} [cache] the project's folder in the user's cache
 * @property {(text: string) => void} [say] told what takes time, and how long it took; standard error by default
 * @property {AbortSignal} [signal] stops it and clears away what is half-made
 * @property {{ firstAnswer: number, silence: number }} [patience] milliseconds without a word from the network
 */

/** No way has led to a CLI; the message says which were tried and what to do. */
export class NoPulumiError extends Error {}

/**
 * Finds a Pulumi CLI, or gets one into the user's cache: from the release archive, else by building it.
 * @param {FindOptions} [options]
 * @returns {Promise<PulumiCli>}
 */
export async function findPulumi(options = {}) {
  const environment = options.environment ?? process.env;
  const say = options.say ?? sayOnStandardError;
  const { found, reasons } = await pulumiOnPath(environment, options.signal);
  if (found) return { ...found, folder: dirname(found.path), how: "path" };

  const cache = options.cache ?? cacheFolder(environment);
  const folder = join(cache, `pulumi-${cliVersion}-${process.platform}-${process.arch}`);
  const path = join(folder, programFile("pulumi"));
  if (await isComplete(folder)) return { path, folder, version: cliVersion, how: "cache" };

  await mkdir(cache, { recursive: true });
  const waited = stopwatch();
  let hasWaited = false;
  const onWait = (/** @type {string} */ holder) => {
    hasWaited = true;
    say(`waiting for ${holder}, which is getting the Pulumi CLI already`);
  };
  return holdingLock(`${folder}.lock`, { onWait, signal: options.signal }, async () => {
    if (await isComplete(folder)) {
      if (hasWaited) say(`the Pulumi CLI is there, after ${waited()}`);
      return { path, folder, version: cliVersion, how: "cache" };
    }
    const how = await fill(folder, reasons, { ...options, environment, say });
    return { path, folder, version: cliVersion, how };
  });
}

/**
 * Gets the CLI into `folder`, which appears whole or not at all.
 * @param {string} folder
 * @param {string[]} onPathReasons
 * @param {FindOptions & { environment: import("./program.mjs").Environment, say: (text: string) => void }} options
 * @returns {Promise<"release" | "go">}
 */
async function fill(folder, onPathReasons, options) {
  const { environment, say, signal, patience } = options;
  await removeLeftOvers(folder);
  const releases = (environment.PULUMI_OUTREACH_RELEASES || officialReleases).replace(/\/+$/, "");
  /** @type {{ how: "release" | "go", name: string, get: (into: string) => Promise<void> }[]} */
  const ways = [
    {
      how: "release",
      name: "release archive",
      get: async (into) => {
        say(`looking for the release archive of the Pulumi CLI ${cliVersion} at ${releases}`);
        await downloadRelease(into, { releases, environment, signal, patience });
      },
    },
    { how: "go", name: "built with Go", get: (into) => buildWithGo(into, { environment, say, signal }) },
  ];
  const tried = [`on the PATH: ${onPathReasons.join("; ") || "there is no Pulumi CLI"}`];
  for (const way of ways) {
    const taken = stopwatch();
    const partial = `${folder}.partial-${randomBytes(4).toString("hex")}`;
    try {
      await mkdir(partial);
      await way.get(partial);
      await expectWorking(partial, environment, signal);
      await putInPlace(partial, folder);
      say(`the Pulumi CLI ${cliVersion} is in ${folder}, after ${taken()}`);
      return way.how;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = /** @type {Error} */ (error).message;
      tried.push(`${way.name}: ${reason}`);
      if (way.how === "release") say(`no release archive after ${taken()}: ${reason}`);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  throw new NoPulumiError(
    `There is no Pulumi CLI to run:\n  ${tried.join("\n  ")}\n` +
      "Install it as https://www.pulumi.com/docs/install/ says, and run this again.",
  );
}

/**
 * @param {string} folder
 * @param {import("./program.mjs").Environment} environment
 * @param {AbortSignal} [signal]
 */
async function expectWorking(folder, environment, signal) {
  if (!(await isComplete(folder))) throw new Error("it lacks the CLI's Node.js language host");
  const version = await versionOf(join(folder, programFile("pulumi")), environment, signal);
  if (version !== cliVersion) throw new Error(`"pulumi version" answers ${version ?? "nothing"} on this machine`);
}

/**
 * @param {string} partial
 * @param {string} folder
 */
async function putInPlace(partial, folder) {
  if (await isComplete(folder)) return;
  // Something was taken out of it by hand: a folder cannot be renamed over it.
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
}

/**
 * What a killed start has left. Only the lock's holder makes such folders.
 * @param {string} folder
 */
async function removeLeftOvers(folder) {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path.startsWith(`${folder}.partial-`)) await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} text */
function sayOnStandardError(text) {
  process.stderr.write(`${text}\n`);
}
