import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { factsOf, intrusions, startAccount } from "../../examples/agent-tasks/account.mjs";
import { type Task, tasks } from "../../examples/agent-tasks/tasks.mjs";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, projectOf, settingsFor } from "../support/acceptance";
import { attempts } from "../support/agentTasks/solutions";
import { outreachCommand } from "../support/outreachCommand";
import type { Project } from "../support/project";

/** A project with the program from before the task, brought up. */
async function broughtUp(task: Task, settings: Record<string, string>): Promise<Project> {
  const project = projectOf([["examples/full-cycle", "."]], settings);
  writeFileSync(join(project.folder, "index.ts"), task.baseline ?? task.program);
  await project.init();
  // A person has started the running campaigns.
  const up = await project.run(["up", "--yes", "--skip-preview", "-s", project.stack], { OUTREACH_LAUNCH: "allow" });
  expectSuccess(up);
  writeFileSync(join(project.folder, "index.ts"), task.program);
  return project;
}

/** For tasks that need no account: what an update would do. */
it.each(tasks.filter(({ needsAccount }) => needsAccount !== true))(
  "the engine accepts the good attempt at $name, which replaces no campaign that has run",
  async (task) => {
    const sandbox: Sandbox = await startSandbox({ rateLimit: false });
    const project = await broughtUp(task, settingsFor(sandbox));
    try {
      const good = attempts[task.name]?.find(({ fails }) => fails === undefined);
      await good?.work(project.folder, undefined);
      const preview = await project.run(["preview", "--refresh", "--json", "--show-sames", "-s", project.stack]);
      expectSuccess(preview);
      const review = await outreachCommand(project, ["review", "--json"], { input: preview.stdout });
      expect([0, 3]).toContain(review.code);
      const { campaigns } = JSON.parse(review.stdout);
      const running = campaigns.filter(({ name }: { name: string }) => name === "Logistics Q1");
      expect(running.map(({ change }: { change: string }) => change)).not.toContain("replaced");
    } finally {
      await sandbox.close();
      project.remove();
    }
  },
);

it("the engine adopts the campaign unchanged, and sends only reads", async () => {
  const account = await startAccount();
  const project = projectOf([["examples/full-cycle", "."]], {
    OUTREACH_BASE_URL: account.address,
    OUTREACH_API_KEY: account.apiKey,
  });
  try {
    const facts = await factsOf(account.address);
    writeFileSync(join(project.folder, "index.ts"), 'import * as outreach from "pulumi-outreach";\n');
    const good = attempts["take-over"]?.find(({ fails }) => fails === undefined);
    await good?.work(project.folder, facts);
    await project.init();
    expectSuccess(await project.run(["up", "--yes", "--skip-preview", "-s", project.stack]));
    const again = await project.run(["preview", "--refresh", "--expect-no-changes", "-s", project.stack]);
    expectSuccess(again);
    expect(await intrusions(account.address)).toEqual([]);
  } finally {
    await account.close();
    project.remove();
  }
});
