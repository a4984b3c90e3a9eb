import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startSandbox } from "../../../sandbox/src/index";
import { settingsFor } from "../../support/acceptance";
import { DeclaredProject } from "../../support/declared";
import { campaign, list } from "../../support/declaredResources";
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
    // A machine without records.
    const elsewhere = { OUTREACH_CACHE_FOLDER: mkdtempSync(join(stack.project.scratch, "elsewhere-")) };
    const renamed = (options: object) => campaign("Q1", "$leads", { active: true }, { ...secret, ...options });
    stack.declare({ leads, renamed: renamed({}) });
    for (const verb of ["preview", "up"] as const) {
      const shown = await stack.run(verb, [], elsewhere);
      const said = refused(shown);
      expect(said).toContain('is also used by the active campaign "q1" (id ID) of this stack');
      expect(said).toContain('aliases: [{ name: "q1" }]');
      expect(shown.text).toContain(`shared-list:${id}`);
    }
    expect((await sandbox.objects()).campaigns).toHaveLength(1);
  } finally {
    stack.project.remove();
    await sandbox.close();
  }
});
