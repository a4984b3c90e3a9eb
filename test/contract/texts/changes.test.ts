import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list, mail, message, visit } from "../../support/declaredResources";
import { openRows, type Rows } from "./stage";

describe("the messages for each change, with all operations", () => {
  let rows: Rows;

  beforeAll(async () => {
    rows = await openRows({
      leads: list("Founders"),
      hot: list("Hot leads"),
      finder: agent("Finder", "$leads", { minLeadScore: 0.8, targetLocations: ["France"] }),
      visitor: agent("Visitors", "$leads", { agentType: "website-visitor", variables: undefined }),
      late: agent("Late", "$leads", { targetLocations: ["Spain"] }),
      q1: campaign("Q1", "$leads"),
      q2: campaign("Q2", "$leads", { active: false, language: "en-US" }),
      mails: campaign("Mails", "$leads", mail("One")),
      run: campaign("Running", "$hot", { active: true }),
    });
  });
  afterAll(() => rows.close());

  it("1, 6, 9: a first run, and one agent over the limit", async () => {
    expect(await rows.stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (run):
        warning: campaign "run": once it is created, it starts to write to the people of its lists.
      SourceAgent (late):
        warning: source agent "Late": created paused (id #late), because the account's active agent limit is reached. Pause or delete another agent, then declare paused: false and run \`pulumi up --refresh\`.
      done: create leads, create hot, create finder, create visitor, create late, create q1, create q2, create mails, create run"
    `);
  });

  it("2: a list cannot be renamed; acknowledged, a new one replaces it", async () => {
    rows.change({ hot: list("Hotter leads") });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "List (hot):
        error: list "Hot leads" (id #hot): the service has no operation that renames a list.
        Rename it in the app, then run \`pulumi refresh\`: the state takes the new name.
        Or create a new, empty list under the new name (the contacts stay in this one): acknowledge: ["rename"] on the resource, or OUTREACH_ACKNOWLEDGE=rename for one run."
    `);
    rows.change({ hot: list("Hotter leads", { acknowledge: ["rename"] }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (run):
        error: campaign "Running" (id #run): it is active and uses list #hot, which this run would replace with a new, empty list.
        Switch the campaign off in the app and run \`pulumi refresh\`, or rename the list in the app instead.
      List (hot):
        warning: list "Hot leads" (id #hot): a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one."
    `);
    rows.settle({ leads: list("Leads", { acknowledge: ["rename"] }) });
    expect(await rows.stack.fine("up")).toMatchInlineSnapshot(`
      "List (leads):
        warning: list "Founders" (id #leads): a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one.
        warning: list "Founders" (id #leads): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      done: create leads, update finder, update visitor, update late, update q1, update q2, update mails, delete leads"
    `);
  });

  it("4, 5, 10, 11, 12, 18, 24 and idle codes: everything that a preview can know", async () => {
    rows.settle({
      finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
      visitor: agent("Visitors", "$leads"),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")], acknowledge: ["restart"] }),
      q2: campaign("Q2", "$leads", { active: true, steps: [visit(4), message("Hello")] }),
    });
    expect(await rows.stack.fine("preview")).toMatchInlineSnapshot(`
      "Campaign (q1):
        warning: campaign "Q1" (id #q1): acknowledge: "restart" no longer applies; remove it.
      Campaign (q2):
        warning: campaign "Q2" (id #q2): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
        warning: campaign "q2": once it is created, it starts to write to the people of its lists.
      Campaign (run):
        warning: campaign "Running" (id #run): it is running, and source agent "Finder" begins to fill its list: the people it finds will be written to.
      List (leads):
        warning: list "Leads" (id #leads): acknowledge: "rename" no longer applies; remove it.
      SourceAgent (finder):
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      SourceAgent (visitor):
        warning: source agent "Visitors" (id #visitor): a change of agentType replaces it; its run logs are lost, its list and leads stay.
      planned: update finder, replace visitor, update q1, replace q2"
    `);
    expect(await rows.stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (q1):
        warning: campaign "Q1" (id #q1): acknowledge: "restart" no longer applies; remove it.
      Campaign (q2):
        warning: campaign "Q2" (id #q2): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "Q2" (id #q2): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
        warning: campaign "q2": once it is created, it starts to write to the people of its lists.
      Campaign (run):
        warning: campaign "Running" (id #run): it is running, and source agent "Finder" begins to fill its list: the people it finds will be written to.
      List (leads):
        warning: list "Leads" (id #leads): acknowledge: "rename" no longer applies; remove it.
      SourceAgent (finder):
        warning: source agent "Finder" (id #finder): the people it finds enter a running campaign (id #run).
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      SourceAgent (visitor):
        warning: source agent "Visitors" (id #visitor): a change of agentType replaces it; its run logs are lost, its list and leads stay.
        warning: source agent "Visitors" (id #visitor): deleted, and its tracking script is switched off on the website.
      done: update finder, delete visitor, create visitor, update q1, delete q2, create q2"
    `);
    rows.settle({
      leads: list("Leads"),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }),
    });
  });

  it("10: a subject that the service does not change", async () => {
    await rows.sandbox.configure({ subjectIsPatched: false });
    rows.change({ mails: campaign("Mails", "$leads", mail("Two")) });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (mails):
        error: Updating campaign "Mails" (id #mails): the service accepted the change and left steps[0].subject as before.
        Run \`pulumi refresh\` to record what it holds now. Only a new campaign can have the declared value: \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::mails'\`"
    `);
  });
});
