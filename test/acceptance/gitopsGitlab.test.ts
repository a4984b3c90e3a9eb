import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintIn } from "../support/workflows/githubTeam";
import type { MergeRequest } from "../support/workflows/gitlabService";
import { GitLabTeam, maria, olivia, results } from "../support/workflows/gitlabTeam";

let team: GitLabTeam;
let request: MergeRequest;
beforeAll(async () => {
  team = await GitLabTeam.start();
});
afterAll(async () => {
  await team.close();
});

const launch = `
new outreach.Campaign("launch", {
  name: "Launch", listIds: [leads.id], linkedinSeatId: 7, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;
const notes = () => request.notes.map(({ body }) => body);

// The main path. The other paths are in test/stories.
describe("a change on GitLab, from the merge request to the daily comparison", () => {
  let fingerprint = "";

  it("is reviewed in a comment that requests an approval, and nothing is sent", async () => {
    request = team.propose("launch", launch);
    const jobs = await team.review(request);
    expect(results(jobs)).toEqual({ review: "success", comment: "success", approval: "failed" });
    fingerprint = fingerprintIn(notes()[0]);
    expect(notes()[0]).toContain(`retries the job \`approval\`:\n\n\`\`\`\napprove ${fingerprint}\n`);
    expect(await team.writes()).toBe(0);
  });

  it("is approved if another person names the plan, but not if its author does", async () => {
    team.gitlab.say(request, { by: maria, body: `approve ${fingerprint}` });
    expect(results(await team.review(request, "approval"))).toEqual({ approval: "failed" });
    team.gitlab.say(request, { by: olivia, body: `approve ${fingerprint}` });
    const jobs = await team.review(request, "approval");
    expect(results(jobs)).toEqual({ approval: "success" });
    expect(jobs.approval?.log).toContain(`olivia has approved ${fingerprint}.`);
  });

  it("is applied when it is merged, and a comment lists what was done", async () => {
    const jobs = await team.merge(request);
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await team.campaigns()).toEqual(["Agency owners, spring", "Launch"]);
    expect(notes().at(-1)).toContain("is sending");
  });

  it("is compared daily with the account", async () => {
    const { campaigns } = await team.sandbox.objects();
    const draft = campaigns.find(({ active }) => !active);
    await team.sandbox.editCampaign({ campaignId: draft?.id ?? 0, name: "Renamed in the app" });
    const jobs = await team.compare();
    expect(results(jobs), jobs.verify?.log).toEqual({ drift: "failed", verify: "success" });
    expect(jobs.drift?.log).toContain("Renamed in the app");
  });

  it("shows no secret anywhere, and no request was refused", () => {
    const shown = team.shown();
    expect(shown).toContain("Agency owners, spring");
    for (const secret of team.confidential) expect(shown).not.toContain(secret);
    expect(team.gitlab.refused).toEqual([]);
  });
});
