// @ts-check
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";

/**
 * Data that one `npm run up` keeps for the next.
 * @typedef {object} Remembered
 * @property {readonly string[]} origins addresses that the sandbox has had, latest first
 */

/**
 * @param {string} file
 * @returns {Promise<Remembered>}
 */
export async function recall(file) {
  try {
    const { origins } = JSON.parse(await readFile(file, "utf8"));
    if (!Array.isArray(origins)) return { origins: [] };
    return { origins: origins.filter((origin) => typeof origin === "string" && URL.canParse(origin)) };
  } catch {
    return { origins: [] };
  }
}

/**
 * Puts the address first.
 * @param {string} file
 * @param {Remembered} remembered
 * @param {string} origin
 * @returns {Promise<Remembered>}
 */
export async function remember(file, remembered, origin) {
  const now = { origins: [origin, ...remembered.origins.filter((earlier) => earlier !== origin)] };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(now)}\n`);
  return now;
}

/**
 * The sandbox's last port if it is free, so that its address stays the one recorded in the stack; otherwise 0 for any
 * port.
 * @param {Remembered} remembered
 * @returns {Promise<number>}
 */
export async function portToUse(remembered) {
  const [latest] = remembered.origins;
  if (latest === undefined) return 0;
  const port = Number(new URL(latest).port);
  return (await isFree(port)) ? port : 0;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * The value for OUTREACH_ACKNOWLEDGE with which objects recorded under an earlier address still count as the same
 * sandbox's. An object keeps the address under which it was last written, so any earlier address may be recorded.
 * @param {Remembered} remembered
 * @param {string | undefined} given the user's own codes
 * @returns {string}
 */
export function acknowledgements({ origins: [, ...earlier] }, given) {
  return [...(given ? [given] : []), ...earlier.map((origin) => `moved:${origin}`)].join(",");
}
