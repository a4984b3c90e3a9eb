// @ts-check
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isExecutable, programFile, runProgram } from "./program.mjs";
import { cliVersion } from "./versions.mjs";

/** Where Pulumi publishes its release archives and their checksums. */
export const officialReleases = "https://get.pulumi.com/releases/sdk";

/** Many networks silently drop requests that they do not allow, so time-outs are short. */
const patience = { firstAnswer: 5_000, silence: 15_000 };

/**
 * The name of the release archive for a platform; undefined if Pulumi publishes none.
 * @param {NodeJS.Platform} platform
 * @param {string} architecture
 */
export function archiveName(platform, architecture) {
  /** @type {{ [platform: string]: string }} */
  const systems = { linux: "linux", darwin: "darwin", win32: "windows" };
  const system = systems[platform];
  if (!system || !["x64", "arm64"].includes(architecture)) return undefined;
  return `pulumi-v${cliVersion}-${system}-${architecture}.${platform === "win32" ? "zip" : "tar.gz"}`;
}

/**
 * Puts the programs from the release archive into `folder`. Throws an Error with one readable sentence if it is not
 * available.
 * @param {string} folder empty
 * @param {{
 *   releases: string,
 *   environment: import("./program.mjs").Environment,
 *   signal?: AbortSignal,
 *   patience?: { firstAnswer: number, silence: number },
 * }} options
 */
export async function downloadRelease(folder, options) {
  const name = archiveName(process.platform, process.arch);
  if (!name) throw new Error(`there is none for ${process.platform} on ${process.arch}`);
  const wanted = await publishedChecksum(name, options);
  const archive = join(folder, name);
  const found = await download(`${options.releases}/${name}`, archive, options);
  if (found !== wanted) {
    throw new Error(`${name} has the SHA-256 checksum ${found}, published is ${wanted}: it was not used`);
  }
  await unpack(archive, folder, options);
}

/**
 * @param {string} name
 * @param {Parameters<typeof downloadRelease>[1]} options
 */
async function publishedChecksum(name, options) {
  const address = `${options.releases}/pulumi-${cliVersion}-checksums.txt`;
  const text = await request(address, options, async (response, heard) => {
    const body = await response.text();
    heard();
    return body;
  });
  for (const line of text.split("\n")) {
    const [checksum, file] = line.trim().split(/\s+\*?/);
    if (file === name && checksum && /^[0-9a-f]{64}$/i.test(checksum)) return checksum.toLowerCase();
  }
  throw new Error(`${address} names no SHA-256 checksum of ${name}`);
}

/**
 * @param {string} address
 * @param {string} file
 * @param {Parameters<typeof downloadRelease>[1]} options
 * @returns {Promise<string>} the checksum of the download
 */
function download(address, file, options) {
  return request(address, options, async (response, heard) => {
    const hash = createHash("sha256");
    await pipeline(
      /** @type {AsyncIterable<Uint8Array>} */ (response.body),
      async function* (chunks) {
        for await (const chunk of chunks) {
          heard();
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file),
    );
    return hash.digest("hex");
  });
}

/**
 * One GET that times out when no data arrives, but not when data arrives slowly.
 * @template T
 * @param {string} address
 * @param {Parameters<typeof downloadRelease>[1]} options
 * @param {(response: Response, heard: () => void) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function request(address, options, read) {
  const { firstAnswer, silence } = options.patience ?? patience;
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), firstAnswer);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silence);
  };
  try {
    const response = await fetch(address, {
      signal: options.signal ? AbortSignal.any([options.signal, silent.signal]) : silent.signal,
    });
    heard();
    if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
    return await read(response, heard);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (silent.signal.aborted) throw new Error(`${address} does not answer`);
    if (error instanceof TypeError) throw new Error(`${address} cannot be reached or broke off (${cause(error)})`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {TypeError} error the message of fetch is only "fetch failed" or "terminated"; its cause has the reason */
function cause(error) {
  const inner = /** @type {{ code?: string, message?: string } | undefined} */ (error.cause);
  return inner?.code ?? inner?.message ?? error.message;
}

/**
 * @param {string} archive
 * @param {string} folder
 * @param {Parameters<typeof downloadRelease>[1]} options
 */
async function unpack(archive, folder, { environment, signal }) {
  const inside = join(folder, "archive");
  await mkdir(inside);
  const { code, errorOutput } = await runProgram(tarProgram(environment), ["-xf", archive, "-C", inside], {
    environment,
    signal,
  }).catch((error) => {
    signal?.throwIfAborted();
    throw new Error(`the program tar is needed to unpack it (${error.message})`);
  });
  if (code !== 0) throw new Error(`tar could not unpack it: ${errorOutput.trim().split("\n").at(-1)}`);
  // The archive for Windows has one more level than the others.
  const programs = [join(inside, "pulumi"), join(inside, "pulumi", "bin")];
  for (const candidate of programs) {
    if (!(await isExecutable(join(candidate, programFile("pulumi"))))) continue;
    for (const file of await readdir(candidate)) await rename(join(candidate, file), join(folder, file));
    await rm(inside, { recursive: true, force: true });
    await rm(archive);
    return;
  }
  throw new Error("it contains no Pulumi CLI");
}

/**
 * On Windows the system's own tar, which reads zip files: Git's tar, often first on the PATH, does not.
 * @param {import("./program.mjs").Environment} environment
 */
function tarProgram(environment) {
  if (process.platform !== "win32") return "tar";
  return join(environment.SystemRoot ?? "C:\\Windows", "System32", "tar.exe");
}
