// @ts-check
import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const heartbeatMilliseconds = 2_000;
/** A holder without a heartbeat for this long is gone, even if its process id exists. */
const silentForMilliseconds = 60_000;
const pollMilliseconds = 200;

/**
 * Runs `work` while no other process holds the lock file. The lock only avoids duplicate work, which must be safe
 * without it, since a holder that slept for long may have been replaced.
 * @template T
 * @param {string} file
 * @param {{ onWait: (holder: string) => void, signal?: AbortSignal }} options `onWait` is called once, if at all
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function holdingLock(file, { onWait, signal }, work) {
  let told = false;
  while (!tryLock(file)) {
    if (await isAbandoned(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) onWait(readHolder(file)?.process ?? "another process");
    told = true;
    await wait(pollMilliseconds, undefined, { signal });
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMilliseconds);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readHolder(file)?.id === process.pid) rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, JSON.stringify({ id: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Removed by a person, or by a process that considered this one dead: the work is safe without it.
  }
}

/**
 * @param {string} file
 * @returns {{ id: number, process: string, host: string } | undefined} undefined between a lock's creation and its first content
 */
function readHolder(file) {
  try {
    const { id, host } = JSON.parse(readFileSync(file, "utf8"));
    return { id, host, process: host === hostname() ? `process ${id}` : `process ${id} on ${host}` };
  } catch {
    return undefined;
  }
}

/** @param {string} file */
async function isAbandoned(file) {
  const holder = readHolder(file);
  if (holder?.host === hostname() && !isAlive(holder.id)) return true;
  const age = await stat(file).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  return age > silentForMilliseconds;
}

/** @param {number} id */
function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
