// @ts-check
// An approval counts for one successful update. The stack's history, on both forges, shows which approvals are used:
// the script that applies a plan writes the commit and the fingerprint into the message of its update.
//   usedApprovals.mjs message FOLDER   the message for the update of the reviewed plan
//   usedApprovals.mjs keep FOLDER      removes the used ones from FOLDER/approved, and lists them in FOLDER/used
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fingerprintIn, setting, textOf } from "./approval.mjs";

/**
 * @typedef {object} Update
 * @property {string} [kind]
 * @property {string} [message]
 * @property {string} [result]
 * @property {string} [endTime]
 * @property {number} [version] 1 for the first update of the stack
 */

/**
 * @param {string} commit
 * @param {string | undefined} fingerprint
 */
export function messageOf(commit, fingerprint) {
  return `outreach: commit ${commit}, plan ${fingerprint ?? "without a fingerprint"}`;
}

/**
 * The plans that a commit's updates have applied, each with its end time.
 * @param {readonly Update[]} history
 * @param {string} commit
 * @returns {Map<string, string>}
 */
export function appliedPlans(history, commit) {
  /** @type {Map<string, string>} */
  const applied = new Map();
  for (const { kind, message = "", result, endTime = "an unknown time" } of history) {
    const fingerprint = fingerprintIn(message);
    if (kind !== "update" || result !== "succeeded" || fingerprint === undefined) continue;
    if (message === messageOf(commit, fingerprint)) applied.set(fingerprint, endTime);
  }
  return applied;
}

/**
 * All updates of the stack. A page may have fewer than requested, so only the first update or an empty page is the end.
 */
function readHistory() {
  /** @type {Update[]} */
  const all = [];
  for (let page = 1; ; page += 1) {
    const words = ["stack", "history", "--json", "--page-size", "100", "--page", String(page)];
    const output = execFileSync("pulumi", [...words, "--stack", setting("STACK"), "--non-interactive"], {
      ...{ encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "inherit"] },
    });
    /** @type {Update[]} */
    const updates = JSON.parse(output);
    all.push(...updates);
    if (updates.length === 0 || updates.some(({ version }) => version === 1)) return all;
  }
}

/**
 * @param {string} folder
 * @param {string} commit
 */
function keepUnused(folder, commit) {
  const approved = (textOf(folder, "approved") ?? "").split("\n").filter((line) => line !== "");
  if (approved.length === 0) return;
  const applied = appliedPlans(readHistory(), commit);
  /** @param {string} line a fingerprint, and dangers that were approved with it */
  const planOf = (line) => line.split(" ")[0] ?? "";
  const used = [...new Set(approved.map(planOf).filter((fingerprint) => applied.has(fingerprint)))];
  if (used.length === 0) return;
  const left = approved.filter((line) => !applied.has(planOf(line)));
  if (left.length === 0) rmSync(join(folder, "approved"));
  else writeFileSync(join(folder, "approved"), left.map((each) => `${each}\n`).join(""));
  writeFileSync(join(folder, "used"), used.map((each) => `${each}\n`).join(""));
  for (const each of used) {
    process.stderr.write(
      `The approval of ${each} does not count again: the update that ended ${applied.get(each)} has applied that plan.\n`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [command, folder = ""] = process.argv.slice(2);
  const commit = textOf(folder, "commit")?.trim() ?? "";
  if (command === "message") {
    process.stdout.write(`${messageOf(commit, fingerprintIn(textOf(folder, "fingerprint") ?? ""))}\n`);
  } else {
    if (commit === "" && textOf(folder, "approved") !== undefined) throw new Error(`${folder}/commit is missing.`);
    keepUnused(folder, commit);
  }
}
