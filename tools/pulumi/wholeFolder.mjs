// @ts-check
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { holdingLock } from "./lock.mjs";

/**
 * Creates a folder atomically, however the process ends; with several processes, one creates it and the others wait.
 * Does nothing if it is complete.
 * @param {string} folder
 * @param {{
 *   isComplete: (folder: string) => Promise<boolean>,
 *   make: (into: string) => Promise<void>,
 *   onWait: (holder: string) => void,
 *   signal?: AbortSignal,
 * }} options `make` receives an empty folder beside the final one
 */
export async function makeWhole(folder, { isComplete, make, onWait, signal }) {
  if (await isComplete(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  await holdingLock(`${folder}.lock`, { onWait, signal }, async () => {
    if (await isComplete(folder)) return;
    await removeLeftOvers(folder);
    const partial = `${folder}.partial-${randomBytes(4).toString("hex")}`;
    try {
      await mkdir(partial);
      await make(partial);
      if (await isComplete(folder)) return;
      // Something was removed from it by hand: a folder cannot be renamed over it.
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}

/**
 * Removes leftovers of a killed process. Only the lock's holder creates such folders.
 * @param {string} folder
 */
async function removeLeftOvers(folder) {
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (path.startsWith(`${folder}.partial-`)) await rm(path, { recursive: true, force: true });
  }
}
