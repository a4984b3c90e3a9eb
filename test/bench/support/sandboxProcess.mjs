// @ts-check
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "./engineRuns.mjs";

/**
 * The checkouts to measure, all built: the one in OUTREACH_BENCH_BEFORE, if any, then this one.
 * @returns {{ label: string, checkout: string }[]}
 */
export function checkouts() {
  const now = { label: "", checkout: repository };
  const before = process.env.OUTREACH_BENCH_BEFORE;
  return before
    ? [
        { label: "before: ", checkout: before },
        { ...now, label: "now: " },
      ]
    : [now];
}

/**
 * A sandbox in a separate process, which ends with this one.
 * @param {string[]} options
 * @param {string} [checkout] the checkout with the sandbox to start
 */
export async function startSandbox(options, checkout = repository) {
  const child = spawn(
    process.execPath,
    [
      join(checkout, "sandbox/bin/pulumi-outreach-sandbox.js"),
      "--port",
      "0",
      "--json",
      "--exit-with-parent",
      ...options,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const line = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  const { url, controlUrl, apiKey, processId } = JSON.parse(String(line));
  const ask = async (/** @type {string} */ path) => {
    const answer = await fetch(`${controlUrl}/${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  return {
    url: String(url),
    apiKey: String(apiKey),
    processId: Number(processId),
    /** The number of requests that the service has received. */
    requests: async () => /** @type {{ requests: number }} */ (await ask("state")).requests,
    /** The complete request log. */
    log: async () => {
      const page = await ask("log");
      return /** @type {{ time: number, method: string, path: string, status: number }[]} */ (page.requests);
    },
    /** The number of steps that all campaigns have sent. */
    sentSteps: async () => {
      const { campaignLogs } = /** @type {{ campaignLogs: { status: string }[] }} */ (await ask("objects"));
      return campaignLogs.filter(({ status }) => status === "sent").length;
    },
    /** Runs a control operation. @param {string} name @param {object} input */
    control: async (name, input) => {
      const answer = await fetch(`${controlUrl}/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      return await answer.json();
    },
    /** Creates an object and returns its id. @param {string} path @param {object} body */
    post: async (path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return /** @type {{ id: number }} */ (await answer.json()).id;
    },
    /** Sends a request as the account's owner. @param {string} method @param {string} path @param {object} [body] */
    send: async (method, path, body) => {
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    },
    /** Ends the process at once, as a crash would. */
    kill: async () => {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
