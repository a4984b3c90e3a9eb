import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { approversIn, approvalsOf as githubApprovals } from "../../examples/gitops/scripts/githubApprovals.mjs";
import { approvalsOf as gitlabApprovals } from "../../examples/gitops/scripts/gitlabApprovals.mjs";
import type { GitHubService } from "../support/workflows/githubService";
import type { Person, PersonsReview, PullCommit, PullRequest } from "../support/workflows/githubTypes";
import type { GitLabService, Member, MergeRequest, RequestCommit } from "../support/workflows/gitlabService";
import { openPull, openRequest } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const body = `approve ${plan}`;
const by = (login: string) => ({ given: [{ fingerprint: plan, by: login }], others: [] });
const none = (...others: string[]) => ({ given: [], others });

afterEach(() => vi.unstubAllEnvs());

describe("on GitHub", () => {
  const maria: Person = { login: "maria", canPush: true };
  const olivia: Person = { login: "Olivia", canPush: true };
  let github: GitHubService;
  let pull: PullRequest;

  beforeEach(async () => {
    ({ github, pull } = await openPull(maria));
  });

  const review = (given: Partial<PersonsReview> = {}) =>
    pull.reviews.push({ by: olivia, body, state: "APPROVED", commit: pull.head, editedAt: null, ...given });
  const commit = (given: Partial<PullCommit>) =>
    pull.commits.push({
      oid: "b".repeat(40),
      parents: ["c".repeat(40)],
      authors: ["maria"],
      committer: "maria",
      ...given,
    });

  it("another person's approving review of the latest commit counts", async () => {
    review();
    expect(await githubApprovals(pull.number)).toEqual(by("Olivia"));
  });

  it.each([
    ["has opened this pull request", { by: { login: "Maria", canPush: true } }],
    ["may not push to this repository", { by: { login: "Olivia", canPush: false } }],
    ["is not a person", { by: { login: "Olivia", canPush: true, isBot: true } }],
    ["the review was edited after it was submitted", { editedAt: "2026-03-01T08:00:00Z" }],
    ["the review is of an older commit", { commit: "b".repeat(40) }],
  ])("a review does not count if its author or text %s", async (why, given: Partial<PersonsReview>) => {
    review(given);
    expect(await githubApprovals(pull.number)).toEqual(none(`${given.by?.login ?? "Olivia"}: ${why}`));
  });

  it.each(["COMMENTED", "DISMISSED", "CHANGES_REQUESTED"] as const)(
    "a review that is %s approves nothing",
    async (state) => {
      review({ state });
      expect(await githubApprovals(pull.number)).toEqual(none("Olivia: not in an approving review"));
    },
  );

  it.each(["DISMISSED", "CHANGES_REQUESTED"] as const)(
    "a later review that is %s revokes the approval",
    async (state) => {
      review();
      review({ state, body: "Wait." });
      expect(await githubApprovals(pull.number)).toEqual(none());
    },
  );

  it("a later comment has no effect, unless it revokes it", async () => {
    review();
    review({ state: "COMMENTED", body: "Thanks." });
    expect(await githubApprovals(pull.number)).toEqual(by("Olivia"));
    vi.stubEnv("APPROVERS", "olivia");
    review({ by: { login: "peter", canPush: true }, state: "COMMENTED", body: `revoke ${plan}` });
    const { given, others } = await githubApprovals(pull.number);
    expect([given, others]).toEqual([by("Olivia").given, ["peter may not revoke: is not in OUTREACH_APPROVERS"]]);
    // The author may always do so.
    review({ by: maria, state: "COMMENTED", body: `revoke ${plan}` });
    expect((await githubApprovals(pull.number)).given).toEqual([]);
  });

  it("a deleted account can revoke an approval, but not give one", async () => {
    const gone: Person = { login: "peter", canPush: true, isGone: true };
    review({ by: gone });
    expect(await githubApprovals(pull.number)).toEqual(none("ghost: the account was deleted"));
    review();
    expect((await githubApprovals(pull.number)).given).toEqual(by("Olivia").given);
    review({ by: gone, state: "COMMENTED", body: `revoke ${plan}` });
    expect((await githubApprovals(pull.number)).given).toEqual([]);
  });

  it.each([
    ["the author", { authors: ["maria", "olivia"] }],
    ["the committer", { committer: "OLIVIA" }],
  ])("%s of a commit does not approve it", async (_, given) => {
    commit(given);
    review();
    expect(await githubApprovals(pull.number)).toEqual(none("Olivia: has made commits of this pull request"));
  });

  it("the author of a merge of anything other than the base cannot approve it", async () => {
    commit({ authors: ["olivia"], parents: ["c".repeat(40), pull.head] });
    review();
    expect(await githubApprovals(pull.number)).toEqual(none("Olivia: has made commits of this pull request"));
  });

  it.each([
    ["merged the base", { authors: ["Olivia"], committer: "Olivia", parents: ["a".repeat(40), "d".repeat(40)] }],
    ["let GitHub commit for somebody else", { authors: ["maria"], committer: "web-flow" }],
    ["committed with an address that GitHub does not know", { authors: [undefined], committer: undefined }],
  ])("a person's approval counts if they have %s", async (_, given) => {
    commit(given);
    review();
    expect(await githubApprovals(pull.number)).toEqual(by("Olivia"));
  });

  it("no approval counts if GitHub does not list all commits", async () => {
    pull.unlistedCommits = 1;
    review();
    const { given, others } = await githubApprovals(pull.number);
    expect(given).toEqual([]);
    expect(others[0]).toContain("GitHub does not list all commits of this pull request");
  });

  it("everything is read if there is more than one page", async () => {
    for (let count = 0; count < 130; count += 1) review({ by: maria, state: "COMMENTED", body: "Hm." });
    for (let count = 0; count < 130; count += 1) commit({ oid: String(count).padStart(40, "0") });
    commit({ authors: ["Peter"] });
    review();
    review({ by: { login: "peter", canPush: true } });
    expect(await githubApprovals(pull.number)).toEqual({
      ...by("Olivia"),
      others: ["peter: has made commits of this pull request"],
    });
  });

  it("OUTREACH_APPROVERS has GitHub names, in any letter case", async () => {
    review();
    vi.stubEnv("APPROVERS", "peter,  oLIVIA");
    expect(await githubApprovals(pull.number)).toEqual(by("Olivia"));
    vi.stubEnv("APPROVERS", "peter");
    expect(await githubApprovals(pull.number)).toEqual(none("Olivia: is not in OUTREACH_APPROVERS"));
  });

  it.each(["@olivia", "olivia@example.com", "example-team/approvers", "helper[bot]", "olivia;peter", "-olivia"])(
    "%s in OUTREACH_APPROVERS is an error",
    (word) => {
      expect(() => approversIn(`peter, ${word}`)).toThrow(`OUTREACH_APPROVERS: "${word}" can be nobody's name.`);
    },
  );

  it.each([",", " , ", "\n"])(
    "OUTREACH_APPROVERS without a name is an error, and does not admit everybody: %j",
    (text) => {
      expect(() => approversIn(text)).toThrow("OUTREACH_APPROVERS is set and names nobody.");
      expect(approversIn("")).toEqual([]);
    },
  );

  it("reports which pull request it cannot see, and which permission is missing", async () => {
    await expect(githubApprovals(99)).rejects.toThrow(
      "GitHub answered: Could not resolve to a PullRequest with the number of 99. The token of this job may not see it",
    );
    vi.stubEnv("GITHUB_TOKEN", github.tokenFor({}));
    await expect(githubApprovals(pull.number)).rejects.toThrow(
      "The token of this job lacks a permission, probably pull_requests=read: add it to `permissions`",
    );
  });
});

describe("on GitLab", () => {
  const maria: Member = { id: 1, username: "maria", access: 40 };
  const olivia: Member = { id: 2, username: "Olivia", access: 40 };
  const devon: Member = { id: 3, username: "devon", access: 30 };
  const bot: Member = { id: 5, username: "group_bot", access: 40, bot: true };
  const blocked: Member = { id: 7, username: "gone", access: 40, isBlocked: true };
  let gitlab: GitLabService;
  let request: MergeRequest;

  beforeEach(async () => {
    ({ gitlab, request } = await openRequest(maria, olivia, devon, bot, blocked));
  });

  const say = (given: Partial<Parameters<GitLabService["say"]>[1]> = {}) =>
    gitlab.say(request, { by: olivia, body, ...given });

  it("another maintainer's comment counts", async () => {
    say();
    expect(await gitlabApprovals(request.iid)).toEqual(by("Olivia"));
  });

  it.each([
    ["maria: has opened this merge request", { by: maria }],
    ["devon: is not a maintainer", { by: devon }],
    ["stranger: is not a maintainer", { by: { id: 4, username: "stranger" } }],
    ["gone: is not a maintainer", { by: blocked }],
    ["group_bot: is not a person", { by: bot }],
    ["Olivia: the comment was edited after it was written", { editedAt: "2026-03-01T09:00:00Z" }],
    [
      "Olivia: not a paragraph of its own, `approve sha256:…`",
      { body: `> approve ${plan}\n\nIs that the right list?` },
    ],
    ["Olivia: not a paragraph of its own, `approve sha256:…`", { body: `do NOT merge ${plan}` }],
  ])("a comment does not count: %s", async (why, given) => {
    say(given);
    expect(await gitlabApprovals(request.iid)).toEqual(none(why));
  });

  it.each([
    ["a maintainer", olivia],
    ["the author", maria],
  ])("%s revokes it", async (_, person) => {
    say();
    say({ by: person, body: `revoke ${plan}` });
    expect(await gitlabApprovals(request.iid)).toEqual(none());
  });

  it("a deleted account can revoke it, but not give one", async () => {
    const ghost: Member = { id: 6, username: "ghost" };
    say({ by: ghost });
    expect(await gitlabApprovals(request.iid)).toEqual(none("ghost: the account was deleted"));
    say();
    say({ by: ghost, body: `revoke ${plan}` });
    expect((await gitlabApprovals(request.iid)).given).toEqual([]);
  });

  it("a developer cannot revoke it", async () => {
    say();
    say({ by: devon, body: `revoke ${plan}` });
    expect(await gitlabApprovals(request.iid)).toEqual({
      ...by("Olivia"),
      others: ["devon may not revoke: is not a maintainer"],
    });
  });

  it.each<[string, RequestCommit]>([
    ["author", { author: olivia, committer: maria }],
    ["committer", { author: undefined, committer: olivia }],
  ])("the %s of a commit does not approve it", async (_, commit) => {
    request.commits.push(commit);
    say();
    expect(await gitlabApprovals(request.iid)).toEqual(none("Olivia: has made commits of this merge request"));
  });

  it("a person's approval counts if they have merged the target branch", async () => {
    request.commits.push({ author: olivia, committer: olivia, isMerge: true });
    say();
    expect(await gitlabApprovals(request.iid)).toEqual(by("Olivia"));
  });

  it("everything is read if there is more than one page", async () => {
    say();
    for (let count = 0; count < 130; count += 1) say({ by: devon, body: "Hm." });
    expect(await gitlabApprovals(request.iid)).toEqual(by("Olivia"));
    say({ body: `revoke ${plan}` });
    expect(await gitlabApprovals(request.iid)).toEqual(none());
  });

  it("reports which project or merge request it cannot see", async () => {
    await expect(gitlabApprovals(99)).rejects.toThrow("GitLab shows no merge request 99 of example-team/outreach.");
    vi.stubEnv("CI_PROJECT_PATH", "example-team/other");
    await expect(gitlabApprovals(request.iid)).rejects.toThrow(
      "GITLAB_TOKEN cannot see the project example-team/other",
    );
  });
});
