import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list } from "../../support/declaredResources";
import { openRows, type Rows } from "./stage";

describe("the messages with only the operations of the specification", () => {
  let rows: Rows;

  beforeAll(async () => {
    rows = await openRows(
      {
        leads: list("Founders"),
        finder: agent("Finder", "$leads"),
        q1: campaign("Q1", "$leads"),
        run: campaign("Running", "$leads", { active: true }),
      },
      { specOnly: true },
    );
  });
  afterAll(() => rows.close());

  it("once per run, what cannot be seen", async () => {
    expect(await rows.stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (run):
        warning: campaign "run": once it is created, it starts to write to the people of its lists.
      Stack:
        warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
      done: create leads, create finder, create q1, create run"
    `);
    expect(await rows.stack.fine("refresh")).toMatchInlineSnapshot(`
      "Stack:
        warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    expect(await rows.stack.fine("preview")).toMatchInlineSnapshot(`""`);
  });

  it("if there is no operation for a change, what to do instead", async () => {
    rows.change({ finder: agent("Finder", "$leads", { minLeadScore: 0.8 }) });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "SourceAgent (finder):
        error: Updating source agent "Finder" (id #finder): this service has no operation that changes minLeadScore (\`pulumi refresh\` checks again); nothing was sent.
        Create a new source agent instead (its run logs are lost, its list and leads stay): \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:SourceAgent::finder'\`. Or revert the change."
    `);
    rows.change({
      q1: campaign("Q1", "$leads", { active: true, acknowledge: [`shared-list:${rows.stack.id("run")}`] }),
    });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (q1):
        error: campaign "Q1" (id #q1): an active campaign would replace it, and this service has no operation that shows whether the old one runs.
        Look in the app, switch it off there if it runs, then confirm it: acknowledge: ["inactive:#q1"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:#q1 for one run.
        Or, if it was switched on in the app and is to go on: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::q1'\`, then adopt: #q1 and \`pulumi up\`."
    `);
  });

  it("before a campaign that may still run leaves the state, and what stays in the account", async () => {
    expect(await rows.stack.refused("destroy", { target: "run" })).toMatchInlineSnapshot(`
      "Campaign (run):
        error: Deleting campaign "Running" (id #run): it was active, and this service has no operation that shows whether it still is.
        Look in the app, switch it off there if it runs, then confirm it: OUTREACH_ACKNOWLEDGE=inactive:#run for one run.
        To leave it as it is, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    const settings = { acknowledge: [`inactive:${rows.stack.id("run")}`] };
    expect(await rows.stack.fine("destroy", { settings })).toMatchInlineSnapshot(`
      "Campaign (q1):
        warning: campaign "Q1" (id #q1): it was created inactive; this service does not show whether somebody has switched it on since.
        warning: campaign "Q1" (id #q1): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      Campaign (run):
        warning: campaign "Running" (id #run): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
        warning: campaign "Running" (id #run): treated as inactive because "inactive:#run" is acknowledged.
      List (leads):
        warning: list "Founders" (id #leads): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
      done: delete run, delete q1, delete finder, delete leads"
    `);
  });
});
