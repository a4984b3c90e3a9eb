// @ts-check
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "../repository.mjs";
import { StepError } from "../step.mjs";

const stopMilliseconds = 10_000;

/**
 * The local service as a separate process.
 * @typedef {{ url: string, apiKey: string, stop: () => Promise<void> }} SandboxProcess
 */

/**
 * @param {{ port: number, store: string }} options
 * @returns {Promise<SandboxProcess>}
 */
export async function startSandboxProcess({ port, store }) {
  const child = spawn(
    process.execPath,
    [
      join(repository, "sandbox", "bin", "pulumi-outreach-sandbox.js"),
      ...["--port", String(port), "--store", store, "--json", "--exit-with-parent"],
    ],
    // In a separate process group: Ctrl-C must reach only Pulumi, which uses the sandbox until it has ended.
    { cwd: repository, stdio: ["pipe", "pipe", "pipe"], detached: true, windowsHide: true },
  );
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errorOutput += text;
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once("close", () => resolve()));
  const { url, apiKey } = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new StepError(`The sandbox could not be started: ${error.message}`)));
    child.once("close", () => reject(new StepError(`The sandbox ended at once:\n${errorOutput}`.trimEnd())));
    createInterface({ input: child.stdout }).once("line", (line) => {
      const announced = readAnnouncement(line);
      if (announced) resolve(announced);
      else reject(new StepError(`The sandbox printed something unexpected: ${line}`));
    });
  }).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const giveUp = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
    await ended;
    clearTimeout(giveUp);
  };
  return { url, apiKey, stop };
}

/**
 * @param {string} line
 * @returns {{ url: string, apiKey: string } | undefined}
 */
function readAnnouncement(line) {
  try {
    const { url, apiKey } = JSON.parse(line);
    return typeof url === "string" && typeof apiKey === "string" ? { url: new URL(url).origin, apiKey } : undefined;
  } catch {
    return undefined;
  }
}
