import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list, mail, message, visit } from "../../support/declaredResources";
import { fine, openRows, type Rows, refused } from "./stack";

describe("the output for each row, with all operations", () => {
  let rows: Rows;

  beforeAll(async () => {
    rows = await openRows({
      leads: list("Founders"),
      hot: list("Hot leads"),
      finder: agent("Finder", "$leads", { minLeadScore: 0.8, targetLocations: ["France"] }),
      // In sequence, so that the limit always pauses the last one.
      visitor: agent("Visitors", "$leads", { agentType: "website-visitor", variables: undefined }, ["finder"]),
      late: agent("Late", "$leads", { targetLocations: ["Spain"] }, ["visitor"]),
      q1: campaign("Q1", "$leads"),
      q2: campaign("Q2", "$leads", { active: false, language: "en-US" }),
      mails: campaign("Mails", "$leads", mail("One")),
      run: campaign("Running", "$hot", { active: true }),
    });
  });
  afterAll(async () => {
    await rows.close();
  });

  it("1, 6, 9: a first run, and one agent over the limit", async () => {
    expect(fine(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "run": once it is created, it starts to write to the people of its lists. [starts-sending]
      pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        warning: source agent "Late": created paused (id ID), because the account's active agent limit is reached. Pause or delete another agent, then declare paused: false and run \`pulumi up --refresh\`.
        + 10 created"
    `);
  });

  it("2: a list cannot be renamed; acknowledged, a new one replaces it", async () => {
    rows.change({ hot: list("Hotter leads") });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (hot):
        error: list "Hot leads" (id ID): the service has no operation that renames a list.
        Rename it in the app, then run \`pulumi refresh\`: the state takes the new name.
        Or create a new, empty list under the new name (the contacts stay in this one): acknowledge: ["rename"] on the resource, or OUTREACH_ACKNOWLEDGE=rename for one run."
    `);
    rows.change({ hot: list("Hotter leads", { acknowledge: ["rename"] }) });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): it is active and uses list ID, which this run would replace with a new, empty list.
        Switch the campaign off in the app and run \`pulumi refresh\`, or rename the list in the app instead.
      pulumi-nodejs:dynamic/outreach:List (hot):
        warning: list "Hot leads" (id ID): a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one."
    `);
    rows.settle({ leads: list("Leads", { acknowledge: ["rename"] }) });
    expect(fine(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Founders" (id ID): a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one.
        warning: list "Founders" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        ~ 6 updated
        +-1 replaced
        7 changes. 3 unchanged"
    `);
  });

  it("4, 5, 10, 11, 12, 18, 24 and unused codes: everything that a preview can show", async () => {
    rows.settle({
      finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
      visitor: agent("Visitors", "$leads", {}, ["finder"]),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")], acknowledge: ["restart"] }),
      q2: campaign("Q2", "$leads", { active: true, steps: [visit(4), message("Hello")] }),
    });
    expect(fine(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1" (id ID): acknowledge: "restart" no longer applies; remove it.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
        warning: campaign "q2": once it is created, it starts to write to the people of its lists. [starts-sending]
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): acknowledge: "rename" no longer applies; remove it.
      pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
        warning: source agent "Finder" (id ID): its list is used by the running campaign "run" (id ID), which will write to the people it finds. [new-people]
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:SourceAgent (visitor):
        warning: source agent "Visitors" (id ID): a change of agentType replaces it; its run logs are lost, its list and leads stay.
        ~ 2 to update
        +-2 to replace
        4 changes. 6 unchanged"
    `);
    expect(fine(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1" (id ID): acknowledge: "restart" no longer applies; remove it.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "Q2" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
        warning: campaign "q2": once it is created, it starts to write to the people of its lists. [starts-sending]
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): acknowledge: "rename" no longer applies; remove it.
      pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
        warning: source agent "Finder" (id ID): its list is used by the running campaign "run" (id ID), which will write to the people it finds. [new-people]
        warning: source agent "Finder" (id ID): the people it finds enter a running campaign (id ID). [new-people]
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:SourceAgent (visitor):
        warning: source agent "Visitors" (id ID): a change of agentType replaces it; its run logs are lost, its list and leads stay.
        warning: source agent "Visitors" (id ID): deleted, and its tracking script is switched off on the website.
        ~ 2 updated
        +-2 replaced
        4 changes. 6 unchanged"
    `);
    rows.settle({
      leads: list("Leads"),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }),
    });
  });

  it("10: a subject that the service does not change", async () => {
    await rows.sandbox.configure({ subjectIsPatched: false });
    rows.change({ mails: campaign("Mails", "$leads", mail("Two")) });
    expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (mails):
        error: Updating campaign "Mails" (id ID): the service accepted the change and left steps[0].subject as before.
        Run \`pulumi refresh\` to record what it holds now. Only a new campaign can have the declared value: \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::mails'\`"
    `);
  });
});
