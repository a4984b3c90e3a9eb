// @ts-check
// What the workflows tell GitHub and ask it:
//   github.mjs review FOLDER     the review as a comment on the pull request, and whether it is approved as a status
//   github.mjs approval          after a review by a person: the status again
//   github.mjs approved FOLDER   after a merge: writes the pull request's number and the approved fingerprint
//   github.mjs applied FOLDER    what was done, or why nothing was, as a comment on the merged pull request; without one, the job's summary says it
//   github.mjs drift FOLDER      the differences as an issue, which is closed when there are none
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { comment, fingerprintIn, howToApprove, outcomeOf, readReview, setting, textOf } from "./approval.mjs";
import { approvalOf } from "./githubApprovals.mjs";
import { ask, askAll, self } from "./githubService.mjs";

const longestComment = 65_536;
/** Make it a required check: then nothing is merged that would not be applied. */
const context = "outreach/approval";
const label = "outreach-drift";

const stack = setting("STACK");
const run = `${setting("GITHUB_SERVER_URL")}/${setting("GITHUB_REPOSITORY")}/actions/runs/${setting("GITHUB_RUN_ID")}`;

/** @type {{ [command: string]: (folder: string) => Promise<void> }} */
const commands = { review, approval, approved, applied, drift };
const [command = "", folder = ""] = process.argv.slice(2);
try {
  if (commands[command] === undefined) throw new Error(`There is no command ${JSON.stringify(command)}.`);
  await commands[command](folder);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** @param {string} folder */
async function review(folder) {
  const { verdict, fingerprint, text } = readReview(folder);
  const number = Number(setting("PULL_REQUEST"));
  const files = `The full review is attached to [this run](${run}).`;
  const how =
    verdict === "needs approval"
      ? howToApprove("approve this pull request, with this line in your review", fingerprint)
      : "";
  const marker = `<!-- outreach review of ${stack} -->`;
  const body = comment(marker, text, `${how}${files}`, longestComment);
  const earlier = (await askAll(`issues/${number}/comments`)).find(
    (each) => each.user?.login === self && each.body.startsWith(marker),
  );
  if (earlier) await ask("PATCH", `issues/comments/${earlier.id}`, { body });
  else await ask("POST", `issues/${number}/comments`, { body });

  if (verdict === "failed") await status("failure", "the preview failed");
  else if (verdict === "fine") await status("success", "this plan needs no approval");
  else await statusOf(number, fingerprint ?? "");
}

async function approval() {
  const statuses = await askAll(`commits/${setting("HEAD_COMMIT")}/statuses`);
  const latest = statuses.find((each) => each.context === context);
  const fingerprint = fingerprintIn(latest?.description ?? "");
  // Without one, the plan needs no approval or is not reviewed yet.
  if (fingerprint !== undefined) await statusOf(Number(setting("PULL_REQUEST")), fingerprint);
}

/**
 * @param {number} number
 * @param {string} fingerprint
 */
async function statusOf(number, fingerprint) {
  const given = await approvalOf(number);
  if (given?.fingerprint === fingerprint) await status("success", `approved by ${given.by}: ${fingerprint}`);
  else await status("pending", `needs an approval of ${fingerprint}`);
}

/**
 * @param {"pending" | "success" | "failure"} state
 * @param {string} description
 */
async function status(state, description) {
  await ask("POST", `statuses/${setting("HEAD_COMMIT")}`, { state, context, description, target_url: run });
}

/** @param {string} folder */
async function approved(folder) {
  const commit = setting("GITHUB_SHA");
  await assertNewest(commit);
  mkdirSync(folder, { recursive: true });
  /** @type {{ number: number, merged_at: string | null, merge_commit_sha: string | null }[]} */
  const pulls = await ask("GET", `commits/${commit}/pulls`);
  const merged = pulls.find((pull) => pull.merged_at !== null && pull.merge_commit_sha === commit);
  if (merged === undefined) {
    process.stdout.write(
      "No pull request was merged as this commit: a plan that needs an approval will not be applied.\n",
    );
    return;
  }
  writeFileSync(join(folder, "pull-request"), `${merged.number}\n`);
  appendFileSync(setting("GITHUB_OUTPUT"), `pull-request=${merged.number}\n`);
  const given = await approvalOf(merged.number);
  if (given === undefined) return;
  writeFileSync(join(folder, "approved"), `${given.fingerprint}\n`);
  process.stdout.write(`${given.by} has approved ${given.fingerprint} in pull request ${merged.number}.\n`);
}

/**
 * Runs follow each other in the order of the merges, so only a repeated run can be older than the branch: it would take
 * back what newer commits have changed.
 * @param {string} commit
 */
async function assertNewest(commit) {
  if (Number(setting("GITHUB_RUN_ATTEMPT")) === 1) return;
  const branch = await ask("GET", `branches/${setting("GITHUB_REF_NAME")}`);
  if (branch.commit.sha === commit) return;
  throw new Error(`The branch has a newer commit, ${branch.commit.sha}: run this workflow for that one instead.`);
}

/** @param {string} folder */
async function applied(folder) {
  const number = Number(textOf(folder, "pull-request"));
  const marker = `<!-- outreach run ${setting("GITHUB_RUN_ID")} -->`;
  const body = comment(marker, outcomeOf(folder, stack), `[The run](${run})`, longestComment);
  await ask("POST", `issues/${number}/comments`, { body });
}

/** @param {string} folder */
async function drift(folder) {
  const { verdict, text } = readReview(folder);
  if (verdict === "failed") throw new Error("The comparison failed: see the log of the job before this one.");
  const marker = `<!-- outreach drift of ${stack} -->`;
  const open = (await askAll(`issues?state=open&labels=${label}`)).find(
    (issue) => issue.user?.login === self && issue.body?.startsWith(marker),
  );
  if (verdict === "fine") {
    if (open === undefined) return;
    await ask("POST", `issues/${open.number}/comments`, { body: `No difference any more ([run](${run})).` });
    await ask("PATCH", `issues/${open.number}`, { state: "closed", state_reason: "completed" });
    return;
  }
  const how = `The README of this repository's workflows says how to keep or take back such a change. [The run](${run}) has the full review.`;
  const body = comment(marker, text, how, longestComment);
  const title = `Outreach: ${stack} was changed outside of the program`;
  if (open) await ask("PATCH", `issues/${open.number}`, { title, body });
  else await ask("POST", "issues", { title, body, labels: [label] });
}
