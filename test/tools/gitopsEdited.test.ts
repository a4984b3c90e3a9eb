import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { approvalsOf as githubApprovals } from "../../examples/gitops/scripts/githubApprovals.mjs";
import { approvalsOf as gitlabApprovals } from "../../examples/gitops/scripts/gitlabApprovals.mjs";
import type { Person, PersonsReview, PullRequest } from "../support/workflows/githubTypes";
import type { GitLabService, Member, MergeRequest } from "../support/workflows/gitlabService";
import { maintainer, openPull, openRequest } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const body = `approve ${plan}`;
/** Later than all that is written here. */
const later = "2026-03-02T08:00:00Z";
const taken = (by: string) => `${by}: somebody else has edited this, which may have revoked a plan`;

afterEach(() => vi.unstubAllEnvs());

describe("a review on GitHub that was edited", () => {
  const [maria, olivia, peter, reader, gone]: Person[] = [
    ...["maria", "olivia", "peter"].map((login) => ({ login, canPush: true })),
    { login: "reader", canPush: false },
    { login: "gone", canPush: true, isGone: true },
  ];
  let pull: PullRequest;
  beforeEach(async () => {
    ({ pull } = await openPull(maria as Person));
  });

  const review = (by: Person | undefined, more: Partial<PersonsReview> = {}) =>
    pull.reviews.push({ by: by as Person, body, state: "APPROVED", commit: pull.head, editedAt: null, ...more });
  const given = async () => await githubApprovals(pull.number);
  const comment = { body: "Fine.", state: "COMMENTED", editedAt: later } as const;

  it.each([
    ["the author of the pull request", maria],
    ["an account that was deleted since", gone],
  ])("takes an approval back if it was edited by %s: it may have revoked the plan", async (_, editedBy) => {
    review(olivia);
    review(peter, { ...comment, editedBy });
    expect(await given()).toEqual({ given: [], others: [taken("peter")] });
    // What is said after that counts.
    pull.reviews.splice(1, 1, { ...(pull.reviews[1] as PersonsReview), editedAt: "2026-03-01T08:00:01Z" });
    review(olivia);
    expect((await given()).given).toEqual([{ fingerprint: plan, by: "olivia" }]);
  });

  it("leaves an approval if its own writer has edited it, or nobody whose word counts has written it", async () => {
    review(olivia);
    review(peter, comment);
    review(reader, { ...comment, editedBy: maria });
    expect((await given()).given).toEqual([{ fingerprint: plan, by: "olivia" }]);
  });

  it("revokes a plan that was approved before the edit", async () => {
    review(peter, { ...comment, body: `revoke ${plan}` });
    review(olivia);
    expect((await given()).given).toEqual([]);
  });
});

describe("a comment on GitLab that was edited", () => {
  const [maria, olivia, peter] = [maintainer(1, "maria"), maintainer(2, "olivia"), maintainer(3, "peter")];
  const developer: Member = { id: 4, username: "devon", access: 30 };
  let gitlab: GitLabService;
  let request: MergeRequest;
  beforeEach(async () => {
    ({ gitlab, request } = await openRequest(maria, olivia, peter, developer));
  });
  const given = async () => await gitlabApprovals(request.iid);

  it("takes an approval back if somebody else has edited it: it may have revoked the plan", async () => {
    gitlab.say(request, { by: olivia, body });
    gitlab.say(request, { by: peter, body: "Fine.", editedAt: later, editedBy: maria });
    expect(await given()).toEqual({ given: [], others: [taken("peter")] });
  });

  it("leaves an approval if its own writer has edited it, or nobody whose word counts has written it", async () => {
    gitlab.say(request, { by: olivia, body });
    gitlab.say(request, { by: peter, body: "Fine.", editedAt: later });
    gitlab.say(request, { by: developer, body: "Fine.", editedAt: later, editedBy: maria });
    expect((await given()).given).toEqual([{ fingerprint: plan, by: "olivia" }]);
  });

  it("revokes a plan that was approved before the edit", async () => {
    gitlab.say(request, { by: peter, body: `revoke ${plan}`, editedAt: later });
    gitlab.say(request, { by: olivia, body });
    expect((await given()).given).toEqual([]);
  });
});
