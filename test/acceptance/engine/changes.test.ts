import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { everythingIn } from "../../support/acceptance";
import { agent, campaign, list, message, visit } from "../../support/declaredResources";
import { codesIn } from "../../support/review/reviewing";
import { fine, preparedTest, recorded, refused } from "./properties";

/** The engine does `first` before `then`. */
function expectInOrder(text: string, first: string, then: string): void {
  expect(text).toContain(first);
  expect(text.indexOf(then, text.indexOf(first)), text).toBeGreaterThan(0);
  expect(text.indexOf(then)).toBeGreaterThan(text.indexOf(first));
}

preparedTest("warnings", async (prepared) => {
  const { stack, change, requests } = prepared;
  change({ other: agent("Other", "$leads", { variables: undefined }) });
  const { diagnostics, code, text } = await stack.project.preview();
  expect(code, text).toBe(0);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      severity: "warning",
      urn: stack.urn("SourceAgent", "other"),
      message: expect.stringContaining("an `autopilot` agent without signals has nothing to run"),
    }),
  );
  expect(await requests()).toEqual([]);
  expect(fine(await stack.run("up"))).toContain("has nothing to run");
  expect(JSON.stringify(await recorded(prepared))).not.toContain("nothing to run");
});

preparedTest("companies", async ({ stack, sandbox, writes }) => {
  writeFileSync(join(stack.project.folder, "outreach.do-not-contact"), "Vuurtoren Works\nada@example.com\n");
  const preview = await stack.run("preview", ["--diff"]);
  fine(preview);
  expect(preview.text).toContain("1 to update");
  expect(preview.text).toMatch(/\+ ignoredCompanies: \[\s+\+\s+\[0\]: "Vuurtoren Works"\s+\]/);
  expect(preview.text).toContain(
    'outreach.do-not-contact adds "Vuurtoren Works" to ignoredCompanies. This update comes from that file alone. [do-not-contact]',
  );
  const { stdout } = await stack.project.preview();
  expect(codesIn(stdout)).toContain("notice do-not-contact");
  fine(await stack.run("up"));
  const finder = await stack.id("finder");
  expect(await writes()).toEqual([`PATCH /v1/agent/${finder}`]);
  const { agents } = await sandbox.objects();
  expect(agents.map(({ ignoredCompanies }) => ignoredCompanies)).toEqual([["Vuurtoren Works"]]);
  expect(fine(await stack.run("preview"))).toBe("  6 unchanged");
  writeFileSync(join(stack.project.folder, "outreach.do-not-contact"), "Vuurtoren Works\nada@\n");
  expect(refused(await stack.run("up"))).toContain("could not read outreach.do-not-contact: 1 line names nobody.");
  expect((await writes()).length).toBe(1);
  expect(await stack.id("finder")).toBe(finder);
});

preparedTest("warningsOfDeletes", async ({ stack, sandbox, requests, writes }) => {
  const running = await stack.id("running");
  const finder = await stack.id("finder");
  await sandbox.setActive({ campaignId: running, active: false });
  expect(fine(await stack.run("destroy"))).toMatchInlineSnapshot(`
    "pulumi-nodejs:dynamic/outreach:Campaign (draft):
      warning: campaign "Draft" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
    pulumi-nodejs:dynamic/outreach:Campaign (running):
      warning: campaign "Running" (id ID): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.
    pulumi-nodejs:dynamic/outreach:List (hot):
      warning: list "Hot leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
    pulumi-nodejs:dynamic/outreach:List (leads):
      warning: list "Leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      - 6 deleted"
  `);
  const log = await requests();
  expect(await writes()).toEqual([`DELETE /v1/agent/${finder}`]);
  // The campaign is read before it leaves the state, and the agent that it depends on is deleted afterwards.
  const looks = log.findIndex((request) => request.startsWith("GET /v1/campaign"));
  expect(looks).toBeGreaterThanOrEqual(0);
  expect(log.indexOf(`DELETE /v1/agent/${finder}`)).toBeGreaterThan(looks);
  expect((await stack.project.state()).resources).toEqual([]);
});

preparedTest("listReplacement", async (prepared) => {
  const { stack, sandbox, change } = prepared;
  const before = await recorded(prepared);
  change({ leads: list("Founders", { acknowledge: ["rename"] }) });
  const up = await stack.run("up");
  expectInOrder(up.text, "List leads created replacement", "List leads deleting original");
  expect(fine(up)).toMatchInlineSnapshot(`
    "pulumi-nodejs:dynamic/outreach:List (leads):
      warning: list "Leads" (id ID): a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one.
      warning: list "Leads" (id ID): the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.
      ~ 1 updated
      +-1 replaced
      2 changes. 4 unchanged"
  `);
  const after = await recorded(prepared);
  expect(after.draft?.id).toBe(before.draft?.id);
  const { campaigns } = await sandbox.objects();
  expect(campaigns.find(({ name }) => name === "Draft")?.listIds).toEqual([Number(after.leads?.id)]);
});

preparedTest("unknownReplacement", async (prepared) => {
  const { stack, change } = prepared;
  const old = await stack.id("draft");
  change({
    leads: list("Newer leads", { acknowledge: ["rename"] }),
    draft: campaign("Draft", "$leads", { linkedinSeatId: "$leads" }),
  });
  expect(fine(await stack.run("preview"))).toContain("may replace it");
  expect(await stack.id("draft")).toBe(old);
});

preparedTest("campaignReplacement", async (prepared) => {
  const { stack, change } = prepared;
  const before = await recorded(prepared);
  change({ draft: campaign("Draft", "$leads", { steps: [visit(4), message("Hello")] }) });
  const up = await stack.run("up");
  const said = fine(up);
  expectInOrder(up.text, "Campaign draft deleted original", "Campaign draft creating replacement");
  expect(said).toContain("changing steps[0].delayAfterLastStep needs a new campaign; this one stays in the account");
  expect(said).toContain("+-1 replaced");
  const after = await recorded(prepared);
  expect(after.draft?.id).not.toBe(before.draft?.id);
  expect(await prepared.writes()).toEqual(["POST /v1/campaign"]);
  fine(await stack.run("preview", ["--expect-no-changes"]));
});

preparedTest("target", async ({ stack, change, writes }) => {
  change({
    finder: agent("Finder", "$hot", { minLeadScore: 0.9 }),
    draft: campaign("Renamed", "$leads"),
    running: campaign("Running", "$hot", { active: false }),
  });
  expect(fine(await stack.run("up", ["--target", stack.urn("Campaign", "draft")]))).toContain("~ 1 updated");
  expect(await writes()).toEqual([`PATCH /v1/campaign/${await stack.id("draft")}`]);
});

preparedTest("alias", async (prepared) => {
  const { stack, change } = prepared;
  const before = await recorded(prepared);
  change({
    running: undefined,
    moved: campaign("Running", "$hot", { active: true }, { aliases: [{ name: "running" }] }),
  });
  expect(fine(await stack.run("up"))).not.toMatch(/created|deleted|replaced/);
  expect((await recorded(prepared)).moved?.id).toBe(before.running?.id);
  expect(await prepared.writes()).toEqual([]);
});

preparedTest("continueOnError", async (prepared) => {
  const { stack, change } = prepared;
  change({
    twin: list("Leads"),
    below: campaign("Below", "$twin"),
    finder: agent("Other name", "$hot", { minLeadScore: 0.8 }),
  });
  expect(refused(await stack.run("up", ["--continue-on-error"]))).toContain("already holds the same list");
  expect(await prepared.writes()).toEqual([`PATCH /v1/agent/${await stack.id("finder")}`]);
  expect(Object.keys(await recorded(prepared))).not.toContain("below");
});

preparedTest("secrets", async (prepared) => {
  const { stack, sandbox } = prepared;
  stack.project.write(`
const pulumi = require("@pulumi/pulumi");
const { List, Campaign, step } = require("pulumi-outreach");
const leads = new List("leads", { name: "Leads" });
const message = pulumi.secret("Nobody may read this text");
new Campaign("draft", { name: "Draft", listIds: [leads.id], linkedinSeatId: 7, steps: [step.visitProfile(), step.message({ message })] });
`);
  const { draft } = await recorded(prepared);
  fine(await stack.run("up", ["--target", stack.urn("Campaign", "draft")]));
  const changed = (await recorded(prepared)).draft;
  expect(changed?.id).toBe(draft?.id);
  expect(changed?.inputs?.steps).toHaveProperty("ciphertext");
  expect(changed?.outputs?.steps).toHaveProperty("ciphertext");
  expect(everythingIn(stack.project.scratch, (path) => path.includes("backend"))).not.toContain("Nobody may read");
  const { campaigns } = await sandbox.objects();
  expect(campaigns.find(({ name }) => name === "Draft")?.steps[1]?.message).toBe("Nobody may read this text");
});
