import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { campaign, list, message, visit } from "../../support/declaredResources";
import type { ReportingStack } from "./reportingStack";
import { openStage, type Stage } from "./stage";

const base = { leads: list("Leads") };
const otherText = { steps: [visit(), message("Good day")] };

describe("the messages about a campaign that nobody approved, with all operations", () => {
  let stage: Stage;
  let stack: ReportingStack;

  beforeAll(async () => {
    stage = await openStage();
    stack = stage.stack("one");
    stack.declare(base);
    await stack.fine("up");
  });
  afterAll(() => stage.close());

  it("one that runs without being declared active fails each run until somebody has decided", async () => {
    await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
    stack.declare({ ...base, unasked: campaign("Unasked", "$leads", { active: false }) });
    expect(await stack.refused("up")).toMatchInlineSnapshot(`
      "Campaign (unasked):
        error: Creating campaign "Unasked": the service shows it as active, although an inactive one was asked for: it is running now (id #unasked).
        Switch it off in the app, then run \`pulumi up\` again. Or write active: true to accept that it runs.
        warning: campaign "Unasked": created (id #unasked), but the service holds other values than declared for active: check it in the app."
    `);
    const campaignId = Number(stack.id("unasked"));
    await stage.sandbox.setActive({ campaignId, active: true });
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`
      "Campaign (unasked):
        warning: campaign "Unasked" (id #unasked): it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program declares active: true.
      planned: update unasked"
    `);
    const refusal = await stack.refused("up");
    expect(refusal).toMatchInlineSnapshot(`
      "Campaign (unasked):
        error: Updating campaign "Unasked" (id #unasked): it is running, although the program did not ask for that. Nothing was sent.
        Switch it off in the app and run \`pulumi up\` again. Or write active: true to accept that it runs.
        warning: campaign "Unasked" (id #unasked): it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program declares active: true."
    `);
    expect(await stack.refused("up", { refresh: true })).toBe(refusal);
    await stage.sandbox.setActive({ campaignId, active: false });
    expect(await stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (unasked):
        warning: campaign "Unasked" (id #unasked): it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program declares active: true.
      done: update unasked"
    `);
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`""`);
  });

  it("starting one and changing its texts are reported, and a later campaign hides none", async () => {
    const started = { ...base, a: campaign("A", "$leads", { active: true }), b: campaign("B", "$leads") };
    stack.declare(started);
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`
      "Campaign (a):
        warning: campaign "a": once it is created, it starts to write to the people of its lists.
      planned: create a, create b"
    `);
    expect(await stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (a):
        warning: campaign "A": another campaign has run on its list (id #unasked): this campaign also writes to people to whom the other one has written.
        warning: campaign "a": once it is created, it starts to write to the people of its lists.
      Campaign (unasked):
        warning: campaign "Unasked" (id #unasked): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      done: create a, create b, delete unasked"
    `);
    stack.declare({ ...started, a: campaign("A", "$leads", { active: true, ...otherText }) });
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`
      "Campaign (a):
        warning: campaign "A" (id #a): it is running: with this update, people get the new text of steps[1].message, except those who have had that step.
      planned: update a"
    `);
    const other = stage.stack("two");
    other.declare({ d: campaign("D", Number(stack.id("leads")), { active: true }) });
    const posts = await stage.posts();
    expect(await other.refused("up")).toMatchInlineSnapshot(`
      "Campaign (d):
        error: campaign "D": list #leads is already used by an active campaign (id #a): the same people would be written to twice. Nothing was sent.
        Use another list, or switch the other campaign off in the app. Or acknowledge: ["shared-list:#a"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:#a for one run.
        warning: campaign "d": once it is created, it starts to write to the people of its lists."
    `);
    expect(await stage.posts()).toBe(posts);
  });

  it("one that ran is not started again under another resource name", async () => {
    const campaignId = Number(stack.id("a"));
    const person = { firstName: "Ada", lastName: "Okoye", profileUrl: "https://network.example.com/in/a" };
    await stage.sandbox.addContacts({ userId: 101, contacts: [{ ...person, listId: Number(stack.id("leads")) }] });
    await stage.sandbox.advance({ days: 2 });
    await stage.sandbox.setActive({ campaignId, active: false });
    stack.declare({ ...base, again: campaign("A", "$leads", { active: true, ...otherText }) });
    const posts = await stage.posts();
    expect(await stack.refused("up", { refresh: true })).toMatchInlineSnapshot(`
      "Campaign (a):
        warning: campaign "A" (id #a): it was switched off outside the program since the last run; it writes to nobody now.
      Campaign (again):
        error: campaign "A": a campaign of this name has run on the same list, or on one that is not known (id #a): its people would start again at step 1. Nothing was sent.
        If it is the same campaign under a new name or parent of the resource: aliases: ["<its old URN>"] in the resource's options (\`pulumi stack --show-urns\` prints it). Or use another list.
        Or start it again on purpose: acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run.
        warning: campaign "again": once it is created, it starts to write to the people of its lists."
    `);
    expect(await stage.posts()).toBe(posts);
    // The named way out.
    stack.rename("a", "again");
    stack.declare({ ...base, again: campaign("A", "$leads") });
    expect(await stack.fine("up")).toMatchInlineSnapshot(`
      "Campaign (again):
        warning: campaign "again": active is no longer declared, so it is no longer managed: the value at the service stays as it is.
      Campaign (b):
        warning: campaign "B" (id #b): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
      done: update again, delete b"
    `);
    expect(stack.id("again")).toBe(String(campaignId));
  });

  it("adopting a running one is reported", async () => {
    const id = Number(stack.id("again"));
    await stage.sandbox.setActive({ campaignId: id, active: true });
    const other = stage.stack("three");
    other.declare({ mine: campaign("A", Number(stack.id("leads")), { adopt: id }) });
    expect(await other.fine("up")).toMatchInlineSnapshot(`
      "Campaign (mine):
        warning: campaign "A" (id #mine): it is running; its lists are taken from the program.
        warning: campaign "A" (id #mine): taken over as it is; nothing was written. Not compared, because the service does not return them: listIds.
        warning: campaign "A": another stack has created campaign #mine. Only one stack should manage it.
      done: create mine"
    `);
  });

  it("a pending active one is not dropped while it may run", async () => {
    const other = stage.stack("four");
    const own = { own: list("Own") };
    other.declare(own);
    await other.fine("up");
    await stage.sandbox.fault({ kind: "reset", method: "POST", path: "/v1/campaign" });
    const unavailable = { kind: "status", method: "GET", path: "/v1/campaign", status: 503, count: 500 } as const;
    await stage.sandbox.fault({ ...unavailable, skip: 1 });
    other.declare({ ...own, lost: campaign("Lost", "$own", { active: true }) });
    expect(await other.refused("up")).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Creating campaign "Lost": the answer was lost (POST /v1/campaign: the connection broke before an answer arrived), and looking for it failed (looking for campaign "Lost": could not list the campaigns: GET /v1/campaign → 503: the service answered: Something went wrong).
        It is recorded as pending, so nothing is sent twice. Run \`pulumi up --refresh\`: it adopts the object if it exists and creates it if it certainly does not.
        warning: campaign "lost": once it is created, it starts to write to the people of its lists."
    `);
    expect(await other.refused("destroy")).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Deleting campaign "Lost" (id pending-#lost): its creation is still pending, and looking for it failed (looking for campaign "Lost" (id pending-#lost): could not list the campaigns: GET /v1/campaign → 503: the service answered: Something went wrong). If it took effect, it is running.
        Look in the app. If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
        If it is there: declare it once more with adopt: <its id> and run \`pulumi up\`, so that its id is known; then \`pulumi state delete 'urn:pulumi:four::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::lost'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one. If another resource has adopted it: only \`pulumi state delete 'urn:pulumi:four::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::lost'\`."
    `);
    await stage.sandbox.clearFaults();
    expect(await other.fine("destroy")).toMatchInlineSnapshot(`
      "Campaign (lost):
        warning: campaign "Lost" (id pending-#lost): its pending creation did not take effect, so it leaves the state.
      List (own):
        warning: list "Own" (id #own): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      done: delete lost, delete own"
    `);
  });
});
