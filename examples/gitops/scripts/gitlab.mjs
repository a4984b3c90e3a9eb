// @ts-check
// The pipeline's requests to GitLab:
//   gitlab.mjs review FOLDER     the review as a comment on the merge request
//   gitlab.mjs approval FOLDER   fails until a person has approved the plan
//   gitlab.mjs approved FOLDER   after a merge: writes the merge request's number and the approved fingerprint
//   gitlab.mjs applied FOLDER    what was done, or why nothing was, as a comment on the merged merge request
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  comment,
  howToApprove,
  makeFolder,
  othersAsText,
  outcomeOf,
  readReview,
  setting,
  textOf,
  whereTheReviewIs,
} from "./approval.mjs";
import { keep } from "./forge.mjs";
import { approvalsOf } from "./gitlabApprovals.mjs";
import { ask, askAll } from "./gitlabService.mjs";
import { asLines, unnamedDangers } from "./opinions.mjs";

const longestComment = 1_000_000;
const stack = setting("STACK");

/** @type {{ [command: string]: (folder: string) => Promise<void> }} */
const commands = { review, approval, approved, applied };
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
  const { verdict, fingerprint, dangers, text } = readReview(folder);
  const how =
    verdict === "needs approval"
      ? howToApprove(
          "a maintainer who has neither opened this merge request nor made commits of it writes a comment with this line as a paragraph of its own, and then retries the job `approval`",
          fingerprint,
          dangers,
        )
      : "";
  const marker = `<!-- outreach review of ${stack} -->`;
  const files = whereTheReviewIs(folder, `the job \`review\` of [this pipeline](${setting("CI_PIPELINE_URL")})`);
  const body = comment(marker, text, `${how}${files}`, longestComment);
  await keepNote(Number(setting("CI_MERGE_REQUEST_IID")), marker, body);
}

/**
 * @param {number} number
 * @param {string} marker
 * @param {string} body
 */
async function keepNote(number, marker, body) {
  const notes = `merge_requests/${number}/notes`;
  const { id: self } = await ask("GET", "/user");
  await keep(
    async () => (await askAll(notes)).find((note) => note.author.id === self && note.body.startsWith(marker)),
    async (earlier) => {
      if (earlier) await ask("PUT", `${notes}/${earlier.id}`, { body });
      else await ask("POST", notes, { body }, { onlyOnce: true });
    },
  );
}

/** @param {string} folder */
async function approval(folder) {
  const { verdict, fingerprint = "", dangers = [] } = readReview(folder);
  if (verdict === "fine") return;
  if (verdict === "failed") throw new Error("The preview failed. The comment on the merge request says why.");
  const approvals = await approvalsOf(Number(setting("CI_MERGE_REQUEST_IID")));
  const unnamed = unnamedDangers(approvals, fingerprint, dangers);
  if (unnamed?.length === 0) {
    const given = approvals.given.find((each) => each.fingerprint === fingerprint);
    process.stdout.write(`${given?.by} has approved ${fingerprint}.\n`);
    return;
  }
  if (unnamed !== undefined) process.stdout.write(`No approval of this plan names ${unnamed.join(", ")}.\n`);
  process.stdout.write(othersAsText(approvals));
  throw new Error("This plan is not approved. The comment on the merge request says how to approve it.");
}

/** @param {string} folder */
async function approved(folder) {
  const commit = setting("CI_COMMIT_SHA");
  await assertNewest(commit);
  makeFolder(folder);
  writeFileSync(join(folder, "commit"), `${commit}\n`);
  if (await isAlone()) writeFileSync(join(folder, "alone"), "yes\n");
  // Includes merge requests into other branches, and those whose commits were merged with another one.
  /** @type {{ iid: number, state: string, target_branch: string, merge_commit_sha?: string, squash_commit_sha?: string, sha?: string }[]} */
  const requests = await askAll(`repository/commits/${commit}/merge_requests`);
  const branch = setting("CI_COMMIT_BRANCH");
  const numbers = requests
    .filter(({ state, target_branch }) => state === "merged" && target_branch === branch)
    .filter((each) => [each.merge_commit_sha, each.squash_commit_sha, each.sha].includes(commit))
    .map(({ iid }) => iid);
  const [merged] = numbers;
  if (merged === undefined) {
    process.stdout.write(
      "No merge request was merged as this commit: a plan that needs an approval will not be applied.\n",
    );
    return;
  }
  writeFileSync(join(folder, "merge-request"), `${merged}\n`);
  const approvals = await approvalsOf(...numbers);
  process.stdout.write(othersAsText(approvals));
  if (approvals.given.length === 0) return;
  writeFileSync(join(folder, "approved"), asLines(approvals.given));
  for (const { by, fingerprint } of approvals.given) {
    process.stdout.write(`${by} has approved ${fingerprint} in merge request ${numbers.join(" or ")}.\n`);
  }
}

/**
 * With the process mode `oldest_first`, jobs follow the order of the merges, and only a job that a person has retried
 * can be older than the branch. It would revert the changes of newer commits.
 * @param {string} commit
 */
async function assertNewest(commit) {
  const branch = await ask("GET", `repository/branches/${encodeURIComponent(setting("CI_COMMIT_BRANCH"))}`);
  if (branch.commit.id === commit) return;
  const newer = `The branch has a newer commit, ${branch.commit.id}: run a pipeline for that one instead.`;
  /** @type {{ id: number, name: string }[]} */
  const jobs = await askAll(`pipelines/${setting("CI_PIPELINE_ID")}/jobs?include_retried=true`);
  const isRetried = jobs.some(({ id, name }) => name === setting("CI_JOB_NAME") && id < Number(setting("CI_JOB_ID")));
  if (isRetried) throw new Error(newer);
  const group = "outreach-production";
  const { process_mode } = await ask("GET", `resource_groups/${group}`);
  if (process_mode !== "oldest_first") {
    throw new Error(`${newer} The process mode of the resource group ${group} is not \`oldest_first\`.`);
  }
}

/**
 * True if no other job of this pipeline's kind is running: only then can a lock that is older than the longest possible
 * job be stale. If this cannot be read, no lock is removed.
 */
async function isAlone() {
  try {
    /** @type {{ id: number, name: string }[]} */
    const running = await askAll("jobs?scope[]=running");
    return running.every(({ id, name }) => {
      return String(id) === setting("CI_JOB_ID") || !["apply", "drift", "review"].includes(name);
    });
  } catch (error) {
    process.stderr.write(`No lock will be removed: ${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

/** @param {string} folder */
async function applied(folder) {
  const number = Number(textOf(folder, "merge-request") ?? 0);
  // Without a merge request, the result is only in the log.
  if (number === 0) return;
  const jobLink = `[The job](${setting("CI_JOB_URL")})`;
  const marker = `<!-- outreach job ${setting("CI_JOB_ID")} -->`;
  await keepNote(number, marker, comment(marker, outcomeOf(folder, stack), jobLink, longestComment));
}
