// @ts-check
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";

/**
 * What one `npm run up` leaves for the next.
 * @typedef {object} Remembered
 * @property {readonly string[]} origins addresses that the sandbox has had, the latest first
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
 * The port that the sandbox had last, where it is free, so that its address stays what the stack has recorded; else 0
 * for any.
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
 * What to say in OUTREACH_ACKNOWLEDGE, so that objects recorded under an earlier address are still known as the same
 * sandbox's. An object keeps the address it was last written under, so any earlier one may be the recorded one.
 * @param {Remembered} remembered
 * @param {string | undefined} given what the user acknowledges
 * @returns {string}
 */
export function acknowledgements({ origins: [, ...earlier] }, given) {
  return [...(given ? [given] : []), ...earlier.map((origin) => `moved:${origin}`)].join(",");
}
