import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list, mail, message, visit } from "../../support/declaredResources";
import { openRows, type Rows } from "./stage";

describe("the messages for each refusal, with all operations", () => {
  let rows: Rows;
  const greeting = [visit(), message("Good day")];

  beforeAll(async () => {
    rows = await openRows({
      leads: list("Leads"),
      hot: list("Hot leads"),
      finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
      visitor: agent("Visitors", "$leads"),
      late: agent("Late", "$leads", { targetLocations: ["Spain"] }),
      q1: campaign("Q1 renamed", "$leads", { steps: greeting }),
      q2: campaign("Q2", "$leads", { active: true, steps: [visit(4), message("Hello")] }),
      mails: campaign("Mails", "$leads", mail("One")),
      run: campaign("Running", "$hot", { active: true }),
    });
    await rows.stack.fine("up");
  });
  afterAll(() => rows.close());

  it("14: a running campaign is neither stopped nor replaced", async () => {
    rows.change({ run: campaign("Running", "$hot", { active: false }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (run):
        error: campaign "Running" (id #run): it is active, and the service has no operation that switches a campaign off.
        Switch it off in the app, then run \`pulumi refresh\`.
        Or, if it was switched on in the app: write active: true (or remove active) to accept that it runs."
    `);
    rows.change({ run: campaign("Running", "$hot", { active: true, steps: [visit(9), message("Hello")] }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (run):
        error: campaign "Running" (id #run): changing steps[0].delayAfterLastStep replaces it, and it is active: the people in it would be dropped, or written to twice.
        Revert the change; or switch it off in the app, run \`pulumi refresh\`, and then run this again (its people start again at step 1) with acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run.
        If this service cannot show that it is off: acknowledge: ["inactive:#run", "restart"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:#run,restart for one run."
    `);
  });

  it("14: nor by --replace, --target-replace, a taint or retainOnDelete", async () => {
    rows.change({});
    expect(await rows.stack.refused("up", { replace: "run" })).toMatchInlineSnapshot(`
      "Campaign (run):
        error: Deleting campaign "Running" (id #run): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. To leave it running, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
        warning: campaign "run": once it is created, it starts to write to the people of its lists."
    `);
    rows.change({ q1: campaign("Q1 renamed", "$leads", { language: "fr-FR" }, { retainOnDelete: true }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (q1):
        error: campaign "Q1 renamed" (id #q1): changing language replaces it, and with retainOnDelete the old one is never checked: two could run side by side.
        Remove retainOnDelete for this change, or revert the change."
    `);
    expect((await rows.sandbox.objects()).campaigns.filter(({ name }) => name === "Running")).toHaveLength(1);
  });

  it("12, 13: switched off in the app, it is not replaced by an active one", async () => {
    const campaignId = Number(rows.stack.id("run"));
    await rows.sandbox.setActive({ campaignId, active: false });
    rows.change({});
    expect(await rows.stack.refused("up", { refresh: true })).toMatchInlineSnapshot(`
      "Campaign (run):
        error: campaign "Running" (id #run): an active campaign would replace it, and it was active before: its people would start again at step 1.
        Switch it on in the app, keep active: true in the program, and run \`pulumi up --refresh\`. If that is refused, because an earlier run has failed to replace it: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\`, then adopt: #run.
        Or start it again on purpose: acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run.
        warning: campaign "Running" (id #run): it was switched off outside the program since the last run; it writes to nobody now."
    `);
    await rows.sandbox.setActive({ campaignId, active: true });
    expect(await rows.stack.fine("up", { refresh: true })).toMatchInlineSnapshot(`
      "Campaign (run):
        warning: campaign "Running" (id #run): it was switched on outside the program since the last run; it is running now.
      drift: run.active"
    `);
  });

  it("17: no second active campaign on a list", async () => {
    rows.change({ third: campaign("Third", "$hot", { active: true }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (third):
        error: campaign "Third": list #hot is also used by the active campaign "Running" (id #run) of this stack: the same people would be written to twice.
        Use another list, or leave one of the two inactive. If third is run under a new name: aliases: [{ name: "run" }] in its options.
        Or for third: acknowledge: ["shared-list:#run"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:#run for one run."
    `);
  });

  it("19, 22: changed outside", async () => {
    await rows.sandbox.editCampaign({ campaignId: Number(rows.stack.id("q1")), name: "Theirs" });
    rows.change({ q1: campaign("Q1 again", "$leads", { steps: greeting }) });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (q1):
        error: Updating campaign "Q1 renamed" (id #q1): name changed outside the program since the last run, so nothing was sent.
        See the present values with \`pulumi refresh --target 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::q1'\`, then decide and run \`pulumi up\` again."
    `);
    rows.change({});
    expect(await rows.stack.fine("up", { refresh: true })).toMatchInlineSnapshot(`
      "done: update q1
      drift: q1.name"
    `);
  });

  it("20, 21: twins and adoption", async () => {
    const id = Number(rows.stack.id("q1"));
    rows.change({ again: campaign("Q1 renamed", "$leads", { steps: greeting }) });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (again):
        error: Creating campaign "Q1 renamed": the account already holds the same campaign, id #q1; nothing was sent.
        This stack has created it. If its resource has another name or parent now: aliases: ["<its old URN>"] in the resource's options (\`pulumi stack --show-urns\` prints it). To take it over: adopt: #q1. Or OUTREACH_ADOPT=twin for one run (adopt: "twin" in the program).
        To create another one beside it: acknowledge: ["twin:#q1"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:#q1 for one run."
    `);
    rows.change({ again: campaign("Q1", "$leads", { adopt: id }) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (again):
        error: campaign "again": campaign #q1 is already managed by q1 of this program, and an object can be managed only once.
        Remove adopt: #q1 from one of the two, or correct the id."
    `);
    // Release it, then take it back.
    rows.stack.forget("q1");
    rows.change({ q1: campaign("Q1", "$leads", { adopt: id, steps: [visit(), message("Hi")] }) });
    expect(await rows.stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (q1):
        error: Adopting campaign "Q1" (id #q1): it differs from the program in name, steps; nothing was written. Not compared, because the service does not return them: listIds.
        Declare these properties with the values that the service holds (or remove those that need not be declared), adopt, and change them afterwards."
    `);
    rows.change({ q1: campaign("Q1 renamed", "$leads", { adopt: id, steps: greeting }) });
    expect(await rows.stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (q1):
        warning: campaign "Q1 renamed" (id #q1): taken over as it is; nothing was written. Not compared, because the service does not return them: listIds.
      done: create q1"
    `);
    const replaced = { adopt: id, steps: [visit(2), message("Good day")], language: "fr-FR" };
    rows.change({ q1: campaign("Q1 renamed", "$leads", replaced) });
    expect(await rows.stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (q1):
        error: campaign "Q1 renamed" (id #q1): changing language replaces it, and adopt is still set, so an existing object would be adopted and no new one created.
        Remove adopt from the program, then run this again."
    `);
  });

  it("23: missing, with and without proof", async () => {
    rows.change({});
    const id = rows.stack.id("late");
    await rows.sandbox.deleteAgent({ agentId: Number(id) });
    await rows.sandbox.fault({ kind: "status", path: `/v1/agent/${id}`, status: 403 });
    expect(await rows.stack.refused("refresh")).toMatchInlineSnapshot(`
      "SourceAgent (late):
        error: reading source agent "Late" (id #late): could not read the source agent: GET /v1/agent/#late → 403
        the service answered: Something went wrong
        the key is valid, but its user may not do this: check which user the key belongs to, and which user owns the object"
    `);
    expect(await rows.stack.fine("refresh")).toMatchInlineSnapshot(`
      "SourceAgent (late):
        warning: source agent "Late" (id #late): it no longer exists at the service, so it leaves the state.
      done: gone late"
    `);
  });

  it("of another service or another user", async () => {
    rows.stack.declare({ leads: list("Leads") });
    const origin = rows.sandbox.url.replace("127.0.0.1", "localhost");
    const elsewhere = await rows.stack.refused("preview", { settings: { origin } });
    expect(elsewhere.replace(/localhost:\d+/g, "localhost:PORT")).toMatchInlineSnapshot(`
      "List (leads):
        error: list "Leads" (id #leads): it belongs to the service at SERVICE, and this run uses http://localhost:PORT, where the same id may name another object. Nothing was sent for it.
        Point outreach:baseUrl (OUTREACH_BASE_URL) back to SERVICE. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or, if the service itself has moved, record the new address once: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    const settings = { impersonateUserId: "102" };
    const byDestroy = await rows.stack.refused("destroy", { target: "leads", settings });
    expect(await rows.stack.refused("preview", { settings })).toMatchInlineSnapshot(`
      "List (leads):
        error: list "Leads" (id #leads): it belongs to user 101, and this run acts as user 102. Nothing was sent for it.
        Act as user 101 again: move it back to the Provider of that user, or correct outreach:impersonateUserId, outreach:impersonateEmail or the key. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or let it stay with user 101: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::leads'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one. Or, if it was transferred to user 102: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    expect(byDestroy).toMatchInlineSnapshot(`
      "List (leads):
        error: Deleting list "Leads" (id #leads): it belongs to user 101, and this run acts as user 102. Nothing was sent for it.
        Act as user 101 again: move it back to the Provider of that user, or correct outreach:impersonateUserId, outreach:impersonateEmail or the key. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or let it stay with user 101: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::leads'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one. Or, if it was transferred to user 102: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
  });

  it("16: a running campaign is not destroyed; 3, 8, 15: what is removed and what stays", async () => {
    expect(await rows.stack.refused("destroy", { target: "run" })).toMatchInlineSnapshot(`
      "Campaign (run):
        error: Deleting campaign "Running" (id #run): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. To leave it running, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one."
    `);
    for (const { id, active } of (await rows.sandbox.objects()).campaigns) {
      if (active) await rows.sandbox.setActive({ campaignId: id, active: false });
    }
    expect(await rows.stack.fine("destroy")).toMatchInlineSnapshot(`
      "Campaign (mails):
        warning: campaign "Mails" (id #mails): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      Campaign (q1):
        warning: campaign "Q1 renamed" (id #q1): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      Campaign (q2):
        warning: campaign "Q2" (id #q2): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      Campaign (run):
        warning: campaign "Running" (id #run): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      List (hot):
        warning: list "Hot leads" (id #hot): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      List (leads):
        warning: list "Leads" (id #leads): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      done: delete q1, delete run, delete mails, delete q2, delete visitor, delete finder, delete hot, delete leads"
    `);
  });
});
