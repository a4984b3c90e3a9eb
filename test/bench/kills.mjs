// @ts-check
// Whether a sandbox with a store loses confirmed changes: kills at random times, under four writers that create
// lists and agents and edit the agents. After each kill, every confirmed change must exist, exactly once.
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "./support/sandboxProcess.mjs";

const kills = Number(process.env.OUTREACH_BENCH_KILLS ?? 50);
const writers = 4;
const longestMilliseconds = 400;

const folder = mkdtempSync(join(tmpdir(), "outreach-bench-"));
const options = ["--store", join(folder, "store.db"), "--clock", "manual", "--rate-limit", "off"];
/** The last confirmed name of each object. @type {Map<string, string>} */
const answered = new Map();
/** Names in requests without a response: each may have taken effect. @type {Map<string, Set<string>>} */
const open = new Map();
let count = 0;
let lost = 0;
let doubled = 0;

/** @typedef {Awaited<ReturnType<typeof startSandbox>>} Sandbox */

/** Creates objects and renames the agents among them until the sandbox is gone. @param {Sandbox} sandbox */
async function write(sandbox) {
  for (;;) {
    const list = await send(sandbox, "POST", "list", { name: `List ${++count}` });
    if (list === undefined) return;
    const agent = await send(sandbox, "POST", "agent", { name: `Agent ${++count}`, listId: list });
    if (agent === undefined) return;
    if ((await send(sandbox, "PATCH", `agent/${agent}`, { name: `Agent ${++count}` })) === undefined) return;
  }
}

/**
 * @param {Sandbox} sandbox @param {string} method @param {string} path @param {{ name: string }} body
 * @returns {Promise<number | undefined>} the id, if there was a response
 */
async function send(sandbox, method, path, body) {
  const kind = path.split("/")[0] ?? "";
  const target = method === "PATCH" ? path : undefined;
  try {
    const answer = await sandbox.send(method, `/v1/${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
    const id = target === undefined ? answer.body.id : Number(target.split("/")[1]);
    answered.set(`${kind}/${id}`, body.name);
    return id;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (target !== undefined) open.set(target, new Set([...(open.get(target) ?? []), body.name]));
    return undefined;
  }
}

/** Compares the stored objects with the confirmed ones. @param {Sandbox} sandbox */
async function judge(sandbox) {
  const kept = new Map();
  for (const kind of ["list", "agent"]) {
    const { body } = await sandbox.send("GET", `/v1/${kind}`);
    for (const { id, name } of body) {
      if (kept.has(`${kind}/${id}`)) doubled += 1;
      kept.set(`${kind}/${id}`, name);
    }
  }
  for (const [key, name] of answered) {
    if (kept.get(key) !== name && open.get(key)?.has(kept.get(key)) !== true) lost += 1;
    answered.set(key, kept.get(key) ?? name);
  }
}

let sandbox = await startSandbox(options);
try {
  for (let round = 0; round < kills; round += 1) {
    const writing = Array.from({ length: writers }, () => write(sandbox));
    await sleep(randomInt(longestMilliseconds));
    await sandbox.kill();
    await Promise.all(writing);
    sandbox = await startSandbox(options);
    await judge(sandbox);
  }
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
const fine = lost === 0 && doubled === 0;
console.log(`${kills} kills at random instants, ${writers} writers:`);
console.log(`  objects answered   ${answered.size}`);
console.log(`  lost or changed    ${lost}`);
console.log(`  twice              ${doubled}`);
console.log(`  target             none: ${fine ? "met" : "MISSED"}`);
process.exitCode = fine ? 0 : 1;
