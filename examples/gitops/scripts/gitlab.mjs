// @ts-check
// What the pipeline tells GitLab and asks it:
//   gitlab.mjs review FOLDER     the review as a comment on the merge request
//   gitlab.mjs approval FOLDER   fails until a person has approved the plan
//   gitlab.mjs approved FOLDER   after a merge: writes the merge request's number and the approved fingerprint
//   gitlab.mjs applied FOLDER    what was done, or why nothing was, as a comment on the merged merge request
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { comment, howToApprove, outcomeOf, readReview, setting, textOf } from "./approval.mjs";
import { approvalOf } from "./gitlabApprovals.mjs";
import { ask, askAll } from "./gitlabService.mjs";

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
  const { verdict, fingerprint, text } = readReview(folder);
  const how =
    verdict === "needs approval"
      ? howToApprove(
          "a maintainer other than the author writes a comment with this line, and then retries the job `approval`",
          fingerprint,
        )
      : "";
  const marker = `<!-- outreach review of ${stack} -->`;
  const files = `The full review is attached to [this job](${setting("CI_JOB_URL")}).`;
  const body = comment(marker, text, `${how}${files}`, longestComment);
  const notes = `merge_requests/${Number(setting("CI_MERGE_REQUEST_IID"))}/notes`;
  const { id: self } = await ask("GET", "/user");
  const earlier = (await askAll(notes)).find((note) => note.author.id === self && note.body.startsWith(marker));
  if (earlier) await ask("PUT", `${notes}/${earlier.id}`, { body });
  else await ask("POST", notes, { body });
}

/** @param {string} folder */
async function approval(folder) {
  const { verdict, fingerprint } = readReview(folder);
  if (verdict === "fine") return;
  const given = verdict === "failed" ? undefined : await approvalOf(Number(setting("CI_MERGE_REQUEST_IID")));
  if (given !== undefined && given.fingerprint === fingerprint) {
    process.stdout.write(`${given.by} has approved ${fingerprint}.\n`);
    return;
  }
  throw new Error("This plan is not approved. The comment on the merge request says how to approve it.");
}

/** @param {string} folder */
async function approved(folder) {
  const commit = setting("CI_COMMIT_SHA");
  mkdirSync(folder, { recursive: true });
  /** @type {{ iid: number, state: string, merge_commit_sha?: string, squash_commit_sha?: string, sha?: string }[]} */
  const requests = await ask("GET", `repository/commits/${commit}/merge_requests`);
  const merged = requests.find(
    (each) => each.state === "merged" && [each.merge_commit_sha, each.squash_commit_sha, each.sha].includes(commit),
  );
  if (merged === undefined) {
    process.stdout.write(
      "No merge request was merged as this commit: a plan that needs an approval will not be applied.\n",
    );
    return;
  }
  writeFileSync(join(folder, "merge-request"), `${merged.iid}\n`);
  const given = await approvalOf(merged.iid);
  if (given === undefined) return;
  writeFileSync(join(folder, "approved"), `${given.fingerprint}\n`);
  process.stdout.write(`${given.by} has approved ${given.fingerprint} in merge request ${merged.iid}.\n`);
}

/** @param {string} folder */
async function applied(folder) {
  const number = Number(textOf(folder, "merge-request") ?? 0);
  // Without a merge request, the log says it.
  if (number === 0) return;
  const ending = `[The job](${setting("CI_JOB_URL")})`;
  const body = comment(
    `<!-- outreach job ${setting("CI_JOB_ID")} -->`,
    outcomeOf(folder, stack),
    ending,
    longestComment,
  );
  await ask("POST", `merge_requests/${number}/notes`, { body });
}
