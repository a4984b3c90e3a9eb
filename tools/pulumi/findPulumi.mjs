// @ts-check
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildWithGo } from "./build.mjs";
import { cacheFolder } from "./cacheFolder.mjs";
import { stopwatch } from "./duration.mjs";
import { isComplete, pulumiOnPath, versionOf } from "./onPath.mjs";
import { programFile } from "./program.mjs";
import { downloadRelease, officialReleases } from "./release.mjs";
import { cliVersion } from "./versions.mjs";
import { makeWhole } from "./wholeFolder.mjs";

/**
 * A Pulumi CLI that can run the project's programs.
 * @typedef {object} PulumiCli
 * @property {string} path the executable
 * @property {string} folder its folder: put it first on the PATH of programs that call `pulumi` by name
 * @property {string} version `3.259.0`
 * @property {"path" | "cache" | "release" | "go"} how found on the PATH or in the cache, or just downloaded or built
 */

/**
 * @typedef {object} FindOptions
 * @property {import("./program.mjs").Environment} [environment] the process's own by default. A mirror of the release
 *   archives can be named in `PULUMI_OUTREACH_RELEASES`
 * @property {string} [cache] the project's folder in the user's cache
 * @property {(text: string) => void} [say] receives progress messages; default: standard error
 * @property {AbortSignal} [signal] stops it and removes incomplete files
 * @property {{ firstAnswer: number, silence: number }} [patience] milliseconds without data from the network
 */

/** No CLI could be found or built; the message lists the attempts and what to do. */
export class NoPulumiError extends Error {}

/**
 * Finds a Pulumi CLI, or installs one into the user's cache: from the release archive, or else by building it.
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

  /** @type {PulumiCli["how"]} */
  let how = "cache";
  const taken = stopwatch();
  await makeWhole(folder, {
    isComplete,
    make: async (into) => {
      how = await get(into, reasons, { ...options, environment, say });
    },
    onWait: (holder) => say(`waiting for ${holder}, which is already installing the Pulumi CLI`),
    signal: options.signal,
  });
  say(`the Pulumi CLI ${cliVersion} is in ${folder}, after ${taken()}`);
  return { path, folder, version: cliVersion, how };
}

/**
 * Puts the CLI into an empty folder.
 * @param {string} folder
 * @param {string[]} onPathReasons
 * @param {FindOptions & { environment: import("./program.mjs").Environment, say: (text: string) => void }} options
 * @returns {Promise<"release" | "go">}
 */
async function get(folder, onPathReasons, { environment, say, signal, patience }) {
  const releases = (environment.PULUMI_OUTREACH_RELEASES || officialReleases).replace(/\/+$/, "");
  const tried = [`on the PATH: ${onPathReasons.join("; ") || "there is no Pulumi CLI"}`];
  say(`looking for the release archive of the Pulumi CLI ${cliVersion} at ${releases}`);
  const looked = stopwatch();
  try {
    await downloadRelease(folder, { releases, environment, signal, patience });
    await expectWorking(folder, environment, signal);
    return "release";
  } catch (error) {
    signal?.throwIfAborted();
    tried.push(`release archive: ${messageOf(error)}`);
    say(`no release archive after ${looked()}: ${messageOf(error)}`);
  }
  await rm(folder, { recursive: true });
  await mkdir(folder);
  try {
    await buildWithGo(folder, { environment, say, signal });
    await expectWorking(folder, environment, signal);
    return "go";
  } catch (error) {
    signal?.throwIfAborted();
    tried.push(`built with Go: ${messageOf(error)}`);
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

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} text */
function sayOnStandardError(text) {
  process.stderr.write(`${text}\n`);
}
