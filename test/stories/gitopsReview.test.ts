import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repository } from "../support/project";
import { fingerprintIn, GitHubTeam, maria, reader, results, secretOfProgram } from "../support/workflows/githubTeam";
import type { PullRequest } from "../support/workflows/githubTypes";

const example = join(repository, "examples", "gitops");

const withSecret = `
import { Config } from "@pulumi/pulumi";
new outreach.Campaign("coded", {
  name: "With a code",
  listIds: [leads.id],
  linkedinSeatId: 7,
  steps: [
    outreach.step.invitation(),
    outreach.step.message({ message: new Config().requireSecret("code").apply((code) => code.toUpperCase()) }),
  ],
});
`;

describe("a pull request with a new campaign, which needs no approval", () => {
  let team: GitHubTeam;
  let pull: PullRequest;
  let first = "";
  beforeAll(async () => {
    team = await GitHubTeam.start();
  });
  afterAll(async () => await team.close());

  const ownComments = () => team.github.commentsOn(pull.number).filter((body) => !body.includes("written by hand"));

  it("gets its review as a comment, and nothing is sent", async () => {
    team.repository.branch("spring");
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], shall I show you?\n");
    // The SDK prints this text in the clear, in events that only `pulumi up --json` has.
    team.repository.append("index.ts", withSecret);
    team.repository.commit("Ask shorter, and greet with a code");
    pull = team.openPull("spring");
    // A forged comment, which the workflow must not change.
    team.github.say(pull.number, "reader", "<!-- outreach review of production -->\n\nwritten by hand");
    expect(results(await team.reviewed(pull))).toEqual({ review: "success", comment: "success", none: "skipped" });
    [first = ""] = ownComments();
    expect(first).toMatch(/^<!-- outreach review of production -->\n\n## Outreach review/);
    expect(first).toContain("4 created");
    expect(first).toContain("shall I show you?");
    expect(team.github.statusOf(pull.head)).toBe("success: this plan needs no approval");
    expect(await team.writes()).toEqual([]);
  });

  it("gets the same comment updated after another push", async () => {
    team.repository.branch("spring");
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], may I show you?\n");
    team.repository.commit("Ask kindly");
    expect(results(await team.reviewed(pull, "synchronize"))).toMatchObject({ comment: "success" });
    expect(ownComments()).toHaveLength(1);
    expect(ownComments()[0]).toContain("may I show you?");
    expect(fingerprintIn(ownComments()[0])).not.toBe(fingerprintIn(first));
    expect(team.github.commentsOn(pull.number)).toHaveLength(2);
    expect(team.github.statusOf(pull.head)).toBe("success: this plan needs no approval");
  });

  it("is applied when it is merged, and a comment lists what was done", async () => {
    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    const { campaigns } = await team.sandbox.objects();
    const texts = campaigns.map(({ name, active, steps }) => [name, active, steps.at(-1)?.message]);
    expect(texts.sort()).toEqual([
      ["Agency owners, spring", false, "Hi [FirstName], may I show you?"],
      ["With a code", false, secretOfProgram],
    ]);
    expect(team.left()).toBe("");
    expect(ownComments()).toHaveLength(2);
    expect(ownComments()[1]).toMatch(/^<!-- outreach run \d+ -->\n\n## /);
    expect(ownComments()[1]).toContain("4 created");
    expect(outcomes.apply?.summary).toContain("4 created");
    expect(await team.pulumi("preview", "--stack", "production", "--expect-no-changes")).toContain("unchanged");
  });

  it("fails while the service refuses the key, even without changes", async () => {
    await team.sandbox.fault({ kind: "status", status: 401, method: "GET", path: "/v1/**", count: 1_000 });
    team.repository.branch("nothing");
    team.repository.commit("Change nothing");
    const unchanged = team.openPull("nothing");
    expect(results(await team.reviewed(unchanged))).toMatchObject({ review: "failure", comment: "success" });
    expect(team.github.commentsOn(unchanged.number)[0]).toContain("401");
    expect(team.github.statusOf(unchanged.head)).toBe("failure: the preview failed");
    await team.sandbox.clearFaults();
  });

  it("shows no secret anywhere, and no request was refused", () => {
    const shown = team.shown();
    // The campaign's opening text proves that the output is not empty.
    expect(shown).toContain("wondered how you report to your clients");
    for (const secret of team.confidential) expect(shown).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});

describe("a pull request that cannot be previewed", () => {
  let team: GitHubTeam;
  beforeAll(async () => {
    team = await GitHubTeam.start();
  });
  afterAll(async () => await team.close());

  it("gets no secrets if it comes from a fork: there is no preview, and its summary says so", async () => {
    team.repository.branch("from-a-fork");
    // A possible attack.
    team.repository.write("index.ts", "console.log(JSON.stringify(process.env));\n");
    team.repository.commit("Print everything");
    const pull = team.openPull("from-a-fork", reader, true);
    const outcomes = await team.reviewed(pull);
    expect(results(outcomes)).toEqual({ review: "skipped", comment: "skipped", none: "success" });
    expect(outcomes.none?.summary).toContain("There is no preview: this pull request comes from a fork");
    expect(await team.sandbox.log()).toMatchObject({ total: 0 });
    expect(team.github.commentsOn(pull.number)).toEqual([]);
    expect(team.github.statusOf(pull.head)).toBeUndefined();
    // A review of it does not start anything either.
    const approval = await team.personReviews(pull, { by: maria, body: `sha256:${"0".repeat(64)}` });
    expect(results(approval)).toEqual({ approval: "skipped" });
  });

  it("reports the program's problem, and the check fails", async () => {
    team.repository.branch("broken");
    team.repository.write("messages/1-opening.txt", "Hi [FirstNam], shall we talk?\n");
    team.repository.commit("Misspell a variable");
    const pull = team.openPull("broken");
    const outcomes = await team.reviewed(pull);
    expect(results(outcomes)).toEqual({ review: "failure", comment: "success", none: "skipped" });
    const [comment] = team.github.commentsOn(pull.number);
    expect(comment).toContain("The preview stopped early");
    expect(comment).toContain("steps&#91;1&#93;.message");
    expect(team.github.statusOf(pull.head)).toBe("failure: the preview failed");
  });

  it("reports a missing stack", async () => {
    team.repository.branch("other-stack");
    const workflow = readFileSync(join(example, ".github", "workflows", "review.yml"), "utf8");
    team.repository.write(".github/workflows/review.yml", workflow.replace("STACK: production", "STACK: missing"));
    team.repository.write("Pulumi.missing.yaml", "config: {}\n");
    team.repository.commit("Name another stack");
    const pull = team.openPull("other-stack");
    const outcomes = await team.reviewed(pull);
    expect(results(outcomes)).toEqual({ review: "failure", comment: "success", none: "skipped" });
    expect(team.github.commentsOn(pull.number)[0]).toContain("error: no stack named 'missing' found");
    expect(team.github.statusOf(pull.head)).toBe("failure: the preview failed");
    expect(outcomes.review?.log).toContain("no stack named 'missing' found");
  });
});
