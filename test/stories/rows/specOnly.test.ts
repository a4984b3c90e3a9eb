import { describe, expect, it } from "vitest";
import { agent, campaign, list } from "../../support/declaredResources";
import { fine, openRows, refused } from "./stack";

describe("the output with only the operations of the specification", () => {
  it("names once what the service does not show, and a command for each unsupported change", async () => {
    const program = {
      leads: list("Founders"),
      finder: agent("Finder", "$leads"),
      q1: campaign("Q1", "$leads"),
      run: campaign("Running", "$leads", { active: true }),
    };
    const rows = await openRows(program, { specOnly: true });
    try {
      expect(fine(await rows.stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (run):
          warning: campaign "run": once it is created, it starts to write to the people of its lists. [starts-sending]
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
          + 5 created"
      `);
      expect(fine(await rows.stack.run("refresh"))).toMatchInlineSnapshot(`
        "pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
          5 unchanged"
      `);
      expect(fine(await rows.stack.run("preview", ["--expect-no-changes"]))).toMatchInlineSnapshot(`"  5 unchanged"`);
      rows.change({ finder: agent("Finder", "$leads", { minLeadScore: 0.8 }) });
      expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
          error: Updating source agent "Finder" (id ID): this service has no operation that changes minLeadScore (\`pulumi refresh\` checks again); nothing was sent.
          Create a new source agent instead (its run logs are lost, its list and leads stay): \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:SourceAgent::finder'\`. Or revert the change."
      `);
      rows.change({
        q1: campaign("Q1", "$leads", { active: true, acknowledge: [`shared-list:${await rows.stack.id("run")}`] }),
      });
      expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (q1):
          error: campaign "Q1" (id ID): an active campaign would replace it, and this service has no operation that shows whether the old one runs.
          Look in the app, switch it off there if it runs, then confirm it: acknowledge: ["inactive:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:ID for one run.
          Or, if it was switched on in the app and is to go on: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::q1'\`, then adopt: ID and \`pulumi up\`."
      `);
      expect(
        refused(await rows.stack.run("destroy", ["--target", rows.stack.urn("Campaign", "run")])),
      ).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (run):
          error: Deleting campaign "Running" (id ID): it was active, and this service has no operation that shows whether it still is.
          Look in the app, switch it off there if it runs, then confirm it: OUTREACH_ACKNOWLEDGE=inactive:ID for one run.
          To leave it as it is, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
      `);
      const words = { OUTREACH_ACKNOWLEDGE: `inactive:${await rows.stack.id("run")}` };
      expect(fine(await rows.stack.run("destroy", [], words))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (q1):
          warning: campaign "Q1" (id ID): it was created inactive; this service does not show whether somebody has switched it on since. [deleted]
          warning: campaign "Q1" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
        pulumi-nodejs:dynamic/outreach:Campaign (run):
          warning: campaign "Running" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
          warning: campaign "Running" (id ID): treated as inactive because "inactive:ID" is acknowledged.
        pulumi-nodejs:dynamic/outreach:List (leads):
          warning: list "Founders" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
          - 5 deleted"
      `);
    } finally {
      await rows.close();
    }
  });
});
