import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintIn } from "../support/workflows/githubTeam";
import { gitlabCiLocal } from "../support/workflows/gitlabCiLocal";
import type { MergeRequest } from "../support/workflows/gitlabService";
import { GitLabTeam, olivia, results } from "../support/workflows/gitlabTeam";

const launch = `
new outreach.Campaign("launch", {
  name: "Launch", listIds: [leads.id], linkedinSeatId: 7, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;

let team: GitLabTeam;
let request: MergeRequest;
beforeAll(async () => {
  team = await GitLabTeam.start(await gitlabCiLocal());
});
afterAll(async () => await team.close());

const notes = () => request.notes.map(({ body }) => body);

// gitlab-ci-local interprets rules, needs, artifacts and scoped variables. It has no containers: `image` is not tested.
describe("the pipeline, run by gitlab-ci-local in the shell", () => {
  let fingerprint = "";

  it("reviews a merge request, and fails without an approval", async () => {
    request = team.propose("launch", launch);
    const jobs = await team.review(request);
    expect(results(jobs), jobs.review?.log).toEqual({ review: "success", comment: "success", approval: "failed" });
    expect(jobs.approval?.log).toContain("This plan is not approved.");
    fingerprint = fingerprintIn(notes()[0]);
    expect(await team.writes()).toBe(0);
  });

  it("accepts the approval when that job is run again", async () => {
    team.gitlab.say(request, { by: olivia, body: `approve ${fingerprint}` });
    const jobs = await team.review(request, "approval");
    expect(results(jobs), jobs.approval?.log).toEqual({ approval: "success" });
  });

  it("applies the approved plan when it is merged", async () => {
    const jobs = await team.merge(request);
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await team.campaigns()).toEqual(["Agency owners, spring", "Launch"]);
    expect(notes().at(-1)).toContain("is sending");
  });

  it("compares daily, and fails after a change in the app", async () => {
    const { campaigns } = await team.sandbox.objects();
    const draft = campaigns.find(({ active }) => !active);
    await team.sandbox.editCampaign({ campaignId: draft?.id ?? 0, name: "Renamed in the app" });
    const jobs = await team.compare();
    expect(results(jobs), jobs.verify?.log).toEqual({ drift: "failed", verify: "success" });
    expect(jobs.drift?.log).toContain("Renamed in the app");
  });

  it("runs nothing for a merge request from a fork", async () => {
    request = team.propose("from-a-fork", "\nconsole.log(JSON.stringify(process.env));\n", true);
    expect(await team.review(request)).toEqual({});
  });

  it("prints no secret, and sends no request that GitLab refuses", () => {
    const shown = team.shown();
    expect(shown).toContain("Agency owners, spring");
    for (const secret of team.confidential) expect(shown).not.toContain(secret);
    expect(team.gitlab.refused).toEqual([]);
  });
});
