import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { fine, refused } from "../acceptance/engine/properties";
import { settingsFor } from "../support/acceptance";
import { DeclaredProject } from "../support/declared";
import { agent, campaign, list } from "../support/declaredResources";

// The refusal itself: test/acceptance/engine/stateRead.test.ts.
it("campaigns known only from the state still count after a resolved refusal, and if others become active", async () => {
  const sandbox = await startSandbox({ rateLimit: false, specOnly: true });
  const stack = await new DeclaredProject(settingsFor(sandbox)).init();
  try {
    const leads = list("Leads");
    const secret = { additionalSecretOutputs: ["steps"] };
    stack.declare({ leads, q1: campaign("Q1", "$leads", { active: true }, secret) });
    fine(await stack.run("up"));
    const id = await stack.id("q1");
    // A machine without records.
    const elsewhere = { OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")) };
    const renamed = (options: object) => campaign("Q1", "$leads", { active: true }, { ...secret, ...options });
    stack.declare({ leads, renamed: renamed({ aliases: [{ name: "q1" }] }) });
    fine(await stack.run("up", [], elsewhere));
    expect(await stack.id("renamed")).toBe(id);
    expect((await stack.run("preview", ["--expect-no-changes"], elsewhere)).code).toBe(0);
    // An existing campaign becomes active, and another leaves the program. An alias with a replacement is allowed.
    stack.declare({ leads, renamed: renamed({}), q2: campaign("Q2", "$leads", { active: false }) });
    fine(await stack.run("up", [], elsewhere));
    const off = (its: number) => ({ active: true, acknowledge: [`inactive:${its}`, "restart"] });
    stack.declare({ leads, q2: campaign("Q2", "$leads", off(await stack.id("q2"))) });
    expect(refused(await stack.run("preview", [], elsewhere))).toContain(
      'is also used by the active campaign "renamed" (id ID) of this stack',
    );
    const again = campaign(
      "Q1",
      "$leads",
      { ...off(id), language: "de" },
      { ...secret, aliases: [{ name: "renamed" }] },
    );
    stack.declare({ leads, again, q2: campaign("Q2", "$leads", { active: false }) });
    fine(await stack.run("preview", [], elsewhere));
  } finally {
    stack.project.remove();
    await sandbox.close();
  }
});

it("a service that lists no campaigns any more refuses a start beside those of the state", async () => {
  const stack = await new DeclaredProject({}).init();
  const store = join(stack.project.scratch, "account.db");
  const full = await startSandbox({ rateLimit: false, store });
  Object.assign(stack.project.env, settingsFor(full));
  const elsewhere = { OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")) };
  const leads = list("Leads");
  stack.declare({ leads, q1: campaign("Q1", "$leads", { active: true }) });
  fine(await stack.run("up"));
  await full.close();
  const less = await startSandbox({ rateLimit: false, store, specOnly: true, port: Number(new URL(full.url).port) });
  try {
    stack.declare({ leads, q2: campaign("Q2", "$leads", { active: true }) });
    expect(refused(await stack.run("up", [], elsewhere))).toContain(
      "this service showed campaigns before and shows none now",
    );
    fine(await stack.run("refresh", [], elsewhere));
    expect(refused(await stack.run("preview", [], elsewhere))).toContain(
      'is also used by the active campaign "q1" (id ID) of this stack',
    );
    // The agent's resource asks the state for the campaigns that its own run does not compare.
    stack.declare({ leads, q1: campaign("Q1", "$leads", { active: true }), finder: agent("Finder", "$leads") });
    const said = fine(await stack.run("preview", ["--target", stack.urn("SourceAgent", "finder")], elsewhere));
    expect(said).toContain('its list is used by the running campaign "q1" (id ID), which will write to the people');
    expect((await less.objects()).campaigns).toHaveLength(1);
  } finally {
    stack.project.remove();
    await less.close();
  }
});
