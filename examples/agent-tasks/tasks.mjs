// @ts-check
// `node tasks.mjs list`, `node tasks.mjs begin TASK FOLDER`, `node tasks.mjs judge FOLDER`: README.md explains them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { factsOf, startAccount } from "./account.mjs";
import { Judgement } from "./judging/verdict.mjs";
import { accountTasks } from "./tasks/account.mjs";
import { programTasks } from "./tasks/program.mjs";

/**
 * @typedef {import("./account.mjs").Facts} Facts
 * @typedef {object} Task
 * @property {string} name
 * @property {string | ((facts: Facts | undefined) => string)} prompt the agent's task
 * @property {string} program the `index.ts` to begin with
 * @property {string} [baseline] the program to compare the agent's with; default: `program`
 * @property {boolean} [needsAccount]
 * @property {(judgement: Judgement, baseline: string) => Promise<void>} judge
 */

/** @type {readonly Task[]} */
export const tasks = [...programTasks, ...accountTasks];

/** The file in the task's folder with data for the judge. */
const recordFile = ".task.json";

/**
 * Writes the folder in which an agent works, without any hint of the answer.
 * @param {Task} task
 * @param {string} folder must not exist, or be empty
 * @param {{ address: string, apiKey: string }} [account]
 */
export async function writeTask(task, folder, account) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.ts"), task.program);
  const prompt = promptOf(task, account && (await factsOf(account.address)));
  const settings =
    account === undefined
      ? ""
      : `\nThe account is at OUTREACH_BASE_URL=${account.address}, with the key OUTREACH_API_KEY=${account.apiKey}. Set both in the environment.\n`;
  writeFileSync(join(folder, "TASK.md"), `${prompt}\n${settings}`);
  writeFileSync(join(folder, recordFile), JSON.stringify({ task: task.name, address: account?.address }));
}

/**
 * @param {Task} task
 * @param {Facts} [facts]
 */
function promptOf({ prompt }, facts) {
  return typeof prompt === "string" ? prompt : prompt(facts);
}

/**
 * Judges an agent's result in a folder.
 * @param {string} folder
 * @returns {Promise<string[]>} why the task is not done; empty if it is
 */
export async function judge(folder) {
  const { task: name, address } = JSON.parse(readFileSync(join(folder, recordFile), "utf8"));
  const task = tasks.find((each) => each.name === name);
  if (task === undefined) throw new Error(`there is no task ${name}`);
  const baseline = mkdtempSync(join(tmpdir(), "agent-task-"));
  try {
    writeFileSync(join(baseline, "index.ts"), task.baseline ?? task.program);
    const judgement = new Judgement(folder, address && (await factsOf(address)));
    await task.judge(judgement, baseline);
    return judgement.reasons;
  } finally {
    rmSync(baseline, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} words */
async function main([command = "", ...words]) {
  if (command === "list") {
    for (const task of tasks) console.log(`${task.name}\n  ${promptOf(task)}`);
    return 0;
  }
  if (command === "begin" && words.length === 2) return await begin(words[0] ?? "", resolve(words[1] ?? ""));
  if (command === "judge" && words.length === 1) {
    const reasons = await judge(resolve(words[0] ?? ""));
    console.log(reasons.length === 0 ? "pass" : `fail\n${reasons.map((reason) => `- ${reason}`).join("\n")}`);
    return reasons.length === 0 ? 0 : 1;
  }
  console.error("usage: node tasks.mjs list | begin TASK FOLDER | judge FOLDER");
  return 2;
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function begin(name, folder) {
  const task = tasks.find((each) => each.name === name);
  if (task === undefined || existsSync(join(folder, "index.ts"))) {
    console.error(task === undefined ? `there is no task ${name}; \`list\` shows them` : `${folder} is not empty`);
    return 2;
  }
  const account = task.needsAccount === true ? await startAccount() : undefined;
  await writeTask(task, folder, account);
  const manifest = createRequire(import.meta.url).resolve("pulumi-outreach/package.json");
  const outreach = join(dirname(manifest), "bin", "pulumi-outreach.js");
  execFileSync(process.execPath, [outreach, "init", folder, "--yes", "--agents"], { stdio: "ignore" });
  console.log(`The task is in ${join(folder, "TASK.md")}. Run \`npm install\` there, and give it to an agent.`);
  if (account === undefined) return 0;
  console.log(`Its account is at ${account.address} until Ctrl-C: judge before you end it.`);
  await new Promise((end) => process.once("SIGINT", end).once("SIGTERM", end));
  await account.close();
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
