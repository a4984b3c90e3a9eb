import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Facts, factsOf, startAccount } from "../../examples/agent-tasks/account.mjs";
import { judge, type Task, tasks, writeTask } from "../../examples/agent-tasks/tasks.mjs";
import { mustRun } from "../../tools/step.mjs";
import { attempts } from "../support/agentTasks/solutions";
import { temporaryFolder } from "../support/folders";
import { casesOf } from "../support/long";
import { repository } from "../support/project";

/** Programs run in separate processes. */
const patient = { timeout: 120_000 };

/** A task's folder at its start, the account's facts, and a function that ends it. */
async function begun(task: Task): Promise<{ folder: string; facts: Facts | undefined; end: () => Promise<void> }> {
  const folder = join(temporaryFolder(), task.name);
  const account = task.needsAccount === true ? await startAccount() : undefined;
  await writeTask(task, folder, account);
  if (account !== undefined) {
    vi.stubEnv("OUTREACH_BASE_URL", account.address);
    vi.stubEnv("OUTREACH_API_KEY", account.apiKey);
  }
  return {
    folder,
    facts: account && (await factsOf(account.address)),
    end: async () => {
      vi.unstubAllEnvs();
      await account?.close();
    },
  };
}

beforeAll(() => {
  vi.stubEnv("OUTREACH_CACHE_FOLDER", "");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe("the tasks for coding agents", () => {
  it("are twelve, each with a good and a bad attempt", () => {
    expect(tasks.map(({ name }) => name)).toEqual(Object.keys(attempts));
    expect(tasks).toHaveLength(12);
    const goods = Object.values(attempts).map((all) =>
      all.flatMap(({ fails }, index) => (fails === undefined ? index : [])),
    );
    expect(goods).toEqual(tasks.map(() => [0]));
    expect(Object.values(attempts).filter((all) => all.length < 2)).toEqual([]);
  });

  it.each(casesOf(tasks, (_, index) => index === 0))(
    "$name is not done at its start, and its folder contains no answer",
    patient,
    async (task) => {
      const { folder, facts, end } = await begun(task);
      try {
        expect(await judge(folder)).not.toEqual([]);
        const texts = ["TASK.md", ".task.json", "index.ts"].map((name) => readFileSync(join(folder, name), "utf8"));
        expect(texts.join("\n")).not.toContain(facts?.skipped?.reason ?? "nothing of an account");
        expect(texts[0]).not.toMatch(/undefined|…/);
      } finally {
        await end();
      }
    },
  );

  // Of every third task the good attempt, which is first.
  const all = tasks.flatMap((task, place) =>
    casesOf(attempts[task.name] ?? [], (_, index) => index === 0 && place % 3 === 0).map((attempt) => ({
      ...attempt,
      task,
      of: task.name,
    })),
  );
  it.each(all)("$of: $what", patient, async ({ task, work, fails }) => {
    const { folder, facts, end } = await begun(task);
    try {
      await work(folder, facts);
      const reasons = await judge(folder);
      if (fails === undefined) expect(reasons).toEqual([]);
      else expect(reasons.join("\n")).toMatch(fails);
    } finally {
      await end();
    }
  });

  it("are run by a command, which writes a project around the program", patient, async () => {
    const command = join(repository, "examples", "agent-tasks", "tasks.mjs");
    const run = (...words: string[]) =>
      mustRun("tasks.mjs", process.execPath, [command, ...words], { folder: repository });
    expect((await run("list")).match(/^\S+$/gm)).toEqual(tasks.map(({ name }) => name));
    const folder = join(temporaryFolder(), "begun");
    expect(await run("begin", "follow-up", folder)).toContain("TASK.md");
    for (const name of ["AGENTS.md", "local.mjs", "Pulumi.yaml", "package.json"])
      expect(existsSync(join(folder, name))).toBe(true);
    await expect(run("judge", folder)).rejects.toThrow("fail\n- the campaign has no fourth step");
    await expect(run("begin", "follow-up", folder)).rejects.toThrow("is not empty");
    writeFileSync(join(folder, "index.ts"), "throw new Error('broken');");
    await expect(run("judge", folder)).rejects.toThrow("the program does not run: broken");
  });
});
