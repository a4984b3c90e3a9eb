// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link] a folder of this workspace
 * @property {boolean} [optional] may be missing, for example because it is for another platform
 * @property {string} [resolved]
 * @property {{ [command: string]: string }} [bin]
 */

/**
 * Whether node_modules matches package-lock.json. Compares npm's records of both, since file times mean nothing after a
 * checkout.
 * @param {string} folder
 */
export async function isInstalled(folder) {
  const wanted = await readPackages(join(folder, "package-lock.json"));
  const present = await readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (!wanted) throw new Error(`${folder} has no readable package-lock.json`);
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    // The root and the workspace's folders are sources: only their commands are installed, as links.
    if (!/(^|\/)node_modules\//.test(path)) return !entry.bin || isDeepStrictEqual(entry.bin, found?.bin);
    if (!found) return entry.optional === true;
    if (entry.link) return found.link === true && found.resolved === entry.resolved;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Promise<{ [path: string]: LockedPackage } | undefined>}
 */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages ?? {};
  } catch {
    return undefined;
  }
}
