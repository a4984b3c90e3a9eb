import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { DeclaredProject } from "../support/declared";

describe("a key of another user", () => {
  let sandbox: Sandbox;
  let stack: DeclaredProject;
  const one = { kind: "List", args: { name: "One" } } as const;
  const fresh = { kind: "List", args: { name: "Fresh" } } as const;
  const alice = { OUTREACH_API_KEY: "osk_demo_alice" };

  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false });
    stack = await new DeclaredProject({
      OUTREACH_API_KEY: "osk_demo_owner",
      OUTREACH_BASE_URL: sandbox.url,
    }).init();
  });
  afterAll(async () => {
    stack.project.remove();
    await sandbox.close();
  });

  it("creates nothing, even if only the new resource is a target", async () => {
    stack.declare({ one });
    const up = await stack.run("up");
    expect(up.code, up.text).toBe(0);
    stack.declare({ fresh, one });
    const targets = ["--target", stack.urn("List", "fresh")];
    const alone = await stack.run("up", targets, alice);
    expect(alone.code, alone.text).not.toBe(0);
    expect(alone.text).toContain("this run acts as user 102, and other resources of this stack belong to user 101");
    const all = await stack.run("up", [], alice);
    expect(all.code, all.text).not.toBe(0);
    expect(all.text).toContain("and this run acts as user 102");
    const { lists } = await sandbox.objects();
    expect(lists.map(({ name }) => name)).toEqual(["One"]);
  });

  it("creates beside them under its own provider", async () => {
    stack.declare({
      alice: { kind: "Provider", args: { apiKey: alice.OUTREACH_API_KEY } },
      hers: { ...fresh, provider: "alice" },
      one,
    });
    const up = await stack.run("up");
    expect(up.code, up.text).toBe(0);
    const { lists } = await sandbox.objects();
    expect(lists.map(({ name, userId }) => `${name} ${userId}`).sort()).toEqual(["Fresh 102", "One 101"]);
  });
});
