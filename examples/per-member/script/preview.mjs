// @ts-check
import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleaned, table } from "./report.mjs";
import { causeOf } from "./stacks.mjs";
import { outreachCommand } from "./team.mjs";
import { inTurns } from "./turns.mjs";

/** @typedef {{ folder: string, pulumi: string, prepared: (decision: import("./team.mjs").Decision) => Promise<unknown> }} Previewed */

/**
 * Previews the stacks and reviews the changes of all members at once. A member without a stack gets an empty one.
 * @param {readonly import("./team.mjs").Decision[]} decisions
 * @param {Previewed} stacks
 * @param {{ parallel: number, isStopped: () => boolean, review: readonly string[] }} options
 * @returns {Promise<number>} the exit code
 */
export async function previewAll(decisions, stacks, { parallel, isStopped, review }) {
  const folder = join(stacks.folder, "previews");
  await rm(folder, { recursive: true, force: true });
  // The previews contain the campaigns' texts.
  await mkdir(folder, { mode: 0o700 });
  const wanted = decisions.filter(({ action }) => action === "run");
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {string[][]} */
  const rows = decisions.flatMap(({ action, title, stack, reason }) =>
    action === "run" ? [] : [[title, stack, action, reason]],
  );
  let done = 0;
  await inTurns(wanted, parallel, isStopped, async (decision) => {
    const { id, stack, title } = decision;
    const file = join(folder, `${stack}.json`);
    const { hasFile, failure } = await previewOne(decision, stacks, file).catch((error) => ({
      hasFile: false,
      failure: causeOf(error),
    }));
    done += 1;
    process.stderr.write(`${done} of ${wanted.length} members: ${cleaned(title)}: ${failure ?? "previewed"}\n`);
    if (hasFile) files.set(stack, file);
    if (failure === undefined) return;
    rows.push([title, stack, "failed", `correct it, then node members.mjs --preview --member ${id}`]);
  });
  if (rows.length > 0) process.stderr.write(`${table(["MEMBER", "STACK", "RESULT", "WHAT TO DO NEXT"], rows)}\n`);
  const hasFailed = rows.some(([, , result]) => result !== "skipped");
  const inOrder = wanted.flatMap(({ stack }) => files.get(stack) ?? []);
  if (inOrder.length === 0 || isStopped()) return hasFailed ? 1 : 0;
  const words = [outreachCommand(), "review", ...inOrder, ...review];
  const { code } = await run(process.execPath, words, stacks.folder, "inherit");
  return hasFailed ? 1 : code;
}

/**
 * @param {import("./team.mjs").Decision} decision
 * @param {Previewed} stacks
 * @param {string} file
 * @returns {Promise<{ hasFile: boolean, failure: string | undefined }>}
 */
async function previewOne(decision, stacks, file) {
  await stacks.prepared(decision);
  const words = ["preview", "--refresh", "--json", "--show-sames", "--non-interactive", "--stack", decision.stack];
  const { code, stdout, stderr } = await run(stacks.pulumi, words, stacks.folder, "pipe");
  // A failed preview can be reviewed as well: it names the broken rule.
  const hasFile = stdout.trimStart().startsWith("{");
  if (hasFile) await writeFile(file, stdout, { mode: 0o600 });
  if (code === 0 && hasFile) return { hasFile, failure: undefined };
  return { hasFile, failure: hasFile ? "failed; the review says why" : causeOf(stderr === "" ? stdout : stderr) };
}

/**
 * @param {string} program
 * @param {readonly string[]} words
 * @param {string} folder
 * @param {"inherit" | "pipe"} output
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function run(program, words, folder, output) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: folder, stdio: ["ignore", output, output] });
    const printed = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (part) => (printed.stdout += part));
    child.stderr?.setEncoding("utf8").on("data", (part) => (printed.stderr += part));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, ...printed }));
  });
}
