// @ts-check
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { holdingLock } from "./lock.mjs";

/**
 * Makes a folder that appears whole or not at all, however the process ends; of several processes one makes it and the
 * others wait. Does nothing where it is complete.
 * @param {string} folder
 * @param {{
 *   isComplete: (folder: string) => Promise<boolean>,
 *   make: (into: string) => Promise<void>,
 *   onWait: (holder: string) => void,
 *   signal?: AbortSignal,
 * }} options `make` is given an empty folder beside the wanted one
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
      // Something was taken out of it by hand: a folder cannot be renamed over it.
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}

/**
 * What a killed process has left. Only the lock's holder makes such folders.
 * @param {string} folder
 */
async function removeLeftOvers(folder) {
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (path.startsWith(`${folder}.partial-`)) await rm(path, { recursive: true, force: true });
  }
}
