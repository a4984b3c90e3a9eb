import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintIn } from "../support/workflows/githubTeam";
import type { Member, MergeRequest } from "../support/workflows/gitlabService";
import { developer, GitLabTeam, maria, olivia, results } from "../support/workflows/gitlabTeam";

const stranger: Member = { id: 4, username: "stranger" };

const launch = (name: string) => `
new outreach.Campaign("${name}", {
  name: "${name}",
  listIds: [new outreach.List("${name}", { name: "${name} contacts" }).id],
  linkedinSeatId: 7,
  active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], this is ${name}." })],
});
`;

let team: GitLabTeam;
let request: MergeRequest;
beforeAll(async () => {
  team = await GitLabTeam.start();
});
afterAll(async () => await team.close());

const notes = () => request.notes.map(({ body }) => body);

describe("a merge request that needs no approval", () => {
  it("gets one comment, updated after another push", async () => {
    request = team.propose("first", "");
    expect(results(await team.review(request))).toEqual({ review: "success", comment: "success", approval: "success" });
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], may I show you?\n");
    team.repository.commit("Ask kindly");
    expect(results(await team.review(request))).toEqual({ review: "success", comment: "success", approval: "success" });
    expect(notes()).toEqual([expect.stringContaining("may I show you?")]);
    expect(await team.writes()).toBe(0);
  });

  it("is applied when it is merged, and a comment lists what was done", async () => {
    const jobs = await team.merge(request);
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await team.campaigns()).toEqual(["Agency owners, spring"]);
    expect(notes()[1]).toContain("3 created");
  });
});

describe("a merge request with a danger", () => {
  let fingerprint = "";

  it("fails its approval job, and its comment explains how to approve it", async () => {
    request = team.propose("launch", launch("Launch"));
    const jobs = await team.review(request);
    expect(results(jobs)).toEqual({ review: "success", comment: "success", approval: "failed" });
    expect(jobs.approval?.log).toContain("This plan is not approved.");
    fingerprint = fingerprintIn(notes()[0]);
    expect(notes()[0]).toContain(`retries the job \`approval\`:\n\n\`\`\`\napprove ${fingerprint}\n`);
  });

  it.each([
    ["its author", { by: maria }],
    ["a developer", { by: developer }],
    ["someone who is not a member", { by: stranger }],
    ["a bot", { by: { id: 5, username: "group_bot", access: 40, bot: true } }],
    ["a maintainer whose comment was edited", { by: olivia, editedAt: "2026-03-01T08:00:00Z" }],
    ["a maintainer, for another plan", { by: olivia, body: `approve sha256:${"1".repeat(64)}` }],
    ["a maintainer who asks about it", { by: olivia, body: `> approve PLAN\n\nIs the list right?` }],
    ["a maintainer who denies it", { by: olivia, body: `do NOT merge PLAN` }],
  ])("is not approved by %s", async (_, note: { by: Member; body?: string; editedAt?: string }) => {
    if (!team.gitlab.members.includes(note.by)) team.gitlab.members.push(note.by);
    team.gitlab.say(request, { ...note, body: note.body?.replace("PLAN", fingerprint) ?? `approve ${fingerprint}` });
    const jobs = await team.review(request, "approval");
    expect(results(jobs)).toEqual({ approval: "failed" });
    expect(jobs.approval?.log).toContain("This plan is not approved.");
  });

  it("is approved by a maintainer who names the plan, and applied as approved", async () => {
    team.gitlab.say(request, { by: olivia, body: `approve ${fingerprint}` });
    const approval = await team.review(request, "approval");
    expect(results(approval)).toEqual({ approval: "success" });
    expect(approval.approval?.log).toContain(`olivia has approved ${fingerprint}.`);
    const jobs = await team.merge(request);
    expect(results(jobs), jobs.apply?.log).toEqual({ apply: "success" });
    expect(await team.campaigns()).toEqual(["Agency owners, spring", "Launch"]);
  });
});

describe("a merge whose plan differs from the approved one", () => {
  it("is refused, and nothing is sent", async () => {
    request = team.propose("opening", launch("Opening"));
    await team.review(request);
    team.gitlab.say(request, { by: olivia, body: `approve ${fingerprintIn(notes()[0])}` });
    expect(results(await team.review(request, "approval"))).toEqual({ approval: "success" });
    // Meanwhile there is another push to main, whose pipeline is cancelled.
    team.repository.branch("main");
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], last call!\n");
    team.repository.commit("Press a little");
    const before = await team.writes();
    const jobs = await team.merge(request);
    expect(results(jobs)).toEqual({ apply: "failed" });
    expect(jobs.apply?.log).toContain("these are not the changes that were approved");
    expect(notes().at(-1)).toContain("**Nothing was applied** to stack `production`");
    expect(await team.writes()).toBe(before);
    expect(await team.campaigns()).toEqual(["Agency owners, spring", "Launch"]);
  });
});

describe("a merge request from a fork", () => {
  it("runs nothing", async () => {
    request = team.propose("from-a-fork", "\nconsole.log(JSON.stringify(process.env));\n", true);
    expect(await team.review(request)).toEqual({});
  });
});

describe("the daily comparison", () => {
  it("succeeds if nothing was changed outside the program", async () => {
    const jobs = await team.compare();
    expect(results(jobs), jobs.drift?.log).toEqual({ drift: "success", verify: "success" });
  });

  it("fails and prints the change", async () => {
    const { campaigns: all } = await team.sandbox.objects();
    await team.sandbox.editCampaign({ campaignId: all[0]?.id ?? 0, name: "Renamed in the app" });
    const jobs = await team.compare();
    expect(results(jobs), jobs.verify?.log).toEqual({ drift: "failed", verify: "success" });
    expect(jobs.drift?.log).toContain("Renamed in the app");
  });
});

describe("the whole sequence", () => {
  it("shows no secret anywhere, and no request was refused", () => {
    const shown = team.shown();
    expect(shown).toContain("Agency owners, spring");
    for (const secret of team.confidential) expect(shown).not.toContain(secret);
    expect(team.gitlab.refused).toEqual([]);
  });
});
