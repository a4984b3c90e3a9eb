import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { step } from "../../provider/src/resources/campaign/step";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn } from "../support/acceptance";
import { type DeclaredProgram, DeclaredProject } from "../support/declared";

const key = "osk_demo_owner";

/** One program with the owner and two members, each of whom has a provider. */
const program: DeclaredProgram = {
  alice: { kind: "Provider", args: { impersonateUserId: 102 } },
  bruno: { kind: "Provider", args: { impersonateEmail: " Bruno@fernhill.example.com" } },
  own: { kind: "List", args: { name: "Leads" } },
  hers: { kind: "List", args: { name: "Leads" }, provider: "alice" },
  cycle: {
    kind: "FullCycle",
    args: {
      list: { name: "Cycle" },
      sourceAgent: { name: "Visitors", agentType: "website-visitor" },
      campaign: { name: "Cycle", linkedinSeatId: 12, steps: [step.visitProfile()] },
    },
    provider: "bruno",
  },
};

describe("explicit providers", () => {
  let sandbox: Sandbox;
  let stack: DeclaredProject;

  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false });
    // The key and the address are in the stack's config; providers get a copy.
    stack = await new DeclaredProject({}).init();
    await stack.project.config("outreach:apiKey", key, true);
    await stack.project.config("outreach:baseUrl", sandbox.url);
    stack.declare(program);
  });
  afterAll(async () => {
    stack.project.remove();
    await sandbox.close();
  });

  it("each act for their member, including in components", async () => {
    const up = await stack.run("up");
    expect(up.code, up.text).toBe(0);
    const { lists, agents, campaigns } = await sandbox.objects();
    expect(lists.map(({ name, userId }) => `${name} ${userId}`).sort()).toEqual([
      "Cycle 103",
      "Leads 101",
      "Leads 102",
    ]);
    expect([...agents, ...campaigns].map(({ userId }) => userId)).toEqual([103, 103]);
    const again = await stack.run("preview", ["--expect-no-changes"]);
    expect(again.code, again.text).toBe(0);
  });

  it("keep the key as a secret, and nowhere else", async () => {
    expect(everythingIn(stack.project.scratch)).not.toContain(key);
    const { resources } = await stack.project.state();
    const providers = resources.filter(({ type }) => type === "pulumi:providers:pulumi-nodejs");
    expect(providers).toHaveLength(3);
    for (const { inputs } of providers) expect(inputs?.["outreach:apiKey"]).toHaveProperty("ciphertext");
  });

  it("come before the environment, and a changed member is refused at preview", async () => {
    const environment = { OUTREACH_IMPERSONATE_USER_ID: "103" };
    const { own: _owner, ...members } = program;
    stack.declare(members);
    // Without a target, the owner's list would be deleted.
    const targets = ["--target", stack.urn("List", "hers")];
    const preview = await stack.run("preview", targets, environment);
    expect(preview.code, preview.text).toBe(0);

    stack.declare({ ...program, alice: { kind: "Provider", args: { impersonateUserId: 103 } } });
    const refused = await stack.run("preview");
    expect(refused.code).not.toBe(0);
    expect(refused.said).toContain("it belongs to user 102, and this run acts as user 103. Nothing was sent for it");
  });

  it("each destroy their own resources", async () => {
    stack.declare(program);
    const destroyed = await stack.run("destroy");
    expect(destroyed.code, destroyed.text).toBe(0);
    expect((await sandbox.counts()).agents).toBe(0);
  });
});

describe("a resource that is moved to a provider with another user's key", () => {
  const program = (provider: string, ownKey = key): DeclaredProgram => ({
    owner: { kind: "Provider", args: { apiKey: ownKey } },
    alice: { kind: "Provider", args: { apiKey: "osk_demo_alice" } },
    leads: { kind: "List", args: { name: "Leads" }, provider },
  });
  let sandbox: Sandbox;
  let stack: DeclaredProject;

  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false });
    stack = await new DeclaredProject({ OUTREACH_BASE_URL: sandbox.url }).init();
    stack.declare(program("owner"));
    const up = await stack.run("up");
    expect(up.code, up.text).toBe(0);
  });
  afterAll(async () => {
    stack.project.remove();
    await sandbox.close();
  });

  it("is refused by the update if no run has recorded whose key it is, and stays with its provider", async () => {
    stack.declare(program("alice"));
    const { total } = await sandbox.log();
    const preview = await stack.project.preview();
    expect(preview.changeSummary).toMatchObject({ update: 1 });
    expect((await sandbox.log()).total).toBe(total);
    const up = await stack.run("up", ["--skip-preview"]);
    expect(up.code).not.toBe(0);
    expect(up.said).toContain("it belongs to user 101, and this run acts as user 102. Nothing was sent for it.");
    expect(up.said).toContain("move it back to the Provider of that user");
    expect((await sandbox.log({ method: "POST" })).requests).toHaveLength(1);
    stack.declare(program("owner"));
    const back = await stack.run("preview", ["--expect-no-changes"]);
    expect(back.code, back.text).toBe(0);
    const refreshed = await stack.run("refresh");
    expect(refreshed.code, refreshed.text).toBe(0);
  });

  it("is refused by the preview once a run has used that key", async () => {
    stack.declare(program("alice"));
    const { total } = await sandbox.log();
    const preview = await stack.run("preview");
    expect(preview.code).not.toBe(0);
    expect(preview.said).toContain("it belongs to user 101, and this run acts as user 102. Nothing was sent for it.");
    expect((await sandbox.log()).total).toBe(total);
  });

  it("shows no drift and no change once a refresh has used another key of the same user", async () => {
    stack.declare(program("owner", "osk_demo_owner_second"));
    for (const how of [["--preview-only", "--run-program"], ["--run-program"]]) {
      const refreshed = await stack.run("refresh", how);
      expect(refreshed.code, refreshed.text).toBe(0);
      // Only the provider, which has a different key.
      expect(refreshed.text).toMatch(/~ 1 (to update|updated)\n\s+3 unchanged/);
    }
    const preview = await stack.project.preview();
    expect(preview.changeSummary).toEqual({ same: 4 });
  });
});

describe("an address that no member has", () => {
  it("stops before anything is written", async () => {
    const sandbox = await startSandbox({ rateLimit: false });
    const stack = await new DeclaredProject({ OUTREACH_API_KEY: key, OUTREACH_BASE_URL: sandbox.url }).init();
    try {
      stack.declare({ leads: { kind: "List", args: { name: "Leads" } } });
      for (const [email, why] of [
        ["nobody@fernhill.example.com", "none of the 4 members has the address"],
        ["casper@fernhill.example.com", "(user 104) is deactivated"],
      ]) {
        const up = await stack.run("up", [], { OUTREACH_IMPERSONATE_EMAIL: email });
        expect(up.code).not.toBe(0);
        expect(up.said).toContain(why);
      }
      expect((await sandbox.log({ method: "POST" })).requests).toEqual([]);
    } finally {
      stack.project.remove();
      await sandbox.close();
    }
  });
});

describe("warnings", () => {
  it("belong to the resource in preview --json, and are never in the state", async () => {
    const sandbox = await startSandbox({ rateLimit: false });
    const stack = await new DeclaredProject({ OUTREACH_API_KEY: key, OUTREACH_BASE_URL: sandbox.url }).init();
    try {
      const named = (args: Readonly<Record<string, unknown>>): DeclaredProgram => ({
        leads: { kind: "List", args: { name: "Leads", ...args } },
        finder: { kind: "SourceAgent", args: { name: "Finder", listId: "$leads" } },
      });
      stack.declare(named({}));
      const created = await stack.project.preview();
      const warning = { severity: "warning", urn: stack.urn("SourceAgent", "finder") };
      const text = "variables is missing: an `autopilot` agent without signals has nothing to run";
      expect(created.diagnostics).toContainEqual(
        expect.objectContaining({ ...warning, message: expect.stringContaining(text) }),
      );
      const up = await stack.run("up");
      expect(up.said).toContain(text);
      expect(JSON.stringify(await stack.project.state())).not.toContain("nothing to run");

      // Adding and removing an acknowledgement shows in a preview, and sends nothing.
      stack.declare(named({ acknowledge: ["twin:5"] }));
      const before = (await sandbox.log()).total;
      const preview = await stack.project.preview();
      expect(preview.changeSummary).toMatchObject({ update: 1, same: 2 });
      expect(preview.steps.find(({ op }) => op === "update")?.detailedDiff).toHaveProperty(["acknowledge"]);
      expect((await stack.run("up")).code).toBe(0);
      const { requests } = await sandbox.log({ after: before });
      expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    } finally {
      stack.project.remove();
      await sandbox.close();
    }
  });
});
