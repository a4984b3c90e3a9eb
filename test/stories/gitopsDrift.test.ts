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
const theIssue = ["open", "Outreach: production was changed outside of the program", ["outreach-drift"]];

/** Renames the campaign, as a person does in the app. */
async function rename(name: string): Promise<void> {
  const { campaigns } = await team.sandbox.objects();
  await team.sandbox.editCampaign({ campaignId: campaigns[0]?.id ?? 0, name });
}

describe("the daily comparison", () => {
  it("opens no issue if nothing was changed outside the program", async () => {
    const outcomes = await team.run("drift.yml", morning());
    expect(results(outcomes), outcomes.compare?.log).toEqual(both);
    expect(issues()).toEqual([]);
  });

  it("opens an issue that shows the change", async () => {
    await rename("Renamed in the app");
    const sent = await team.writes();
    const outcomes = await team.run("drift.yml", morning());
    expect(results(outcomes), outcomes.compare?.log).toEqual(both);
    expect(issues()).toEqual([theIssue]);
    expect(team.github.issues[0]?.body).toContain("Renamed in the app");
    expect(outcomes.compare?.summary).toContain("was changed outside of the program");
    // Neither the account nor the state is changed.
    expect(await team.writes()).toEqual(sent);
  });

  it("keeps that issue up to date", async () => {
    await rename("Renamed again");
    expect(results(await team.run("drift.yml", morning()))).toEqual(both);
    expect(issues()).toEqual([theIssue]);
    expect(team.github.issues[0]?.body).toContain("Renamed again");
  });

  it("leaves the issue unchanged if the service cannot be read", async () => {
    const { OUTREACH_BASE_URL = "" } = team.variables;
    team.variables.OUTREACH_BASE_URL = "http://127.0.0.1:9";
    const outcomes = await team.run("drift.yml", morning());
    team.variables.OUTREACH_BASE_URL = OUTREACH_BASE_URL;
    expect(results(outcomes)).toEqual({ compare: "failure", issue: "skipped" });
    expect(issues()).toEqual([theIssue]);
  });

  it("fails if the key has expired, and prints the next step", async () => {
    await team.sandbox.fault({ kind: "status", path: "/v1/user/me", status: 401, count: 20 });
    const outcomes = await team.run("drift.yml", morning());
    await team.sandbox.clearFaults();
    expect(results(outcomes)).toEqual({ compare: "failure", issue: "skipped" });
    expect(outcomes.compare?.log).toContain("The service cannot be used with the settings of stack production");
    expect(outcomes.compare?.log).toContain("the key was not accepted: check apiKey");
  });

  it("closes the issue after the program has been applied again", async () => {
    const byHand: Event = { ...team.push(), name: "workflow_dispatch" };
    const applied = await team.run("apply.yml", byHand);
    expect(results(applied), applied.apply?.log).toEqual({ apply: "success", comment: "skipped" });
    expect((await team.sandbox.objects()).campaigns.map(({ name }) => name)).toEqual(["Agency owners, spring"]);
    expect(results(await team.run("drift.yml", morning()))).toEqual(both);
    expect(issues()).toEqual([["closed", theIssue[1], theIssue[2]]]);
    const { number = 0 } = team.github.issues[0] ?? {};
    expect(team.github.commentsOn(number)).toEqual([expect.stringMatching(/^No difference any more /)]);
  });

  it("opens another issue for the next difference", async () => {
    await rename("Renamed once more");
    await team.run("drift.yml", morning());
    expect(issues().map(([state]) => state)).toEqual(["closed", "open"]);
  });

  it("shows no secret anywhere, and no request was refused", () => {
    for (const secret of team.confidential) expect(team.shown()).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});
