import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { step } from "../../provider/src/resources/campaign/step";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { settingsFor } from "../support/acceptance";
import { type Declared, DeclaredProject } from "../support/declared";
import { repository } from "../support/project";

/** Installs a copy of the built package into the project, as a release that says some things in other words. */
function install(stack: DeclaredProject, words: Readonly<Record<string, string>>): void {
  const folder = join(stack.project.folder, "node_modules", "pulumi-outreach");
  rmSync(folder, { recursive: true, force: true });
  // Its dependencies too, where the workspace keeps them beside it.
  for (const part of ["package.json", "dist", "node_modules"]) {
    const from = join(repository, "provider", part);
    if (existsSync(from)) cpSync(from, join(folder, part), { recursive: true });
  }
  const files = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  for (const [before, after] of Object.entries(words)) {
    const changed = files
      .map((file) => join(folder, "dist", file))
      .filter((file) => readFileSync(file, "utf8").includes(before));
    expect(changed, before).toHaveLength(1);
    for (const file of changed) writeFileSync(file, readFileSync(file, "utf8").replace(before, after));
  }
}

const program = {
  leads: { kind: "List", args: { name: "Founders" } },
  finder: { kind: "SourceAgent", args: { name: "Visitors", listId: "$leads", agentType: "website-visitor" } },
  q1: {
    kind: "Campaign",
    args: { name: "Q1", listIds: ["$leads"], linkedinSeatId: 7, steps: [step.visitProfile()] },
    after: ["finder"],
  },
} as const satisfies Record<string, Declared>;

describe("the package is upgraded under an existing stack", () => {
  let sandbox: Sandbox;
  let stack: DeclaredProject;

  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false });
    stack = await new DeclaredProject(settingsFor(sandbox)).init();
  });
  afterAll(async () => {
    stack.project.remove();
    await sandbox.close();
  });

  it("changes nothing, and refresh and destroy run the new code", async () => {
    install(stack, {});
    stack.declare(program);
    const first = await stack.run("up");
    expect(first.code, first.text).toBe(0);
    const before = (await stack.project.state()).resources.map(({ outputs }) => outputs?.__provider);

    install(stack, {
      "it no longer exists at the service, so it leaves the state": "so the next release drops it",
      "the service has no operation that deletes a": "the next release cannot delete a",
    });
    const unchanged = await stack.run("preview", ["--expect-no-changes"]);
    expect(unchanged.code, unchanged.text).toBe(0);
    await sandbox.deleteAgent({ agentId: await stack.id("finder") });
    expect((await stack.run("refresh")).said).toContain("so the next release drops it");
    const after = (await stack.project.state()).resources.map(({ outputs }) => outputs?.__provider);
    expect(new Set(after)).toEqual(new Set(before.filter((text) => !String(text).includes("SourceAgent"))));
    const destroyed = await stack.run("destroy");
    expect(destroyed.code, destroyed.text).toBe(0);
    expect(destroyed.said).toContain("the next release cannot delete a list");
  });
});
