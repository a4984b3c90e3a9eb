import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { occurrences } from "../../support/acceptance";
import { outsidePipelines } from "../../support/agentEnvironments";
import { agent, campaign, list, message, visit } from "../../support/declaredResources";
import { asRealService } from "../../support/gateway";
import { openPrepared } from "../../support/prepared";
import { engineTest, fine, preparedTest, recorded, refused } from "./properties";

preparedTest("checkRefuses", async ({ stack, change, writes }) => {
  change({ third: { ...campaign("Third", "$hot", { active: true }), after: ["running"] } });
  const said = refused(await stack.run("preview"));
  expect(said).toContain("Campaign resource 'third' has a problem: campaign \"Third\": list ID is also used by");
  expect(occurrences(said, "is also used by the active campaign")).toBe(1);
  expect(said.split("\n")[0]).toBe("pulumi-nodejs:dynamic/outreach:Campaign (third):");
  expect(await writes()).toEqual([]);
});

preparedTest("diffRefuses", async ({ stack, change, writes }) => {
  change({ running: campaign("Running", "$hot", { active: false }) });
  expect(refused(await stack.run("preview"))).toMatchInlineSnapshot(`
    "pulumi-nodejs:dynamic/outreach:Campaign (running):
      error: campaign "Running" (id ID): it is active, and the service has no operation that switches a campaign off.
      Switch it off in the app, then run \`pulumi refresh\`.
      Or, if it was switched on in the app: write active: true (or remove active) to accept that it runs."
  `);
  expect(await writes()).toEqual([]);
});

preparedTest("constructorRefuses", async ({ stack, change }) => {
  change({
    finder: agent("Finder", "$hot", { minLeadScore: 7 }),
    draft: campaign("Draft", "$leads", { steps: [] }),
    running: campaign("Running", "$hot", { active: true }, { deleteBeforeReplace: false }),
  });
  const said = refused(await stack.run("preview"));
  expect(said).toContain("pulumi:pulumi:Stack (outreach-test-test):");
  for (const part of ['in source agent "finder":', 'in campaign "draft":', "deleteBeforeReplace: false would create"]) {
    expect([part, occurrences(said, part)]).toEqual([part, 1]);
  }
});

preparedTest("createRefuses", async (prepared) => {
  const { stack, sandbox, change } = prepared;
  const before = await recorded(prepared);
  change({ more: list("More"), twin: { ...list("Leads"), after: ["more"] } });
  expect(refused(await stack.run("up"))).toContain(
    'error: Creating list "Leads": the account already holds the same list, id ID; nothing was sent.',
  );
  const { more, ...others } = await recorded(prepared);
  expect(others).toEqual(before);
  const { lists } = await sandbox.objects();
  expect(lists.map(({ name }) => name)).toEqual(["Leads", "Hot leads", "More"]);
  expect(more?.id).toBe(String(lists[2]?.id));
  expect((await stack.project.state()).pending_operations ?? []).toEqual([]);
});

engineTest("suppressed", async () => {
  const { stack, sandbox, change, writes } = await openPrepared({ OUTREACH_CHECK_SUPPRESSED: "true" });
  const listId = await stack.id("leads");
  const ada = { firstName: "Ada", lastName: "Kim", email: "ada@example.com", listId };
  await sandbox.addContacts({ userId: 101, contacts: [ada] });
  const file = join(stack.project.folder, "outreach.do-not-contact");
  change({ fresh: campaign("Fresh", "$leads", { active: true }) });
  expect(refused(await stack.run("up"))).toContain("the project has no such file");
  // The provider process runs in another folder.
  writeFileSync(file, "# asked on the phone\nada@example.com\n");
  expect(refused(await stack.run("up"))).toContain(
    'campaign "Fresh": list ID has 1 person who is not to be contacted (line 2 of outreach.do-not-contact). Nothing was sent.',
  );
  expect(await writes()).toEqual([]);
  writeFileSync(file, "bo@example.com\n");
  fine(await stack.run("up"));
  expect(await writes()).toEqual(["POST /v1/campaign"]);
});

preparedTest("updateRefuses", async (prepared) => {
  const { stack, sandbox, change } = prepared;
  const before = await recorded(prepared);
  await sandbox.fault({ kind: "status", method: "PATCH", path: "/v1/agent/*", status: 403, body: "" });
  change({ finder: agent("Finder, renamed", "$hot", { minLeadScore: 0.8 }) });
  expect(refused(await stack.run("up"))).toMatch(/updating source agent "Finder"[\s\S]*PATCH \/v1\/agent\/ID → 403/i);
  expect(await recorded(prepared)).toEqual(before);
});

preparedTest("deleteRefuses", async (prepared) => {
  const before = await recorded(prepared);
  const { draft: _inactive, ...kept } = before;
  expect(refused(await prepared.stack.run("destroy"))).toContain(
    'error: Deleting campaign "Running" (id ID): it is active',
  );
  // The inactive campaign does not depend on the running one. The agent and the lists are deleted after both.
  expect(await recorded(prepared)).toMatchObject(kept);
  expect(await prepared.writes()).toEqual([]);
});

preparedTest("readRefuses", async (prepared) => {
  const { stack, sandbox } = prepared;
  const before = await recorded(prepared);
  const id = await stack.id("finder");
  await sandbox.deleteAgent({ agentId: id });
  await sandbox.fault({ kind: "status", path: `/v1/agent/${id}`, status: 403 });
  expect(refused(await stack.run("refresh"))).toContain('reading source agent "Finder" (id ID): could not read');
  expect(Object.keys(await recorded(prepared)).sort()).toEqual(Object.keys(before).sort());
});

preparedTest("replacementByOption", async (prepared) => {
  const { stack, change } = prepared;
  const before = await recorded(prepared);
  change({});
  const urn = stack.urn("Campaign", "running");
  const byReplace = refused(await stack.run("up", ["--replace", urn]));
  expect(byReplace).toContain('error: Deleting campaign "Running" (id ID): it is active');
  expect(refused(await stack.run("up", ["--target-replace", urn]))).toBe(byReplace);
  const tainted = await stack.project.run(["state", "taint", "--yes", "-s", "test", urn]);
  expect(tainted.code, tainted.text).toBe(0);
  expect(refused(await stack.run("up"))).toBe(byReplace);
  expect(await prepared.writes()).toEqual([]);
  expect((await recorded(prepared)).running).toEqual(before.running);
});

preparedTest("retainOnDelete", async ({ stack, change }) => {
  change({ draft: campaign("Draft", "$leads", { steps: [visit(4), message("Hello")] }, { retainOnDelete: true }) });
  expect(refused(await stack.run("preview"))).toContain("with retainOnDelete the old one is never checked");
});

preparedTest("transformedRetain", async ({ stack, sandbox, change, writes }) => {
  const transformed = { retainOnDelete: true };
  change({ draft: { ...campaign("Draft", "$leads"), transformed } });
  expect((await stack.run("up")).code).toBe(0);
  await sandbox.setActive({ campaignId: await stack.id("draft"), active: true });
  change({ draft: { ...campaign("Draft", "$leads", { steps: [visit(4), message("Hello")] }), transformed } });
  expect(refused(await stack.run("up"))).toContain('error: Deleting campaign "Draft" (id ID): it is active');
  // The engine now considers the old campaign deleted, and does not request its delete again.
  expect(refused(await stack.run("up"))).toContain('error: Deleting campaign "Draft" (id ID): it is active');
  expect(await writes()).toEqual([]);
});

engineTest("launchByAgent", async () => {
  const { stack, change, sandbox, writes } = await openPrepared(outsidePipelines, asRealService);
  change({ people: list("People"), started: campaign("Started", "$people", { active: true }) });
  const byAgent = { CLAUDECODE: "1" };
  expect(refused(await stack.run("up", [], byAgent))).toContain(
    "the environment shows that claude-code started this run. Nothing was sent for it.",
  );
  expect(await writes()).toEqual(["POST /v1/list"]);
  fine(await stack.run("up", [], { ...byAgent, CI: "true", GITHUB_ACTIONS: "true" }));
  const { campaigns } = await sandbox.objects();
  const active = campaigns.filter((each) => each.active).map(({ name }) => name);
  expect(active.sort()).toEqual(["Running", "Started"]);
});
