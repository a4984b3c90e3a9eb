import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list, mail, message, visit } from "../../support/declaredResources";
import { fine, openRows, type Rows, refused } from "./stack";

describe("the output for each row, with all operations", () => {
  let rows: Rows;

  beforeAll(async () => {
    rows = await openRows({
      leads: list("Leads"),
      hot: list("Hot leads"),
      finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
      visitor: agent("Visitors", "$leads", {}, ["finder"]),
      // In sequence, so that the limit always pauses the last one.
      late: agent("Late", "$leads", { targetLocations: ["Spain"] }, ["visitor"]),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }),
      q2: campaign("Q2", "$leads", { active: true, steps: [visit(4), message("Hello")] }),
      mails: campaign("Mails", "$leads", mail("One")),
      run: campaign("Running", "$hot", { active: true }),
    });
    fine(await rows.stack.run("up"));
  });
  afterAll(async () => {
    await rows.close();
  });

  it("14: a running campaign is neither stopped nor replaced", async () => {
    rows.change({ run: campaign("Running", "$hot", { active: false }) });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): it is active, and the service has no operation that switches a campaign off.
        Switch it off in the app, then run \`pulumi refresh\`.
        Or, if it was switched on in the app: write active: true (or remove active) to accept that it runs."
    `);
    rows.change({ run: campaign("Running", "$hot", { active: true, steps: [visit(9), message("Hello")] }) });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): changing steps[0].delayAfterLastStep replaces it, and it is active: the people in it would be dropped, or written to twice.
        Revert the change; or switch it off in the app, run \`pulumi refresh\`, and then run this again (its people start again at step 1) with acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run.
        If this service cannot show that it is off: acknowledge: ["inactive:ID", "restart"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:ID,restart for one run."
    `);
  });

  it("14: nor by --replace, --target-replace, a taint, deleteBeforeReplace: false or retainOnDelete", async () => {
    rows.change({});
    const urn = rows.stack.urn("Campaign", "run");
    const byReplace = refused(await rows.stack.run("up", ["--replace", urn]));
    expect(byReplace).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: Deleting campaign "Running" (id ID): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. To leave it running, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
        warning: campaign "run": once it is created, it starts to write to the people of its lists. [starts-sending]"
    `);
    expect(refused(await rows.stack.run("up", ["--target-replace", urn]))).toBe(byReplace);
    await rows.stack.project.run(["state", "taint", "--yes", "-s", "test", urn]);
    expect(refused(await rows.stack.run("up"))).toBe(byReplace);
    await rows.stack.project.run(["state", "untaint", "--yes", "-s", "test", urn]);
    rows.change({ run: campaign("Running", "$hot", { active: true }, { deleteBeforeReplace: false }) });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi:pulumi:Stack (outreach-test-test):
        error: campaign "run": deleteBeforeReplace: false would create the new campaign before the old one is checked, and both could run. Remove the option."
    `);
    rows.change({ q1: campaign("Q1 renamed", "$leads", { language: "fr-FR" }, { retainOnDelete: true }) });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: campaign "Q1 renamed" (id ID): changing language replaces it, and with retainOnDelete the old one is never checked: two could run side by side.
        Remove retainOnDelete for this change, or revert the change."
    `);
    expect((await rows.sandbox.objects()).campaigns.filter(({ name }) => name === "Running")).toHaveLength(1);
  });

  it("12, 13: switched off in the app, it is not replaced by an active one", async () => {
    await rows.sandbox.setActive({ campaignId: await rows.stack.id("run"), active: false });
    rows.change({});
    expect(refused(await rows.stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): an active campaign would replace it, and it was active before: its people would start again at step 1.
        Switch it on in the app, keep active: true in the program, and run \`pulumi up --refresh\`. If that is refused, because an earlier run has failed to replace it: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\`, then adopt: ID.
        Or start it again on purpose: acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run.
        warning: campaign "Running" (id ID): it was switched off outside the program since the last run; it writes to nobody now. [changed-outside]"
    `);
    await rows.sandbox.setActive({ campaignId: await rows.stack.id("run"), active: true });
    expect(fine(await rows.stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "Running" (id ID): it was switched on outside the program since the last run; it is running now. [changed-outside]
        10 unchanged"
    `);
  });

  it("17: no second active campaign on a list", async () => {
    rows.change({ third: { ...campaign("Third", "$hot", { active: true }), after: ["run"] } });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (third):
        error: pulumi-nodejs:dynamic/outreach:Campaign resource 'third' has a problem: campaign "Third": list ID is also used by the active campaign "Running" (id ID) of this stack: the same people would be written to twice.
        Use another list, or leave one of the two inactive. If third is run under a new name: aliases: [{ name: "run" }] in its options.
        Or for third: acknowledge: ["shared-list:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:ID for one run."
    `);
  });

  it("19, 22: changed outside", async () => {
    await rows.sandbox.editCampaign({ campaignId: await rows.stack.id("q1"), name: "Theirs" });
    rows.change({ q1: campaign("Q1 again", "$leads", { steps: [visit(), message("Good day")] }) });
    expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: Updating campaign "Q1 renamed" (id ID): name changed outside the program since the last run, so nothing was sent.
        See the present values with \`pulumi refresh --target 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::q1'\`, then decide and run \`pulumi up\` again."
    `);
    rows.change({});
    const drift = await rows.stack.run("refresh", ["--preview-only", "--diff"]);
    expect(drift.text).toMatch(/~ name: "Q1 renamed" => "Theirs"/);
    expect(drift.text.match(/^\s+[~+-] \w+:/gm)).toHaveLength(1);
    expect(fine(await rows.stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`
      "  ~ 1 updated
        9 unchanged"
    `);
  });

  it("20, 21: twins and adoption", async () => {
    const id = await rows.stack.id("q1");
    rows.change({ again: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }) });
    expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (again):
        error: Creating campaign "Q1 renamed": the account already holds the same campaign, id ID; nothing was sent.
        This stack has created it. If its resource has another name or parent now: aliases: ["<its old URN>"] in the resource's options (\`pulumi stack --show-urns\` prints it). To take it over: adopt: ID. Or OUTREACH_ADOPT=twin for one run (adopt: "twin" in the program).
        To create another one beside it: acknowledge: ["twin:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:ID for one run."
    `);
    rows.change({ again: { ...campaign("Q1", "$leads", { adopt: id }), after: ["q1"] } });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (again):
        error: pulumi-nodejs:dynamic/outreach:Campaign resource 'again' has a problem: campaign "again": campaign ID is already managed by q1 of this program, and an object can be managed only once.
        Remove adopt: ID from one of the two, or correct the id."
    `);
    // Remove it from the state, then adopt it again.
    await rows.stack.project.run(["state", "delete", "--yes", "-s", "test", rows.stack.urn("Campaign", "q1")]);
    rows.change({ q1: campaign("Q1", "$leads", { adopt: id, steps: [visit(), message("Hi")] }) });
    expect(refused(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: Adopting campaign "Q1" (id ID): it differs from the program in name, steps; nothing was written. Not compared, because the service does not return them: listIds.
        Declare these properties with the values that the service holds (or remove those that need not be declared), adopt, and change them afterwards."
    `);
    rows.change({ q1: campaign("Q1 renamed", "$leads", { adopt: id, steps: [visit(), message("Good day")] }) });
    expect(fine(await rows.stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1 renamed" (id ID): taken over as it is; nothing was written. Not compared, because the service does not return them: listIds. [adopted]
        + 1 created
        9 unchanged"
    `);
    rows.change({
      q1: campaign("Q1 renamed", "$leads", { adopt: id, steps: [visit(2), message("Good day")], language: "fr-FR" }),
    });
    expect(refused(await rows.stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: campaign "Q1 renamed" (id ID): changing language replaces it, and adopt is still set, so an existing object would be adopted and no new one created.
        Remove adopt from the program, then run this again."
    `);
  });

  it("23: missing, with and without proof", async () => {
    rows.change({});
    const id = await rows.stack.id("late");
    await rows.sandbox.deleteAgent({ agentId: id });
    await rows.sandbox.fault({ kind: "status", path: `/v1/agent/${id}`, status: 403 });
    expect(refused(await rows.stack.run("refresh"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        error: reading source agent "Late" (id ID): could not read the source agent: GET /v1/agent/ID → 403
        the service answered: Something went wrong
        the key is valid, but its user may not do this: check which user the key belongs to, and which user owns the object"
    `);
    expect(fine(await rows.stack.run("refresh"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        warning: source agent "Late" (id ID): it no longer exists at the service, so it leaves the state.
        - 1 deleted
        9 unchanged"
    `);
  });

  it("another service, another user, and conflicting settings for impersonation", async () => {
    // A single resource, so that it is always the first one to be checked.
    rows.stack.declare({ leads: list("Leads") });
    const elsewhere = { OUTREACH_BASE_URL: rows.sandbox.url.replace("127.0.0.1", "localhost") };
    expect(
      refused(await rows.stack.run("preview", [], elsewhere)).replace(/localhost:\d+/g, "localhost:PORT"),
    ).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: list "Leads" (id ID): it belongs to the service at SERVICE, and this run uses http://localhost:PORT, where the same id may name another object. Nothing was sent for it.
        Point outreach:baseUrl (OUTREACH_BASE_URL) back to SERVICE. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or, if the service itself has moved, record the new address once: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    expect(
      refused(await rows.stack.run("preview", [], { OUTREACH_IMPERSONATE_USER_ID: "102" })),
    ).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: list "Leads" (id ID): it belongs to user 101, and this run acts as user 102. Nothing was sent for it.
        Act as user 101 again: move it back to the Provider of that user, or correct outreach:impersonateUserId, outreach:impersonateEmail or the key. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or let it stay with user 101: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::leads'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one. Or, if it was transferred to user 102: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    await rows.stack.project.config("outreach:impersonateUserId", "103");
    expect(
      refused(await rows.stack.run("preview", [], { OUTREACH_IMPERSONATE_USER_ID: "102" })),
    ).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: OUTREACH_IMPERSONATE_USER_ID in the environment names another user than outreach:impersonateUserId of this stack. Unset one of the two."
    `);
    await rows.stack.project.run(["config", "rm", "-s", "test", "outreach:impersonateUserId"]);
  });

  it("16: a running campaign is not destroyed; 3, 8, 15: objects that are removed, and objects that stay", async () => {
    expect(
      refused(await rows.stack.run("destroy", ["--target", rows.stack.urn("Campaign", "run")])),
    ).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: Deleting campaign "Running" (id ID): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. To leave it running, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one."
    `);
    for (const { id, active } of (await rows.sandbox.objects()).campaigns) {
      if (active) await rows.sandbox.setActive({ campaignId: id, active: false });
    }
    expect(fine(await rows.stack.run("destroy"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (mails):
        warning: campaign "Mails" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1 renamed" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "Running" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      pulumi-nodejs:dynamic/outreach:List (hot):
        warning: list "Hot leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        - 9 deleted"
    `);
  });
});
