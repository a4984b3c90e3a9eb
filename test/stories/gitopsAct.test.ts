import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byAct } from "../support/workflows/act";
import { fingerprintIn, GitHubTeam, olivia, results } from "../support/workflows/githubTeam";
import type { PullRequest } from "../support/workflows/githubTypes";

const launch = `
new outreach.Campaign("launch", {
  name: "Launch", listIds: [leads.id], linkedinSeatId: 7, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;

let team: GitHubTeam;
let pull: PullRequest;
// If act is not in the user's cache, it is built first, which takes a minute or two.
beforeAll(async () => {
  team = await GitHubTeam.start(await byAct());
}, 600_000);
afterAll(async () => await team?.close());

// act interprets conditions, needs, outputs, expressions and files of a job. It has neither environments nor a token
// for each job, and the actions are our own short ones.
describe("the workflows, run by act on this machine", () => {
  let fingerprint = "";

  it("review a pull request in a comment, and send nothing", async () => {
    team.repository.branch("launch");
    team.repository.append("index.ts", launch);
    team.repository.commit("Launch");
    pull = team.openPull("launch");
    const outcomes = await team.reviewed(pull);
    expect(results(outcomes), outcomes.review?.log).toEqual({ review: "success", comment: "success", none: "skipped" });
    const [comment] = team.github.commentsOn(pull.number);
    fingerprint = fingerprintIn(comment);
    expect(team.github.statusOf(pull.head)).toBe(`pending: needs an approval of ${fingerprint}`);
    expect(await team.writes()).toEqual([]);
  });

  it("accept an approval", async () => {
    const outcomes = await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(results(outcomes), outcomes.approval?.log).toEqual({ approval: "success" });
    expect(team.github.statusOf(pull.head)).toBe(`success: approved by olivia: ${fingerprint}`);
  });

  it("apply the approved plan when it is merged, and report it in a comment", async () => {
    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    const { campaigns } = await team.sandbox.objects();
    expect(campaigns.map(({ name }) => name).sort()).toEqual(["Agency owners, spring", "Launch"]);
    expect(team.github.commentsOn(pull.number).at(-1)).toContain("is sending");
  });

  it("refuse a change without an approval, and add no comment", async () => {
    team.repository.branch("main");
    team.repository.append("index.ts", launch.replaceAll(/launch/gi, "Unseen"));
    team.repository.commit("Launch at once");
    const sent = await team.writes();
    expect(results(await team.run("apply.yml", team.push()))).toEqual({ apply: "failure", comment: "skipped" });
    expect(await team.writes()).toEqual(sent);
  });

  it("compare daily, in one issue", async () => {
    const { campaigns } = await team.sandbox.objects();
    const draft = campaigns.find(({ active }) => !active);
    await team.sandbox.editCampaign({ campaignId: draft?.id ?? 0, name: "Renamed in the app" });
    const outcomes = await team.run("drift.yml", { ...team.push(), name: "schedule", actor: "github" });
    expect(results(outcomes), outcomes.compare?.log).toEqual({ compare: "success", issue: "success" });
    expect(team.github.issues.map(({ body }) => body.includes("Renamed in the app"))).toEqual([true]);
  });

  it("only run checks for a pull request from a fork", async () => {
    team.repository.branch("from-a-fork");
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], shall I show you?\n");
    team.repository.commit("Ask shorter");
    const outcomes = await team.reviewed(team.openPull("from-a-fork", olivia, true));
    expect(results(outcomes), outcomes.none?.log).toEqual({ review: "skipped", comment: "skipped", none: "success" });
  });

  it("print no secret, and send no request that GitHub refuses", () => {
    for (const secret of team.confidential) expect(team.shown()).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});
