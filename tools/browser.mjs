// @ts-check
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { cachedPackage } from "./cachedPackage.mjs";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { runProgram } from "./pulumi/program.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";

/** Contains a compressed Chromium for Linux, and has no install script. */
const packaged = { name: "@sparticuz/chromium", version: "147.0.2" };

/**
 * A browser for the page's tests.
 * @typedef {{ path: string, how: "installed" | "packaged" } | { path: undefined, reason: string }} Browser
 */

/**
 * An installed Chrome, Chromium or Edge; on Linux without one, the Chromium from a package, kept in the user's cache.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  for (const path of candidates(process.platform, process.env)) {
    if (existsSync(path) && (await runs(path))) return { path, how: "installed" };
  }
  if (process.platform !== "linux" || process.arch !== "x64") {
    return { path: undefined, reason: "no Chrome, Chromium or Edge is installed" };
  }
  try {
    return { path: await packagedBrowser(), how: "packaged" };
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { path: undefined, reason: `no Chrome, Chromium or Edge is installed, and installing one failed: ${line}` };
  }
}

/**
 * Where browsers are installed.
 * @param {NodeJS.Platform} platform
 * @param {import("./pulumi/program.mjs").Environment} environment
 * @returns {string[]}
 */
export function candidates(platform, environment) {
  if (platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === "win32") {
    const folders = [environment.PROGRAMFILES, environment["PROGRAMFILES(X86)"], environment.LOCALAPPDATA];
    return folders.flatMap((folder) =>
      folder
        ? [join(folder, "Google/Chrome/Application/chrome.exe"), join(folder, "Microsoft/Edge/Application/msedge.exe")]
        : [],
    );
  }
  const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "microsoft-edge"];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * Some systems install a script instead of the browser, which prints how to install it.
 * @param {string} path
 */
async function runs(path) {
  // Elsewhere the program opens a window instead of printing its version.
  if (process.platform !== "linux") return true;
  return await runProgram(path, ["--version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** @returns {Promise<string>} */
async function packagedBrowser() {
  const folder = join(cacheFolder(process.env), `chromium-program-${packaged.version}`);
  const program = "chromium";
  await makeWhole(folder, {
    isComplete: async (candidate) => existsSync(join(candidate, program)),
    make: async (into) => {
      const source = join(await cachedPackage("chromium", packaged.name, packaged.version), "bin", "chromium.br");
      await mkdir(into, { recursive: true });
      await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(join(into, program)));
      await chmod(join(into, program), 0o755);
    },
    onWait: () => undefined,
  });
  return join(folder, program);
}
