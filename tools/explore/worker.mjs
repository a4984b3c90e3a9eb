// @ts-check
// One exploration in a separate process, since it replaces time and random ids of the whole process.
import { pathToFileURL } from "node:url";

/** @typedef {import("./jobs.mjs").Job} Job */
/** @typedef {import("./jobs.mjs").Bundle} Bundle */

process.once("message", async (/** @type {Job} */ job) => {
  /** @type {Bundle} */
  const { exploreJob } = await import(pathToFileURL(job.file).href);
  process.send?.(await exploreJob(job), () => process.disconnect());
});
