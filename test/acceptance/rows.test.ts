import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signal } from "../../provider/src/resources/signal";
import { step } from "../../provider/src/resources/step";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { type Declared, type DeclaredProgram, DeclaredProject, type Shown } from "../support/declared";

const signals = [
  signal.searchKeyword("open banking"),
  signal.hiring(),
  signal.technology("stripe"),
  signal.competitorPage("https://network.example.com/company/acme"),
];
const visit = (delayAfterLastStep?: number) => step.visitProfile({ delayAfterLastStep });
const message = (text: string) => step.message({ message: text });

const list = (name: string, args = {}, options = {}): Declared => ({ kind: "List", args: { name, ...args }, options });
const agent = (name: string, listId: unknown, args = {}, after: string[] = []): Declared => ({
  kind: "SourceAgent",
  args: { name, listId, variables: signals, ...args },
  after,
});
const campaign = (name: string, listId: unknown, args = {}, options = {}): Declared => ({
  kind: "Campaign",
  // As in every program: the agents that fill its lists come first.
  after: ["finder", "late"],
  args: { name, listIds: [listId], linkedinSeatId: 7, steps: [visit(), message("Hello")], ...args },
  options,
});
const mail = (subject: string) => ({
  linkedinSeatId: undefined,
  emailSeatIds: [21],
  steps: [step.email({ subject, message: "Hi [FirstName]" })],
});

/** What a person sees where a run is refused: an error at the object, and no stack. */
function refused(shown: Shown): string {
  expect(shown.code, shown.text).not.toBe(0);
  expect(shown.text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(shown.text).not.toContain("osk_demo_owner");
  return shown.said;
}

function fine(shown: Shown): string {
  expect(shown.code, shown.text).toBe(0);
  expect(shown.text).not.toContain("osk_demo_owner");
  return [shown.said, shown.resources].filter((text) => text !== "").join("\n");
}

describe("what a person sees for each row, with all operations", () => {
  let sandbox: Sandbox;
  let stack: DeclaredProject;
  let base: DeclaredProgram;

  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false, activeAgentLimit: 2 });
    stack = await new DeclaredProject({ OUTREACH_API_KEY: "osk_demo_owner", OUTREACH_BASE_URL: sandbox.url }).init();
    base = {
      leads: list("Founders"),
      hot: list("Hot leads"),
      finder: agent("Finder", "$leads", { minLeadScore: 0.8, targetLocations: ["France"] }),
      // One after the other, so that it is always the last one that the limit pauses.
      visitor: agent("Visitors", "$leads", { agentType: "website-visitor", variables: undefined }, ["finder"]),
      late: agent("Late", "$leads", { targetLocations: ["Spain"] }, ["visitor"]),
      q1: campaign("Q1", "$leads"),
      q2: campaign("Q2", "$leads", { active: false, language: "en-US" }),
      mails: campaign("Mails", "$leads", mail("One")),
      run: campaign("Running", "$hot", { active: true }),
    };
  });
  afterAll(async () => {
    stack.project.remove();
    await sandbox.close();
  });

  const change = (changes: Readonly<Record<string, Declared | undefined>>) =>
    stack.declare(
      Object.fromEntries(
        Object.entries({ ...base, ...changes }).filter((entry) => entry[1] !== undefined),
      ) as DeclaredProgram,
    );
  /** A change that stays. */
  const settle = (changes: DeclaredProgram) => {
    base = { ...base, ...changes };
    stack.declare(base);
  };

  it("1, 6, 9: a first run, and one agent over the limit", async () => {
    settle({});
    expect(fine(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "run": it is created active: it starts to write to the people of its lists.
      pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        warning: source agent "Late": created paused (id ID), since the account's active agent limit is reached. Pause or delete another agent, then declare paused: false and run \`pulumi up --refresh\`.
        + 10 created"
    `);
  });

  it("2: a list cannot be renamed; acknowledged, a new one takes its place", async () => {
    change({ hot: list("Hotter leads") });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (hot):
        error: list "Hot leads" (id ID): the service has no operation that renames a list.
        Rename it in the app, then run \`pulumi refresh\`: the state takes the new name.
        Or have a new, empty list under the new name (the contacts stay in this one): acknowledge: ["rename"] on the resource, or OUTREACH_ACKNOWLEDGE=rename for one run."
    `);
    change({ hot: list("Hotter leads", { acknowledge: ["rename"] }) });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): it is active and works on list ID, in whose place this run makes a new, empty one.
        Switch the campaign off in the app and run \`pulumi refresh\`, or rename the list in the app instead.
      pulumi-nodejs:dynamic/outreach:List (hot):
        warning: list "Hot leads" (id ID): a new, empty list takes its place; this one stays in the account with its contacts, and campaigns move to the new one."
    `);
    settle({ leads: list("Leads", { acknowledge: ["rename"] }) });
    expect(fine(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Founders" (id ID): a new, empty list takes its place; this one stays in the account with its contacts, and campaigns move to the new one.
        warning: list "Founders" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        ~ 6 updated
        +-1 replaced
        7 changes. 3 unchanged"
    `);
  });

  it("4, 5, 10, 11, 12, 18, 24 and idle words: all that a preview can know", async () => {
    settle({
      finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
      visitor: agent("Visitors", "$leads", {}, ["finder"]),
      q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")], acknowledge: ["restart"] }),
      q2: campaign("Q2", "$leads", { active: true, steps: [visit(4), message("Hello")] }),
    });
    expect(fine(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1" (id ID): acknowledge "restart" matches nothing (any more); remove it.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "q2": it is created active: it starts to write to the people of its lists.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "Running" (id ID): it is running, and source agent "Finder" begins to fill its list: the people it finds will be written to.
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): acknowledge "rename" matches nothing (any more); remove it.
      pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:SourceAgent (visitor):
        warning: source agent "Visitors" (id ID): a change of agentType replaces it; its run logs are lost, its list and leads stay.
        ~ 2 to update
        +-2 to replace
        4 changes. 6 unchanged"
    `);
    expect(fine(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1" (id ID): acknowledge "restart" matches nothing (any more); remove it.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): changing steps[0].delayAfterLastStep, active needs a new campaign; this one stays in the account, inactive.
        warning: campaign "Q2" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
        warning: campaign "q2": it is created active: it starts to write to the people of its lists.
        warning: campaign "q2": language is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "Running" (id ID): it is running, and source agent "Finder" begins to fill its list: the people it finds will be written to.
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): acknowledge "rename" matches nothing (any more); remove it.
      pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
        warning: source agent "Finder" (id ID): the people it finds enter a running campaign (id ID).
        warning: source agent "finder": targetLocations is no longer declared, so it is no longer managed: the value at the service stays as it is.
      pulumi-nodejs:dynamic/outreach:SourceAgent (visitor):
        warning: source agent "Visitors" (id ID): a change of agentType replaces it; its run logs are lost, its list and leads stay.
        warning: source agent "Visitors" (id ID): deleted, and its tracking script is switched off on the website.
        ~ 2 updated
        +-2 replaced
        4 changes. 6 unchanged"
    `);
    settle({ leads: list("Leads"), q1: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }) });
  });

  it("10: a subject that the service does not take over", async () => {
    await sandbox.configure({ subjectIsPatched: false });
    change({ mails: campaign("Mails", "$leads", mail("Two")) });
    expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (mails):
        error: Updating campaign "Mails" (id ID): the service accepted the change and left steps[0].subject as before.
        Run \`pulumi refresh\` to record what it holds now. Only a new campaign can have this: \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::mails'\`"
    `);
  });

  it("14: a running campaign is neither stopped nor replaced", async () => {
    change({ run: campaign("Running", "$hot", { active: false }) });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): it is active, and the service has no operation that switches a campaign off.
        Switch it off in the app, then run \`pulumi refresh\`.
        Or, where it was switched on in the app: write active: true (or remove active) to accept that it runs."
    `);
    change({ run: campaign("Running", "$hot", { active: true, steps: [visit(9), message("Hello")] }) });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): changing steps[0].delayAfterLastStep replaces it, and it is active: the people in it would be dropped, or written to twice.
        Take the change back; or switch it off in the app, run \`pulumi refresh\`, and then run this again.
        Where this service cannot show that it is off: acknowledge: ["inactive:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:ID for one run."
    `);
  });

  it("14: nor by --replace, --target-replace, a taint, deleteBeforeReplace: false or retainOnDelete", async () => {
    change({});
    const urn = stack.urn("Campaign", "run");
    const byReplace = refused(await stack.run("up", ["--replace", urn]));
    expect(byReplace).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: Deleting campaign "Running" (id ID): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. While it runs on, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
        warning: campaign "run": it is created active: it starts to write to the people of its lists."
    `);
    expect(refused(await stack.run("up", ["--target-replace", urn]))).toBe(byReplace);
    await stack.project.run(["state", "taint", "--yes", "-s", "test", urn]);
    expect(refused(await stack.run("up"))).toBe(byReplace);
    await stack.project.run(["state", "untaint", "--yes", "-s", "test", urn]);
    change({ run: campaign("Running", "$hot", { active: true }, { deleteBeforeReplace: false }) });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi:pulumi:Stack (outreach-test-test):
        error: campaign "run": deleteBeforeReplace: false would make the new one before the old one was looked at, and both could run. Remove the option."
    `);
    change({ q1: campaign("Q1 renamed", "$leads", { language: "fr-FR" }, { retainOnDelete: true }) });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: campaign "Q1 renamed" (id ID): changing language replaces it, and with retainOnDelete the old one is never looked at: two could run side by side.
        Remove retainOnDelete for this change, or take the change back."
    `);
    expect((await sandbox.objects()).campaigns.filter(({ name }) => name === "Running")).toHaveLength(1);
  });

  it("12, 13: switched off in the app, an active one does not take its place", async () => {
    await sandbox.setActive({ campaignId: await stack.id("run"), active: false });
    change({});
    expect(refused(await stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: campaign "Running" (id ID): an active campaign would take its place, and it was active before: its people would start again at step 1.
        Switch it on in the app, keep active: true in the program, and run \`pulumi up --refresh\`.
        Or start anew on purpose: acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart for one run."
    `);
    await sandbox.setActive({ campaignId: await stack.id("run"), active: true });
    expect(fine(await stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`"  10 unchanged"`);
  });

  it("17: no second active campaign on a list", async () => {
    change({ third: { ...campaign("Third", "$hot", { active: true }), after: ["run"] } });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (third):
        error: pulumi-nodejs:dynamic/outreach:Campaign resource 'third' has a problem: campaign "Third": list ID is also worked by the active campaign "Running" (id ID) of this stack: the same people would be written to twice.
        Use another list, or leave one of the two inactive. Where third is run under a new name: aliases: [{ name: "run" }] in its options.
        Or for third: acknowledge: ["shared-list:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:ID for one run.
        warning: campaign "third": it is created active: it starts to write to the people of its lists."
    `);
  });

  it("19, 22: changed outside", async () => {
    await sandbox.editCampaign({ campaignId: await stack.id("q1"), name: "Theirs" });
    change({ q1: campaign("Q1 again", "$leads", { steps: [visit(), message("Good day")] }) });
    expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: Updating campaign "Q1 renamed" (id ID): name changed outside since the last run, so nothing was sent.
        See what is there now with \`pulumi refresh --target 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::q1'\`, then decide and run \`pulumi up\` again."
    `);
    change({});
    const drift = await stack.run("refresh", ["--preview-only", "--diff"]);
    expect(drift.text).toMatch(/~ name: "Q1 renamed" => "Theirs"/);
    expect(drift.text.match(/^\s+[~+-] \w+:/gm)).toHaveLength(1);
    expect(fine(await stack.run("up", ["--refresh"]))).toMatchInlineSnapshot(`
      "  ~ 1 updated
        9 unchanged"
    `);
  });

  it("20, 21: twins and adoption", async () => {
    const id = await stack.id("q1");
    change({ again: campaign("Q1 renamed", "$leads", { steps: [visit(), message("Good day")] }) });
    expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (again):
        error: Creating campaign "Q1 renamed": the account already holds the same campaign, id ID; nothing was sent.
        Most often another stack manages it (use its id instead), or a run that was killed has created it. To take it over: adopt: ID. Or OUTREACH_ADOPT=twin for one run (adopt: "twin" in the program).
        To make another one beside it: acknowledge: ["twin:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:ID for one run."
    `);
    change({ again: { ...campaign("Q1", "$leads", { adopt: id }), after: ["q1"] } });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (again):
        error: pulumi-nodejs:dynamic/outreach:Campaign resource 'again' has a problem: campaign "again": campaign ID is already managed by q1 of this program, and one object can be managed once.
        Remove adopt: ID from one of the two, or correct the id."
    `);
    // Let go of it, then take it back.
    await stack.project.run(["state", "delete", "--yes", "-s", "test", stack.urn("Campaign", "q1")]);
    change({ q1: campaign("Q1", "$leads", { adopt: id, steps: [visit(), message("Hi")] }) });
    expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: Adopting campaign "Q1" (id ID): it differs from the program in name, steps; nothing was written. Not compared, since the service does not tell: listIds.
        Write these properties as the service has them (or remove those that need not be declared), adopt, and change them afterwards."
    `);
    change({ q1: campaign("Q1 renamed", "$leads", { adopt: id, steps: [visit(), message("Good day")] }) });
    expect(fine(await stack.run("up"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1 renamed" (id ID): taken over as it is; nothing was written. Not compared, since the service does not tell: listIds.
        + 1 created
        9 unchanged"
    `);
    change({
      q1: campaign("Q1 renamed", "$leads", { adopt: id, steps: [visit(2), message("Good day")], language: "fr-FR" }),
    });
    expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (q1):
        error: campaign "Q1 renamed" (id ID): changing language replaces it, and adopt is still set, so the new one would be taken over and not made.
        Remove adopt from the program, then run this again."
    `);
  });

  it("23: gone, with proof and without", async () => {
    change({});
    const id = await stack.id("late");
    await sandbox.deleteAgent({ agentId: id });
    await sandbox.fault({ kind: "status", path: `/v1/agent/${id}`, status: 403 });
    expect(refused(await stack.run("refresh"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        error: reading source agent "Late" (id ID): could not read the source agent: GET /v1/agent/ID → 403
        the service says: Something went wrong
        the key is known, but its user may not do this: check whose key it is, and whose objects these are"
    `);
    expect(fine(await stack.run("refresh"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:SourceAgent (late):
        warning: source agent "Late" (id ID): it is gone at the service, so it leaves the state.
        - 1 deleted
        9 unchanged"
    `);
  });

  it("another service, another user, and an impersonation that two places disagree on", async () => {
    // One resource, so that it is always the same one that is looked at first.
    stack.declare({ leads: list("Leads") });
    const elsewhere = { OUTREACH_BASE_URL: sandbox.url.replace("127.0.0.1", "localhost") };
    expect(
      refused(await stack.run("preview", [], elsewhere)).replace(/localhost:\d+/g, "localhost:PORT"),
    ).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: list "Leads" (id ID): it belongs to the service at SERVICE, and this run speaks to http://localhost:PORT, where its id may be another object. Nothing was sent for it.
        Point outreach:baseUrl (OUTREACH_BASE_URL) back to SERVICE. \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or, where the service itself has moved, record the new address once: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    expect(refused(await stack.run("preview", [], { OUTREACH_IMPERSONATE_USER_ID: "102" }))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: list "Leads" (id ID): it belongs to user 101, and this run acts as user 102. It is left alone.
        Act as user 101 again (outreach:impersonateUserId, outreach:impersonateEmail or that user's key). \`pulumi destroy\` and \`pulumi refresh\` take the stack's config from the last \`pulumi up\`, even one that was refused: add --run-program, or run \`pulumi up\` first.
        Or stop managing it (it stays at the service): \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::leads'\`. Or, where it went over to user 102: OUTREACH_ACKNOWLEDGE=moved:SERVICE pulumi refresh"
    `);
    await stack.project.config("outreach:impersonateUserId", "103");
    expect(refused(await stack.run("preview", [], { OUTREACH_IMPERSONATE_USER_ID: "102" }))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:List (leads):
        error: OUTREACH_IMPERSONATE_USER_ID in the environment names another user than outreach:impersonateUserId of this stack. Unset one of the two."
    `);
    await stack.project.run(["config", "rm", "-s", "test", "outreach:impersonateUserId"]);
  });

  it("16: a running campaign is not destroyed; 3, 8, 15: what goes and what stays", async () => {
    expect(refused(await stack.run("destroy", ["--target", stack.urn("Campaign", "run")]))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (run):
        error: Deleting campaign "Running" (id ID): it is active, and the service has no operation that stops or deletes a campaign.
        Switch it off in the app, then run this again. While it runs on, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one."
    `);
    for (const { id, active } of (await sandbox.objects()).campaigns) {
      if (active) await sandbox.setActive({ campaignId: id, active: false });
    }
    expect(fine(await stack.run("destroy"))).toMatchInlineSnapshot(`
      "pulumi-nodejs:dynamic/outreach:Campaign (mails):
        warning: campaign "Mails" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (q1):
        warning: campaign "Q1 renamed" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (q2):
        warning: campaign "Q2" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
      pulumi-nodejs:dynamic/outreach:Campaign (run):
        warning: campaign "Running" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
      pulumi-nodejs:dynamic/outreach:List (hot):
        warning: list "Hot leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      pulumi-nodejs:dynamic/outreach:List (leads):
        warning: list "Leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        - 9 deleted"
    `);
  });
});

describe("what a person sees with only the operations of the specification", () => {
  it("is told once what cannot be seen, and what cannot be done names the command", async () => {
    const sandbox = await startSandbox({ rateLimit: false, specOnly: true });
    const stack = await new DeclaredProject({
      OUTREACH_API_KEY: "osk_demo_owner",
      OUTREACH_BASE_URL: sandbox.url,
    }).init();
    try {
      const base: DeclaredProgram = {
        leads: list("Founders"),
        finder: agent("Finder", "$leads"),
        q1: campaign("Q1", "$leads"),
        run: campaign("Running", "$leads", { active: true }),
      };
      stack.declare(base);
      expect(fine(await stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (run):
          warning: campaign "run": it is created active: it starts to write to the people of its lists.
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not seen. Guards rest on the state and on what runs have recorded.
          + 5 created"
      `);
      expect(fine(await stack.run("refresh"))).toMatchInlineSnapshot(`
        "pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns, lists and source agents: changes made in the app, twins and lost creates of these are not seen. Guards rest on the state and on what runs have recorded.
          5 unchanged"
      `);
      expect(fine(await stack.run("preview", ["--expect-no-changes"]))).toMatchInlineSnapshot(`"  5 unchanged"`);
      stack.declare({ ...base, finder: agent("Finder", "$leads", { minLeadScore: 0.8 }) });
      expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
          error: Updating source agent "Finder" (id ID): this service has no operation that changes minLeadScore (\`pulumi refresh\` asks again); nothing was sent.
          Make a new source agent in its place: \`pulumi up --replace 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:SourceAgent::finder'\`. Or take the change back."
      `);
      stack.declare({
        ...base,
        q1: campaign("Q1", "$leads", { active: true, acknowledge: [`shared-list:${await stack.id("run")}`] }),
      });
      expect(refused(await stack.run("up"))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (q1):
          error: campaign "Q1" (id ID): an active campaign would take its place, and this service has no operation that tells whether it runs itself.
          Look in the app, switch it off there if it runs, then say so: acknowledge: ["inactive:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:ID for one run."
      `);
      expect(refused(await stack.run("destroy", ["--target", stack.urn("Campaign", "run")]))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (run):
          error: Deleting campaign "Running" (id ID): it was active, and this service has no operation that tells whether it still is.
          Look in the app, switch it off there if it runs, then say so: acknowledge: ["inactive:ID"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:ID for one run.
          While it may run on, \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::run'\` stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one.
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not seen. Guards rest on the state and on what runs have recorded."
      `);
      const words = { OUTREACH_ACKNOWLEDGE: `inactive:${await stack.id("run")}` };
      expect(fine(await stack.run("destroy", [], words))).toMatchInlineSnapshot(`
        "pulumi-nodejs:dynamic/outreach:Campaign (q1):
          warning: campaign "Q1" (id ID): it was created inactive; this service does not tell whether somebody has switched it on since.
          warning: campaign "Q1" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
        pulumi-nodejs:dynamic/outreach:Campaign (run):
          warning: campaign "Running" (id ID): taken to be inactive on a person's word (inactive:ID).
          warning: campaign "Running" (id ID): the service has no operation that deletes a campaign. It leaves the state and stays in the account.
        pulumi-nodejs:dynamic/outreach:List (leads):
          warning: list "Founders" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
        pulumi:pulumi:Stack (outreach-test-test):
          warning: this service has no operation that lists or reads campaigns: changes made in the app, twins and lost creates of these are not seen. Guards rest on the state and on what runs have recorded.
          - 5 deleted"
      `);
    } finally {
      stack.project.remove();
      await sandbox.close();
    }
  });
});
