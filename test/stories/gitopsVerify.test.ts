import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitHubTeam, results } from "../support/workflows/githubTeam";
import type { Event } from "../support/workflows/runner";

let team: GitHubTeam;
beforeAll(async () => {
  team = await GitHubTeam.start();
  const outcomes = await team.run("apply.yml", team.push());
  expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "skipped" });
});
afterAll(async () => {
  await team.close();
});

const morning = (): Event => ({ ...team.push(), name: "schedule", actor: "github" });
const both = { compare: "success", issue: "success" };
const issues = () => team.github.issues.map(({ state, title, labels }) => [state, title, labels]);
const theIssue = ["Outreach: campaigns of production did something else than promised", ["outreach-verify"]];
const open = ["open", ...theIssue];

async function verified(): Promise<string> {
  const outcomes = await team.run("verify.yml", morning());
  expect(results(outcomes), outcomes.compare?.log).toEqual(both);
  return outcomes.compare?.summary ?? "";
}

describe("the daily check of campaigns", () => {
  let campaignId = 0;

  it("opens no issue if campaigns did what the program declares", async () => {
    expect(await verified()).toContain("What campaigns did is what was promised");
    expect(issues()).toEqual([]);
  });

  it("opens one issue for a campaign that was launched in the app, and keeps it", async () => {
    const { lists } = await team.sandbox.objects();
    const answer = await fetch(`${team.sandbox.url}/v1/campaign`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${team.sandbox.accounts.owner.apiKeys[0]}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        ...{ name: "Launched in the app", active: true, listIds: [lists[0]?.id], linkedinSeatId: 7 },
        ...{ language: "en-US", steps: [{ type: "visitProfile" }] },
      }),
    });
    campaignId = ((await answer.json()) as { id: number }).id;
    const sent = await team.writes();
    for (const _ of ["first", "second"]) {
      expect(await verified()).toContain("undeclared-campaign");
      expect(issues()).toEqual([open]);
    }
    expect(team.github.issues[0]?.body).toContain("Launched in the app");
    expect(await team.writes()).toEqual(sent);
  });

  it("leaves the issue unchanged if the service cannot be read", async () => {
    await team.sandbox.fault({ kind: "status", path: "/v1/campaign", status: 403, count: 20 });
    const outcomes = await team.run("verify.yml", morning());
    await team.sandbox.clearFaults();
    expect(results(outcomes)).toEqual({ compare: "failure", issue: "skipped" });
    expect(outcomes.compare?.log).toContain("The campaigns could not be verified");
    expect(issues()).toEqual([open]);
  });

  it("closes the issue when the campaign is off", async () => {
    await team.sandbox.setActive({ campaignId, active: false });
    await verified();
    expect(issues()).toEqual([["closed", ...theIssue]]);
  });

  it("shows no secret anywhere, and no request was refused", () => {
    for (const secret of team.confidential) expect(team.shown()).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});
