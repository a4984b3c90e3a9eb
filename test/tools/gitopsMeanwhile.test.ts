import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { howToApprove } from "../../examples/gitops/scripts/approval.mjs";
import { temporaryFolder } from "../support/folders";
import type { GitHubService } from "../support/workflows/githubService";
import type { PersonsReview, PullRequest, Status } from "../support/workflows/githubTypes";
import { inJobOnGitHub, runModule, startGitHub } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const other = `sha256:${"1".repeat(64)}`;
const commit = "a".repeat(40);
const danger = "already-contacted:launch";

let github: GitHubService;
let pull: PullRequest;
beforeEach(async () => {
  github = await startGitHub();
  pull = github.open({ author: { login: "maria", canPush: true }, branch: "launch", fork: false, head: commit });
  reviewed("pending", `needs an approval of ${plan}`, [plan]);
});

/** What the job that comments on a review leaves. */
function reviewed(state: Status["state"], description: string, approval: readonly string[] = []): void {
  const [fingerprint, ...dangers] = approval;
  const how = fingerprint === undefined ? "" : howToApprove("approve it", fingerprint, dangers);
  github.comments.splice(0);
  github.say(pull.number, "github-actions[bot]", `<!-- outreach review of production -->\n\nThe review\n\n${how}`);
  github.statuses.unshift({
    id: 100 + github.statuses.length,
    sha: commit,
    context: "outreach/approval",
    state,
    description,
  });
}

const by = { login: "olivia", canPush: true };
const approves: PersonsReview = { by, body: `approve ${plan}`, commit, editedAt: null, state: "APPROVED" };

/** Looks for the approval, while something happens after the plan was read and before the status is written. */
async function approvalWhile(
  meanwhile: (given: PersonsReview[]) => void,
  command: readonly string[] = ["approval"],
): Promise<string | undefined> {
  const given = [approves];
  let isFirst = true;
  Object.defineProperty(pull, "reviews", {
    get: () => {
      const now = [...given];
      if (isFirst) meanwhile(given);
      isFirst = false;
      return now;
    },
  });
  const { code, text } = await runModule("github.mjs", command, {
    ...inJobOnGitHub(github),
    GITHUB_TOKEN: github.tokenFor({ "pull-requests": "write", statuses: "write" }),
    HEAD_COMMIT: commit,
    PULL_REQUEST: String(pull.number),
  });
  expect(code, text).toBe(0);
  return github.statusOf(commit);
}

describe("the status of an approval that is looked for", () => {
  it("stands if nothing happens meanwhile", async () => {
    expect(await approvalWhile(() => {})).toBe(`success: approved by olivia: ${plan}`);
    expect(github.statuses).toHaveLength(2);
  });

  it("is pending if a review finds a danger meanwhile that the approval does not name", async () => {
    const status = await approvalWhile(() => reviewed("pending", `needs an approval of ${plan}`, [plan, danger]));
    expect(status).toMatch(new RegExp(`^pending: needs an approval of ${plan}; no approval of this plan names`));
  });

  it("is pending if a review shows another plan meanwhile", async () => {
    const status = await approvalWhile(() => reviewed("pending", `needs an approval of ${other}`, [other]));
    expect(status).toBe(`pending: needs an approval of ${other}`);
  });

  it.each([
    ["needs no approval", "success", "this plan needs no approval"],
    ["has failed", "failure", "the preview failed"],
  ] as const)("is that of a review meanwhile that %s", async (_, state, description) => {
    expect(await approvalWhile(() => reviewed(state, description))).toBe(`${state}: ${description}`);
  });

  it("is pending if somebody revokes the plan while a review looks for its approval", async () => {
    const folder = temporaryFolder();
    const files = { exit: "3\n", fingerprint: `${plan}\n`, "comment.md": "The review\n" };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const revoke = (given: PersonsReview[]) => {
      given.push({ ...approves, body: `revoke ${plan}`, state: "COMMENTED" });
      // The job that looks for an approval after each review by a person is through before this one writes.
      reviewed("pending", `needs an approval of ${plan}`, [plan]);
    };
    expect(await approvalWhile(revoke, ["review", folder])).toBe(`pending: needs an approval of ${plan}`);
  });
});
