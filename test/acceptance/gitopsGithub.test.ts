import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../support/long";
import { bruno, outreachOf, olivia as owner } from "../support/organization";
import { fingerprintIn, GitHubTeam, maria, olivia, results } from "../support/workflows/githubTeam";
import type { PullRequest } from "../support/workflows/githubTypes";

/** A list that somebody has filled in the app. */
const filled = 900;
const ada = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
const bo = { firstName: "Bo", lastName: "Kim", email: "bo@example.com" };

let team: GitHubTeam;
let pull: PullRequest;
beforeAll(async () => {
  team = await GitHubTeam.start();
  await team.sandbox.addList({ userId: owner, listId: filled, name: "Founders" });
  await team.sandbox.addContacts({ userId: owner, contacts: [ada, bo].map((each) => ({ ...each, listId: filled })) });
});
afterAll(async () => {
  await team.close();
});

const launch = `
new outreach.Campaign("launch", {
  name: "Launch", listIds: [leads.id, ${filled}], linkedinSeatId: 7, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;
const status = () => team.github.statusOf(pull.head);
const campaigns = async () =>
  (await team.sandbox.objects()).campaigns.map(({ name, active }) => `${name}: ${active ? "on" : "off"}`).sort();

// The main path. The other paths are in test/stories.
describe("a change on GitHub, from the pull request to the daily comparison", () => {
  let fingerprint = "";
  let approval = "";

  it("is reviewed in a comment that requests an approval, and nothing is sent", async () => {
    team.repository.branch("launch");
    team.repository.append("index.ts", launch);
    team.repository.write("outreach.do-not-contact", "bo@example.com # asked on the phone\n");
    team.repository.commit("Launch");
    pull = team.openPull("launch");
    expect(results(await team.reviewed(pull))).toEqual({ review: "success", comment: "success", none: "skipped" });
    const [comment] = team.github.commentsOn(pull.number);
    expect(comment).toContain("starts sending");
    expect(comment).toContain("comes to 1 person in its lists who is not to be contacted");
    fingerprint = fingerprintIn(comment);
    approval = `${fingerprint} suppressed-person:launch`;
    expect(comment).toContain(`\napprove ${approval}\n`);
    expect(status()).toBe(`pending: needs an approval of ${fingerprint}`);
    expect(await team.writes()).toEqual([]);
  });

  it("is approved by another person who names the plan, and not by its author", async () => {
    await team.personReviews(pull, { by: maria, body: `approve ${approval}` });
    expect(status()).toBe(`pending: needs an approval of ${fingerprint}; maria: has opened this pull request`);
    await team.personReviews(pull, { by: olivia, body: `The list is right.\n\napprove ${approval}` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);
  });

  // Two applies, each with several runs of the CLI: `test:full` alone shows them.
  if (isLong) {
    it("is refused at the merge if a colleague has contacted a person in its lists meanwhile", async () => {
      const merged = team.merge(pull);
      const { campaignId = 0 } = await outreachOf(team, bruno, "Banking", [ada], true);
      const sent = await team.writes();
      expect(results(await team.run("apply.yml", merged))).toEqual({ apply: "failure", comment: "success" });
      const comment = team.github.commentsOn(pull.number).at(-1);
      expect(comment).toMatch(
        /\*\*Nothing was applied\*\* .*: this is the approved plan, and it has a danger of people/,
      );
      expect(comment).toContain("1 by a campaign that runs");
      expect(await team.writes()).toEqual(sent);
      await team.sandbox.deleteCampaign({ campaignId });
    });
  }

  it("is applied if nobody has: exactly the approved plan, with the approved danger", async () => {
    const again = () => ({ ...team.push(), name: "workflow_dispatch" as const });
    const outcomes = await team.run("apply.yml", isLong ? again() : team.merge(pull));
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    expect(outcomes.apply?.log).toContain(`olivia has approved ${fingerprint} in pull request ${pull.number}.`);
    expect(await campaigns()).toEqual(["Agency owners, spring: off", "Launch: on"]);
    // What the files of the example hold is what is sent.
    const { campaigns: all } = await team.sandbox.objects();
    const sent = all.find(({ active }) => !active)?.steps.flatMap(({ message }) => message ?? []);
    expect(sent).toEqual(
      ["1-opening.txt", "2-follow-up.txt"].map((file) => team.repository.read(`messages/${file}`).trim()),
    );
    expect(team.github.commentsOn(pull.number).at(-1)).toContain("is sending");
  });

  // A review and an apply more, each with several runs of the CLI: `test:full` alone shows them.
  if (isLong) {
    it("counts as running after a launch in the app: its new text is approved once, and applied at the first attempt", async () => {
      const draft = (await team.sandbox.objects()).campaigns.find(({ active }) => !active);
      const campaignId = draft?.id ?? 0;
      await team.sandbox.setActive({ campaignId, active: true });
      team.repository.branch("words");
      team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], shall I show you how we report?\n");
      team.repository.commit("Ask shorter");
      pull = team.openPull("words");
      expect(results(await team.reviewed(pull))).toEqual({ review: "success", comment: "success", none: "skipped" });
      const [comment] = team.github.commentsOn(pull.number);
      expect(comment).toContain("is running and its text changes in step 3");
      await team.personReviews(pull, { by: olivia, body: `approve ${fingerprintIn(comment)}` });
      const outcomes = await team.run("apply.yml", team.merge(pull));
      expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
      const { campaigns: all } = await team.sandbox.objects();
      expect(all.find(({ id }) => id === campaignId)).toMatchObject({
        active: true,
        steps: [{}, {}, { message: "Hi [FirstName], shall I show you how we report?" }],
      });
      await team.sandbox.setActive({ campaignId, active: false });
    });
  }

  it("is refused at the merge if the plan has changed meanwhile", async () => {
    team.repository.branch("main");
    team.repository.append("index.ts", launch.replaceAll(/launch/gi, "Unseen"));
    team.repository.commit("Launch at once");
    const sent = await team.writes();
    const outcomes = await team.run("apply.yml", team.push());
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "skipped" });
    expect(await team.writes()).toEqual(sent);
  });

  it("is compared daily with the account, in one issue", async () => {
    const { campaigns: all } = await team.sandbox.objects();
    const draft = all.find(({ active }) => !active);
    await team.sandbox.editCampaign({ campaignId: draft?.id ?? 0, name: "Renamed in the app" });
    const outcomes = await team.run("drift.yml", { ...team.push(), name: "schedule", actor: "github" });
    expect(results(outcomes), outcomes.compare?.log).toEqual({ compare: "success", issue: "success" });
    expect(team.github.issues.map(({ state, body }) => [state, body.includes("Renamed in the app")])).toEqual([
      ["open", true],
    ]);
  });

  it("shows no secret anywhere, and no request was refused", () => {
    const shown = team.shown();
    expect(shown).toContain("wondered how you report to your clients");
    for (const secret of team.confidential) expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/Ada|Byron|Bo Kim|ada@|bo@/);
    expect(team.github.refused).toEqual([]);
  });
});
