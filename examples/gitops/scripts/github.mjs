// @ts-check
// The workflows' requests to GitHub:
//   github.mjs review FOLDER     the review as a comment on the pull request, and whether it is approved as a status
//   github.mjs approval          after a person's review: updates the status
//   github.mjs approved FOLDER   after a merge: writes the pull request's number and the approved fingerprint
//   github.mjs applied FOLDER    the result, as a comment on the merged pull request; without one, in the job's summary
//   github.mjs drift FOLDER      the differences as an issue, which is closed when there are none
//   github.mjs verify FOLDER     the same for the campaigns' deviations from the declaration
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  comment,
  dangersIn,
  fingerprintIn,
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
import { approvalsOf } from "./githubApprovals.mjs";
import { ask, askAll, self } from "./githubService.mjs";
import { asLines, unnamedDangers } from "./opinions.mjs";

const longestComment = 65_536;
/** Make it a required check: then only plans that would be applied can be merged. */
const context = "outreach/approval";
const stack = setting("STACK");
const reviewMarker = `<!-- outreach review of ${stack} -->`;
const run = `${setting("GITHUB_SERVER_URL")}/${setting("GITHUB_REPOSITORY")}/actions/runs/${setting("GITHUB_RUN_ID")}`;

/** The ids of the statuses of this run. */
const written = new Set();

/** The issues that the daily comparisons maintain. */
const differences = {
  name: "drift",
  title: `Outreach: ${stack} was changed outside of the program`,
  how: "To keep such a change, write it into the program: the next plan takes it back otherwise. To take it back now, run the workflow Apply by hand.",
  over: "No difference any more",
};
const deviations = {
  name: "verify",
  title: `Outreach: campaigns of ${stack} did something else than promised`,
  how: "What counts as a deviation is in docs/verifying.md of the package pulumi-outreach.",
  over: "No deviation in the last day",
};

/** @type {{ [command: string]: (folder: string) => Promise<void> }} */
const commands = {
  ...{ review, approval, approved, applied },
  drift: async (given) => await keepIssue(given, differences),
  verify: async (given) => await keepIssue(given, deviations),
};
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
  const number = Number(setting("PULL_REQUEST"));
  const files = whereTheReviewIs(folder, `[this run](${run})`);
  const how =
    verdict === "needs approval"
      ? howToApprove(
          "a person who has neither opened this pull request nor made commits of it approves it, with this line as a paragraph of its own in the review",
          fingerprint,
          dangers,
        )
      : "";
  await keepComment(number, reviewMarker, comment(reviewMarker, text, `${how}${files}`, longestComment));

  if (verdict === "failed") await status("failure", "the preview failed");
  else if (verdict === "fine") await status("success", "this plan needs no approval");
  else await settle(async () => await statusOf(number, fingerprint ?? "", dangers));
}

/**
 * @param {number} number
 * @param {string} marker
 * @param {string} body
 */
async function keepComment(number, marker, body) {
  await keep(
    async () => await ownComment(number, marker),
    async (earlier) => {
      if (earlier) await ask("PATCH", `issues/comments/${earlier.id}`, { body });
      else await ask("POST", `issues/${number}/comments`, { body }, { onlyOnce: true });
    },
  );
}

/**
 * @param {number} number
 * @param {string} marker
 * @returns {Promise<{ id: number, body: string } | undefined>}
 */
async function ownComment(number, marker) {
  const all = await askAll(`issues/${number}/comments`);
  return all.find((each) => each.user?.login === self && each.body.startsWith(marker));
}

async function approval() {
  const number = Number(setting("PULL_REQUEST"));
  await settle(async (isAgain) => {
    const statuses = await askAll(`commits/${setting("HEAD_COMMIT")}/statuses`);
    // That of the latest review, or of an earlier look for an approval.
    const latest = statuses.find((each) => each.context === context && !written.has(each.id));
    const fingerprint = fingerprintIn(latest?.description ?? "");
    // Without one, the plan needs no approval or is not reviewed yet.
    if (fingerprint === undefined) {
      return isAgain && latest ? { state: latest.state, description: latest.description ?? "" } : undefined;
    }
    const { body = "" } = (await ownComment(number, reviewMarker)) ?? {};
    return await statusOf(number, fingerprint, dangersIn(body, fingerprint));
  });
}

/**
 * @typedef {object} Status
 * @property {"pending" | "success" | "failure"} state
 * @property {string} description
 * @property {string} [text] why what people wrote is no approval
 */

/**
 * Writes a status, and another one until it is the same again: a review and a look for its approval may run side by side, and
 * the one that began first may write last.
 * @param {(isAgain: boolean) => Promise<Status | undefined>} decide
 */
async function settle(decide) {
  /** @type {Status | undefined} */
  let last;
  for (;;) {
    const next = await decide(last !== undefined);
    if (next === undefined || (next.state === last?.state && next.description === last.description)) break;
    await status(next.state, next.description);
    last = next;
  }
  const { text = "" } = last ?? {};
  process.stdout.write(text);
  if (text !== "" && process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, text);
}

/**
 * @param {number} number
 * @param {string} fingerprint
 * @param {readonly string[]} [dangers]
 * @returns {Promise<Status>}
 */
async function statusOf(number, fingerprint, dangers = []) {
  const approvals = await approvalsOf(number).catch(async (error) => {
    await status("failure", `could not look for an approval of ${fingerprint}`);
    throw error;
  });
  const unnamed = unnamedDangers(approvals, fingerprint, dangers);
  if (unnamed?.length === 0) {
    const given = approvals.given.find((each) => each.fingerprint === fingerprint);
    return { state: "success", description: `approved by ${given?.by}: ${fingerprint}` };
  }
  if (unnamed !== undefined) approvals.others.unshift(`no approval of this plan names ${unnamed.join(", ")}`);
  const [latest] = approvals.others;
  const why = latest === undefined ? "" : `; ${latest}`;
  return {
    ...{ state: "pending", description: `needs an approval of ${fingerprint}${why}` },
    text: othersAsText(approvals),
  };
}

/**
 * @param {Status["state"]} state
 * @param {string} description
 */
async function status(state, description) {
  const short = description.length <= 140 ? description : `${description.slice(0, 139)}…`;
  const body = { state, context, description: short, target_url: run };
  const { id } = await ask("POST", `statuses/${setting("HEAD_COMMIT")}`, body);
  written.add(id);
}

/** @param {string} folder */
async function approved(folder) {
  const commit = setting("GITHUB_SHA");
  await assertNewest(commit);
  makeFolder(folder);
  writeFileSync(join(folder, "commit"), `${commit}\n`);
  if (await isAlone()) writeFileSync(join(folder, "alone"), "yes\n");
  // Includes pull requests into other branches, and those whose commits were merged with another one.
  /** @type {{ number: number, base: { ref: string }, merged_at: string | null, merge_commit_sha: string | null }[]} */
  const pulls = await askAll(`commits/${commit}/pulls`);
  const branch = setting("GITHUB_REF_NAME");
  const numbers = pulls
    .filter((pull) => pull.merged_at !== null && pull.merge_commit_sha === commit && pull.base.ref === branch)
    .map(({ number }) => number);
  const [merged] = numbers;
  if (merged === undefined) {
    process.stdout.write(
      "No pull request was merged as this commit: a plan that needs an approval will not be applied.\n",
    );
    return;
  }
  writeFileSync(join(folder, "pull-request"), `${merged}\n`);
  appendFileSync(setting("GITHUB_OUTPUT"), `pull-request=${merged}\n`);
  const approvals = await approvalsOf(...numbers);
  process.stdout.write(othersAsText(approvals));
  if (approvals.given.length === 0) return;
  writeFileSync(join(folder, "approved"), asLines(approvals.given));
  for (const { by, fingerprint } of approvals.given) {
    process.stdout.write(`${by} has approved ${fingerprint} in pull request ${numbers.join(" or ")}.\n`);
  }
}

/**
 * True if no other run of these workflows is in progress: only then can a lock that is older than the longest possible
 * job be stale. If this cannot be read, no lock is removed.
 */
async function isAlone() {
  const own = ["apply.yml", "drift.yml", "review.yml"];
  try {
    const { total_count, workflow_runs } = await ask("GET", "actions/runs?status=in_progress&per_page=100");
    /** @type {{ id: number, path: string }[]} */
    const all = workflow_runs;
    const others = all.filter(({ id, path }) => {
      // `.github/workflows/apply.yml`, sometimes followed by the branch.
      const file = path.split("@")[0]?.split("/").at(-1) ?? "";
      return String(id) !== setting("GITHUB_RUN_ID") && own.includes(file);
    });
    return others.length === 0 && total_count <= all.length;
  } catch (error) {
    process.stderr.write(`No lock will be removed: ${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

/**
 * Runs follow the order of the merges, so only a repeated run can be older than the branch: it would revert the changes
 * of newer commits.
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
  const attempt = Number(setting("GITHUB_RUN_ATTEMPT"));
  const marker = `<!-- outreach run ${setting("GITHUB_RUN_ID")}${attempt === 1 ? "" : `, attempt ${attempt}`} -->`;
  await keepComment(number, marker, comment(marker, outcomeOf(folder, stack), `[The run](${run})`, longestComment));
}

/**
 * Opens one issue while a comparison finds something, keeps it up to date, and closes it.
 * @param {string} folder
 * @param {{ name: string, title: string, how: string, over: string }} about
 */
async function keepIssue(folder, { name, title, how, over }) {
  const { verdict, text } = readReview(folder);
  if (verdict === "failed") throw new Error("The comparison failed: see the log of the job before this one.");
  const label = `outreach-${name}`;
  const marker = `<!-- outreach ${name} of ${stack} -->`;
  const find = async () => {
    const all = await askAll(`issues?state=open&labels=${label}`);
    return all.find((issue) => issue.user?.login === self && issue.body?.startsWith(marker));
  };
  if (verdict === "fine") {
    const open = await find();
    if (open === undefined) return;
    await ask("POST", `issues/${open.number}/comments`, { body: `${over} ([run](${run})).` }, { onlyOnce: true });
    await ask("PATCH", `issues/${open.number}`, { state: "closed", state_reason: "completed" });
    return;
  }
  const body = comment(marker, text, `${how} [The run](${run}) has all of it.`, longestComment);
  await keep(find, async (open) => {
    if (open) await ask("PATCH", `issues/${open.number}`, { title, body });
    else await ask("POST", "issues", { title, body, labels: [label] }, { onlyOnce: true });
  });
}
