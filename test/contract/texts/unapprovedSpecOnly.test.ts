import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { campaign, list, message, visit } from "../../support/declaredResources";
import { PassingClock } from "../../support/passingClock";
import type { ReportingStack } from "./reportingStack";
import { openStage, type Stage } from "./stage";

const running = campaign("Running", "$leads", { active: true });

describe("the messages about a campaign that nobody approved, with the operations of the specification", () => {
  let stage: Stage;
  let stack: ReportingStack;
  /** A machine that has recorded nothing. */
  const clock = new PassingClock();

  beforeAll(async () => {
    stage = await openStage({ specOnly: true });
    stack = stage.stack("one");
    stack.declare({ leads: list("Leads"), running });
    await stack.fine("up");
  });
  afterAll(() => stage.close());

  it("a preview shows what up would refuse, also on a machine without records", async () => {
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`""`);
    const otherText = { steps: [visit(), message("Good day")] };
    stack.declare({ leads: list("Leads"), running: campaign("Running", "$leads", { active: true, ...otherText }) });
    expect(await stack.refused("preview", { clock })).toMatchInlineSnapshot(`
      "Campaign (running):
        error: campaign "Running" (id #running): this service has no operation that changes steps[1].message (\`pulumi refresh\` checks again), so that a new campaign would replace it, and it is active: the people in it would be dropped, or written to twice.
        Revert the change; or switch it off in the app, and then confirm it (its people start again at step 1): acknowledge: ["inactive:#running", "restart"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:#running,restart for one run."
    `);
  });

  it("renaming the resource of an active campaign is refused before anything is sent", async () => {
    const id = stack.id("running");
    stack.declare({ leads: list("Leads"), renamed: running });
    const posts = await stage.posts();
    const refusal = await stack.refused("up");
    expect(refusal).toMatchInlineSnapshot(`
      "Campaign (renamed):
        error: Creating campaign "Running": an earlier run of this stack has created a campaign of this name (id #running), and this stack has not stopped managing it since: that run was killed before the state recorded it, or the resource has another name or parent now. Nothing was sent.
        If the resource has another name or parent now: aliases: ["<its old URN>"] in the resource's options (\`pulumi stack --show-urns\` prints it). To take it over: adopt: #running.
        To create another one beside it (the same people would be written to twice): acknowledge: ["twin:#running", "shared-list:#running"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:#running,shared-list:#running for one run.
        warning: campaign "renamed": once it is created, it starts to write to the people of its lists.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    expect(await stack.refused("up")).toBe(refusal);
    // Without records, a refresh shows the state.
    expect(await stack.refused("up", { refresh: true, clock })).toMatchInlineSnapshot(`
      "Campaign (renamed):
        error: campaign "Running": list #leads is also used by the active campaign "Running" (id #running) of this stack: the same people would be written to twice.
        Use another list, or leave one of the two inactive. If renamed is running under a new name: aliases: [{ name: "running" }] in its options.
        Or for renamed: acknowledge: ["shared-list:#running"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:#running for one run.
      Stack:
        warning: this service has no operation that lists or reads campaigns and lists: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    expect(await stage.posts()).toBe(posts);
    // The named way out.
    stack.rename("running", "renamed");
    expect(await stack.fine("up")).toMatchInlineSnapshot(`"done: update renamed"`);
    expect(stack.id("renamed")).toBe(id);
  });

  it("a pending active campaign counts as running, and only a person settles it", async () => {
    const other = stage.stack("two");
    const own = { own: list("Own") };
    const lost = campaign("Lost", "$own", { active: true });
    other.declare(own);
    await other.fine("up");
    await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
    other.declare({ ...own, lost });
    expect(await other.refused("up")).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Creating campaign "Lost": the answer was lost (POST /v1/campaign: the connection broke before an answer arrived), and this service does not list campaigns.
        It is recorded as pending, so nothing is sent twice. Look in the app. If it is there: adopt: <its id>. If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
        warning: campaign "lost": once it is created, it starts to write to the people of its lists.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    other.declare({ ...own, lost, second: campaign("Second", "$own", { active: true }) });
    expect(await other.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (lost):
        warning: campaign "Lost" (id pending-#lost): its creation is still pending: \`pulumi up\` fails until that is settled. Look in the app. If it is there: adopt: <its id>. If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
      Campaign (second):
        error: campaign "Second": list #own is also used by the active campaign "Lost" of this stack, whose creation is still pending: the same people would be written to twice.
        Use another list, or leave one of the two inactive. If second is lost under a new name: aliases: [{ name: "lost" }] in its options.
        Look in the app. If it is certainly not there: OUTREACH_ACKNOWLEDGE=twin:none for one run. If it is there: bring up lost alone first, with adopt: <its id>: then second can acknowledge its id (shared-list:<its id>)."
    `);
    expect(await other.refused("destroy")).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Deleting campaign "Lost" (id pending-#lost): its creation is still pending, and this service does not list campaigns. If it took effect, it is running.
        Look in the app. If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
        If it is there: declare it once more with adopt: <its id> and run \`pulumi up\`, so that its id is known; then \`pulumi state delete 'urn:pulumi:two::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::lost'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one. If another resource has adopted it: only \`pulumi state delete 'urn:pulumi:two::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::lost'\`."
    `);

    // As after a killed run: the engine has recorded nothing, and because of the records a person has to decide.
    other.forget("lost");
    other.declare({ ...own, lost });
    const posts = await stage.posts();
    const refusal = await other.refused("up");
    expect(refusal).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Creating campaign "Lost": an earlier run was cut off while it created it, so it may exist; this service cannot list every campaign. Nothing was sent.
        Look in the app. If it is there: adopt: <its id>.
        If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
        warning: campaign "lost": once it is created, it starts to write to the people of its lists.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    const settings = { adopt: "twin" } as const;
    const taking = await other.refused("up", { settings });
    expect(taking.replace(/^.* because of OUTREACH_ADOPT=twin, the update takes over .*\n/m, "")).toBe(refusal);
    expect(await other.refused("up", { settings, clock })).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: Creating campaign "Lost": adopt: "twin" looks for an equal campaign, and this service has no operation that lists any; nothing was sent.
        Runs have recorded none of this name either. Look in the app. If it is there: adopt: <its id>. If it is certainly not there: acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run.
        warning: campaign "lost": because of OUTREACH_ADOPT=twin, the update takes over an equal campaign if the account holds one, with all that it holds, and creates one only if there is none.
        warning: campaign "lost": once it is created, it starts to write to the people of its lists.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded."
    `);
    expect(await stage.posts()).toBe(posts);
    const { campaigns } = await stage.sandbox.objects();
    const id = campaigns.find(({ name }) => name === "Lost")?.id;
    other.declare({ ...own, lost: campaign("Lost", "$own", { active: true, adopt: id }) });
    expect(await other.fine("up")).toMatchInlineSnapshot(`
      "Campaign (lost):
        warning: campaign "Lost" (id #lost): adopted as the program declares it, because this service has no operation that reads a campaign. If the id is wrong: \`pulumi state delete 'urn:pulumi:two::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::lost'\`, correct it, and run \`pulumi up\`.
        warning: campaign "Lost" (id #lost): this service does not show whether it runs, so it counts as running (declare active: false if it is off); its lists are taken from the program.
      Stack:
        warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.
      done: create lost"
    `);
    expect(other.id("lost")).toBe(String(id));
  });
});
