import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startSandbox } from "../../../sandbox/src/index";
import { settingsFor } from "../../support/acceptance";
import { DeclaredProject } from "../../support/declared";
import { campaign, list, message } from "../../support/declaredResources";
import { engineTest, fine, refused } from "./properties";

engineTest("stateRead", async () => {
  const sandbox = await startSandbox({ rateLimit: false, specOnly: true });
  const stack = await new DeclaredProject(settingsFor(sandbox)).init();
  try {
    const leads = list("Leads");
    // A state without resources is read as well, and so is a state with an unrelated secret.
    const secret = { additionalSecretOutputs: ["steps"] };
    stack.declare({ leads, q1: campaign("Q1", "$leads", { active: true }, secret) });
    fine(await stack.run("up"));
    const id = await stack.id("q1");
    const acknowledge = [`inactive:${id}`];
    stack.declare({ leads, q1: campaign("Q1", "$leads", { active: true, acknowledge }, secret) });
    fine(await stack.run("up"));
    // A machine without records.
    const elsewhere = { OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")) };
    const renamed = (options: object) =>
      campaign("Q1", "$leads", { active: true, acknowledge }, { ...secret, ...options });
    stack.declare({ leads, renamed: renamed({}) });
    for (const verb of ["preview", "up"] as const) {
      const shown = await stack.run(verb, [], elsewhere);
      const said = refused(shown);
      expect(said).toContain('is also used by the active campaign "q1" (id ID) of this stack');
      expect(said).toContain('aliases: [{ name: "q1" }]');
      // The code has counted for the former resource.
      expect(said).toContain("has counted for this resource or another one, and does not count again");
      expect(shown.text).toContain(`shared-list:${id}`);
    }
    expect((await sandbox.objects()).campaigns).toHaveLength(1);
  } finally {
    stack.project.remove();
    await sandbox.close();
  }
});

engineTest("failedReplacement", async () => {
  const sandbox = await startSandbox({ rateLimit: false, specOnly: true });
  const stack = await new DeclaredProject(settingsFor(sandbox)).init();
  try {
    // Each run is on a machine of its own, without records.
    const up = async (args: object) => {
      stack.declare({ leads: list("Leads"), q1: campaign("Q1", "$leads", args) });
      return await stack.run("up", [], {
        OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")),
      });
    };
    const draft = { steps: [message("Another text")], active: false };
    fine(await up({ active: true }));
    const [first, listId] = [await stack.id("q1"), await stack.id("leads")];
    await sandbox.addContacts({
      userId: 101,
      contacts: [{ firstName: "Ada", lastName: "Kim", email: "ada@example.com", listId }],
    });
    await sandbox.setActive({ campaignId: first, active: false });
    fine(await up({ ...draft, acknowledge: [`inactive:${first}`] }));
    const id = await stack.id("q1");
    const body = { statusCode: 422, message: "Unprocessable" };
    await sandbox.fault({ kind: "status", method: "POST", path: "/v1/campaign", status: 422, body });
    refused(await up({ ...draft, steps: [message("A third text")], acknowledge: [`inactive:${id}`] }));
    await sandbox.clearFaults();
    expect(refused(await up(draft))).toContain("To keep that one: adopt: ID.");
    fine(await up({ ...draft, adopt: id }));
    expect(await stack.id("q1")).toBe(id);
    fine(await up(draft));
    expect(refused(await up({ ...draft, active: true, acknowledge: [`inactive:${id}`] }))).toContain(
      "a campaign that it replaced has run on these lists: its people would start again at step 1",
    );
    expect((await sandbox.objects()).campaigns).toHaveLength(2);
  } finally {
    stack.project.remove();
    await sandbox.close();
  }
});

engineTest("adoptedInRun", async () => {
  const sandbox = await startSandbox({ rateLimit: false, specOnly: true });
  const stack = await new DeclaredProject(settingsFor(sandbox)).init();
  try {
    const names = ["leads", ...Array.from({ length: 12 }, (_, index) => `list${index}`)];
    const lists = Object.fromEntries(names.map((name) => [name, list(name)]));
    const jan = (args: object) =>
      campaign("Jan", "$leads", { active: false, listIds: ["$leads", "$list0", "$list11"], ...args });
    stack.declare({ ...lists, jan: jan({}) });
    fine(await stack.run("up"));
    const [adopt, listId] = [await stack.id("jan"), await stack.id("leads")];
    const forget = async (name: string) =>
      await stack.project.run(["state", "delete", stack.urn("Campaign", name), "--yes", "-s", stack.project.stack]);
    await forget("jan");
    await sandbox.addContacts({
      userId: 101,
      contacts: [{ firstName: "Ada", lastName: "Kim", email: "ada@example.com", listId }],
    });
    await sandbox.setActive({ campaignId: adopt, active: true });
    await sandbox.advance({ days: 3 });
    const steps = [message("Another text")];
    const feb = campaign("Feb", "$leads", { active: true, steps });
    const q2 = jan({ adopt });
    const up = async (program: object, args: readonly string[] = []) => {
      stack.declare({ ...lists, ...program });
      // A machine without records.
      return await stack.run("up", args, {
        OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")),
      });
    };
    const started = async () => (await sandbox.objects()).campaigns.filter(({ active }) => active === true);
    for (const program of [
      { feb, q2 },
      { q2, feb },
      // The number is known before the lists are.
      { feb: campaign("Feb", listId, { active: true, steps }), q2 },
    ]) {
      expect(refused(await up(program))).toMatch(/is already used by an active campaign|its log shows that it has run/);
      expect(await started()).toHaveLength(1);
    }
    // One that is declared as running counts although the run leaves it out.
    const target = ["--target", stack.urn("Campaign", "feb")];
    expect(refused(await up({ feb, q2: jan({ adopt, active: true }) }, target))).toContain(
      'list ID is also used by the active campaign "q2" (id ID) of this stack',
    );
    expect(await started()).toHaveLength(1);
  } finally {
    stack.project.remove();
    await sandbox.close();
  }
});
