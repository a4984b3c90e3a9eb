import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { step } from "../../provider/src/resources/campaign/step";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { settingsFor } from "../support/acceptance";
import { type Declared, DeclaredProject } from "../support/declared";
import { installRelease } from "../support/otherRelease";

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
    installRelease(stack.project, {});
    stack.declare(program);
    const first = await stack.run("up");
    expect(first.code, first.text).toBe(0);
    const before = (await stack.project.state()).resources.map(({ outputs }) => outputs?.__provider);

    installRelease(stack.project, {
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
