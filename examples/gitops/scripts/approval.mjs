// @ts-check
// Reads a review from a folder, and defines which comments approve it. Shared by GitHub and GitLab.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { howToTakeBack } from "./opinions.mjs";

/**
 * @typedef {object} Review
 * @property {"fine" | "needs approval" | "failed"} verdict
 * @property {string | undefined} fingerprint of the plan; undefined if the preview failed, or for a drift
 * @property {string[]} [dangers] dangers about people, which the fingerprint does not cover
 * @property {string} text Markdown
 */

const goOn =
  "To go on, open a change request without changes (`git commit --allow-empty`), approve what its review shows, and merge it";
const newDangers =
  "this is the approved plan, and it has a danger of people that came up after its review. To go on, take these people out in the app and run this again, or open a change request without changes and approve what its review shows";
const noReview = "There is no review: a step before it has failed, and its log says why.";

/**
 * Reads the output of review.sh or drift.sh.
 * @param {string} folder
 * @returns {Review}
 */
export function readReview(folder) {
  const exit = textOf(folder, "exit")?.trim();
  const verdict = exit === "0" ? "fine" : exit === "3" ? "needs approval" : "failed";
  const text = textOf(folder, "comment.md")?.trim() || noReview;
  const approval = textOf(folder, "fingerprint") ?? "";
  const [plan = "", ...dangers] = approval.trim().split(" ");
  return { verdict, fingerprint: fingerprintIn(plan), ...(dangers.length > 0 ? { dangers } : {}), text };
}

/**
 * The fingerprint in a file or a status; undefined if there is none, or several.
 * @param {string} text
 */
export function fingerprintIn(text) {
  const named = new Set(text.match(/\bsha256:[0-9a-f]{64}\b/g));
  return named.size === 1 ? [...named][0] : undefined;
}

/**
 * @param {string} act what a person does with the line
 * @param {string | undefined} fingerprint
 * @param {readonly string[]} [dangers]
 */
export function howToApprove(act, fingerprint, dangers = []) {
  const line = ["approve", fingerprint, ...dangers].join(" ");
  return `**This plan needs an approval.** To give it, ${act}:\n\n\`\`\`\n${line}\n\`\`\`\n\nA line \`revoke sha256:…\` ${howToTakeBack}.\n\n`;
}

/**
 * Where the full review is, or without one the log, as the end of a comment.
 * @param {string} folder
 * @param {string} place of its files and of the log, as Markdown
 */
export function whereTheReviewIs(folder, place) {
  const isThere = existsSync(join(folder, "review.md"));
  return isThere ? `The full review is attached to ${place}.` : `The log is in ${place}.`;
}

/**
 * The dangers about people that a comment asks to approve with a plan.
 * @param {string} text of the comment; the approval instructions are at its end
 * @param {string} fingerprint
 */
export function dangersIn(text, fingerprint) {
  const line = text.split("\n").findLast((each) => `${each} `.startsWith(`approve ${fingerprint} `)) ?? "";
  return line.split(" ").slice(2);
}

/**
 * Why people's comments are not approvals, as log lines.
 * @param {import("./opinions.mjs").Approvals} approvals
 */
export function othersAsText({ others }) {
  return others.map((other) => `Not counted: ${other}.\n`).join("");
}

/**
 * What apply.sh has done, or why it has done nothing.
 * @param {string} folder
 * @param {string} stack
 */
export function outcomeOf(folder, stack) {
  const done = textOf(folder, "done.md");
  if (done !== undefined) return done;
  const { verdict, fingerprint, text } = readReview(folder);
  const isUsed = fingerprint !== undefined && textOf(folder, "used")?.includes(fingerprint) === true;
  const unapproved = isUsed
    ? "this plan was approved and applied before, and something was changed back since then. An approval counts once"
    : "this is not an approved plan";
  const isRefused = textOf(folder, "refused") !== undefined;
  const why = verdict !== "needs approval" ? "see the log" : isRefused ? newDangers : `${unapproved}. ${goOn}`;
  return `**Nothing was applied** to stack \`${stack}\`: ${why}.\n\n${text}`;
}

/**
 * A comment of at most `most` characters: the marker to find it again, the text, and the ending. A text that is too
 * long is cut at its end, because its beginning names the dangers.
 * @param {string} marker
 * @param {string} text
 * @param {string} ending
 * @param {number} most
 */
export function comment(marker, text, ending, most) {
  const whole = [marker, text, ending].join("\n\n");
  if (whole.length <= most) return whole;
  const notice = "_The rest has no room here. The full review is attached to the run as a file._";
  const room = most - [marker, "", notice, ending].join("\n\n").length;
  const lines = text.slice(0, room).split("\n").slice(0, -1);
  return [marker, lines.join("\n"), notice, ending].join("\n\n");
}

/**
 * Makes a folder anew for what a job writes. A commit can hold one of the same name, and an approval among its files.
 * @param {string} folder
 */
export function makeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/**
 * @param {string} folder
 * @param {string} name
 */
export function textOf(folder, name) {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * The value of an environment variable that the pipeline has to set.
 * @param {string} name
 */
export function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The variable ${name} is not set.`);
  return value;
}
