import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../sandbox/src/index";
import { bruno, outreachOf, olivia as owner } from "../support/organization";
import { fingerprintIn, GitHubTeam, olivia, results } from "../support/workflows/githubTeam";
import type { PullRequest } from "../support/workflows/githubTypes";
import type { MergeRequest } from "../support/workflows/gitlabService";
import { GitLabTeam, olivia as maintainer } from "../support/workflows/gitlabTeam";

/** A list that was filled in the app. */
const filled = 900;
const ada = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
const names = /Ada|Byron|ada@/;

async function fillList(sandbox: Sandbox): Promise<void> {
  await sandbox.addList({ userId: owner, listId: filled, name: "Founders" });
  await sandbox.addContacts({ userId: owner, contacts: [{ ...ada, listId: filled }] });
}

const launch = `
new outreach.Campaign("launch", {
  name: "Launch", listIds: [leads.id, ${filled}], linkedinSeatId: 7, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;

describe("the people of a plan on GitHub", () => {
  let team: GitHubTeam;
  let pull: PullRequest;
  let fingerprint = "";
  beforeAll(async () => {
    team = await GitHubTeam.start();
    await fillList(team.sandbox);
  });
  afterAll(async () => await team.close());
  const status = () => team.github.statusOf(pull.head);
  const comment = () => team.github.commentsOn(pull.number).at(-1) ?? "";

  it("have to be approved again if they are contacted after the approval", async () => {
    team.repository.branch("launch");
    team.repository.append("index.ts", launch);
    team.repository.commit("Launch");
    pull = team.openPull("launch");
    await team.reviewed(pull);
    fingerprint = fingerprintIn(comment());
    expect(comment()).toContain(`\napprove ${fingerprint}\n`);
    await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);

    await outreachOf(team, bruno, "Banking", [ada], true);
    const outcomes = await team.reviewed(pull, "synchronize");
    const missing = "no approval of this plan names already-contacted:launch";
    expect(status()).toContain(`pending: needs an approval of ${fingerprint}; no approval of this plan names`);
    expect(outcomes.comment?.summary).toContain(`Not counted: ${missing}.`);
    expect(comment()).toContain("1 by a campaign that runs");
    expect(comment()).toContain(`\napprove ${fingerprint} already-contacted:launch\n`);
    const again = await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(again.approval?.log).toContain(missing);
    await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint} already-contacted:launch` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);
  });

  it("are named in a comment only if outreach.review.yaml allows it", async () => {
    expect(team.shown()).not.toMatch(names);
    team.repository.branch("named");
    team.repository.append("index.ts", launch);
    const rules = team.repository.read("outreach.review.yaml").replace("nowhere", "everywhere");
    team.repository.write("outreach.review.yaml", rules);
    team.repository.commit("Name people");
    const named = team.openPull("named");
    await team.reviewed(named);
    expect(team.github.commentsOn(named.number)[0]).toContain("Ada Byron (“Banking” of Bruno");
  });

  it("stop the approved plan if they cannot be read at the merge", async () => {
    const merged = team.merge(pull);
    const sent = await team.writes();
    await team.sandbox.fault({ kind: "status", path: "/v1/contact", status: 403, userId: bruno, count: 50 });
    const outcomes = await team.run("apply.yml", merged);
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "success" });
    expect(comment()).toContain("this is the approved plan, and it has a danger of people that came up after its");
    expect(comment()).toContain("not all people of the organization could be read");
    expect(await team.writes()).toEqual(sent);
    await team.sandbox.clearFaults();
  });

  it("do not stop it if they can be read, and the approved danger is the only one", async () => {
    const outcomes = await team.run("apply.yml", { ...team.push(), name: "workflow_dispatch" });
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    expect((await team.sandbox.objects()).campaigns.map(({ name }) => name)).toContain("Launch");
  });
});

describe("people who are found only in the whole plan", () => {
  let team: GitHubTeam;
  let pull: PullRequest;
  beforeAll(async () => {
    team = await GitHubTeam.start();
    await fillList(team.sandbox);
    await team.sandbox.addList({ userId: owner, listId: filled + 1, name: "Investors" });
    await team.sandbox.addContacts({ userId: owner, contacts: [{ ...ada, listId: filled + 1 }] });
    team.repository.branch("main");
    team.repository.write("outreach.do-not-contact", "ada@example.com\n");
    team.repository.commit("Leave a person alone");
  });
  afterAll(async () => await team.close());
  const comment = () => team.github.commentsOn(pull.number).at(-1) ?? "";

  it("are in a list that the update adopts by name, and stop a plan if its approval does not name the danger", async () => {
    team.repository.branch("twin");
    const list = '\nconst founders = new outreach.List("founders", { name: "Founders", adopt: "twin" });\n';
    team.repository.append("index.ts", `${list}${launch.replace(String(filled), "founders.id")}`);
    team.repository.commit("Launch");
    pull = team.openPull("twin");
    await team.reviewed(pull);
    const fingerprint = fingerprintIn(comment());
    expect(comment()).toContain(`\napprove ${fingerprint} suppressed-person:launch\n`);
    await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(team.github.statusOf(pull.head)).toContain("; no approval of this plan names");
    const sent = await team.writes();
    expect(results(await team.run("apply.yml", team.merge(pull)))).toEqual({ apply: "failure", comment: "success" });
    expect(await team.writes()).toEqual(sent);
  });

  it("are in the lists of two campaigns that start at once", async () => {
    team.repository.branch("both");
    const second = launch.replaceAll(/launch/gi, "Second").replace(String(filled), String(filled + 1));
    team.repository.append("index.ts", second);
    team.repository.commit("Launch a second one");
    pull = team.openPull("both");
    await team.reviewed(pull);
    expect(comment()).toMatch(
      /Campaign “Second” comes to 1 person in its lists .*: 1 by another campaign of this change\./,
    );
    expect(comment()).toMatch(/\napprove sha256:\w+ .*already-contacted:launch.*\n/);
  });
});

describe("the people of a plan on GitLab", () => {
  let team: GitLabTeam;
  let request: MergeRequest;
  beforeAll(async () => {
    team = await GitLabTeam.start();
    await fillList(team.sandbox);
  });
  afterAll(async () => await team.close());
  const note = () => request.notes.filter(({ body }) => body.startsWith("<!--")).at(-1)?.body ?? "";

  it("are checked again at the merge: a person who has become suppressed stops it", async () => {
    request = team.propose("launch", launch);
    await team.review(request);
    const fingerprint = fingerprintIn(note());
    expect(note()).toContain(`\napprove ${fingerprint}\n`);
    team.gitlab.say(request, { by: maintainer, body: `approve ${fingerprint}` });
    expect((await team.review(request, "approval")).approval?.result).toBe("success");
    team.repository.branch("main");
    team.repository.write("outreach.do-not-contact", "ada@example.com\n");
    team.repository.commit("Leave a person alone");
    const before = await team.writes();
    const { apply } = await team.merge(request);
    expect(apply?.result).toBe("failed");
    expect(apply?.log).toContain("the service shows dangers that were not reviewed with it:");
    expect(note()).toContain("**Nothing was applied** to stack `production`: this is the approved plan, and it has a");
    expect(note()).toContain("comes to 1 person in its lists who is not to be contacted (line 1");
    expect(await team.writes()).toBe(before);
  });

  it("are approved in a merge request without changes, by a line that names the danger", async () => {
    request = team.propose("go-on", "");
    await team.review(request);
    const fingerprint = fingerprintIn(note());
    team.gitlab.say(request, { by: maintainer, body: `approve ${fingerprint}` });
    const { approval } = await team.review(request, "approval");
    expect(approval?.result).toBe("failed");
    expect(approval?.log).toContain("No approval of this plan names suppressed-person:launch.");
    team.gitlab.say(request, { by: maintainer, body: `approve ${fingerprint} suppressed-person:launch` });
    expect((await team.review(request, "approval")).approval?.result).toBe("success");
    const { apply } = await team.merge(request);
    expect(apply?.result, apply?.log).toBe("success");
    expect(await team.campaigns()).toEqual(["Agency owners, spring", "Launch"]);
    expect(team.shown()).not.toMatch(names);
  });
});
