import type { FaultRequest } from "pulumi-outreach-sandbox";
import { describe, expect, it, vi } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { cycle, send, signals } from "../../support/runningAccount";
import { TestStack } from "../../support/testStack";
import { settingsFor } from "../../unit/api/opening";
import { stopStage } from "./stopStage";

const { stage, running, stop, agentsRunning } = stopStage();

describe("pulumi-outreach stop", () => {
  it("pauses every running agent, after a confirmation, and names the campaigns to switch off", async () => {
    await running();
    const { code, stdout, stderr } = await stage().run(["stop"], { columns: 100, keys: "yes\n" });
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "Paused 2 source agents of user 101; 1 was paused before.",
        "SOURCE AGENT         ID    RESULT",
        "Fintech Q1 finder    5001  paused",
        "Logistics Q1 finder  5004  paused",
        "",
        "These campaigns go on sending. Switch each off in the app:",
        "CAMPAIGN    ID    LINKEDIN SEAT",
        "Fintech Q1  5002  7",
        "",
      ].join("\n"),
    );
    expect(stderr).toMatch(/^Campaigns go on sending: each is switched off in the app\./);
    expect(stderr).toContain("Pause 2 source agents (Fintech Q1 finder, Logistics Q1 finder)? [y/N]");
    expect(stderr).toContain("To keep them stopped, set paused: true there.\n");
    expect(stderr).toContain(
      "Only agents of user 101 were paused. Those of other members need a run with --as or --all-members;",
    );
    expect(await agentsRunning()).toEqual([]);
    const narrow = await stage().run(["stop", "--yes"], { columns: 80 });
    expect(Math.max(...narrow.stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(80);
  });

  it("only ever sends paused: true, and is safe to repeat", async () => {
    const { first, second, third } = await running();
    const { code, stopped } = await stop();
    expect(code).toBe(0);
    expect(stopped).toMatchObject({ isComplete: true, failed: [], gone: [], warnings: [], actingUser: "101" });
    expect(stopped.paused.map(({ id }) => Number(id))).toEqual([first, second]);
    expect(stopped.pausedBefore).toEqual([{ id: String(third), name: "Old finder" }]);
    const { requests } = await stage().sandbox.log({ method: "PATCH" });
    expect(requests.map(({ path }) => path).sort()).toEqual([`/v1/agent/${first}`, `/v1/agent/${second}`]);
    await stage().requests();
    const again = await stop();
    expect([again.code, again.stopped.paused, again.stopped.pausedBefore.length]).toEqual([0, [], 3]);
    expect((await stage().requests()).filter((line) => line.startsWith("PATCH"))).toEqual([]);
  });

  it.each([
    ["no", "n\n"],
    ["a word that is not an answer", "sure\n"],
    ["nothing", "\n"],
    ["Ctrl-C", "\u0003"],
    ["the end of the input", "\u0004"],
  ])("pauses nothing if the answer is %s", async (_, keys) => {
    const { first, second } = await running();
    const { code, stdout, stderr } = await stage().run(["stop"], { columns: 80, keys });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/\nNothing was paused\.\n$/);
    expect(await agentsRunning()).toEqual([first, second]);
  });

  it("does not ask if nobody can answer, and then sends nothing", async () => {
    await running();
    const { code, stdout, stderr } = await stage().run(["stop"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "error: stop asks before it pauses source agents, and this is not a terminal to ask on.\nSay --yes to do it without a question.\n",
    );
    expect(await stage().requests()).toEqual([]);
  });

  it("asks nothing if nothing runs", async () => {
    const { code, stdout, stderr } = await stage().run(["stop"], { columns: 80, keys: "" });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Only agents of user 101 were paused\..*\n$/)]);
    expect(stdout).toBe("Paused 0 source agents of user 101.\n\nNo campaign is active.\n");
  });

  it("pauses the others if one fails", async () => {
    const { first, second } = await running();
    await stage().sandbox.fault({ kind: "status", status: 400, method: "PATCH", path: `/v1/agent/${first}`, count: 9 });
    const { code, stopped } = await stop();
    expect(code).toBe(1);
    expect(stopped.paused.map(({ id }) => Number(id))).toEqual([second]);
    expect(stopped.failed).toEqual([
      {
        id: String(first),
        name: "Fintech Q1 finder",
        reason: expect.stringContaining(`PATCH /v1/agent/${first} → 400`),
      },
    ]);
    const { stdout, stderr } = await stage().run(["stop", "--yes"]);
    expect(stdout).toMatch(/Fintech Q1 finder +5001 +not paused: .* → 400/);
    expect(stderr).toContain("Run the command again for those that failed, or pause them in the app.\n");
    expect(await agentsRunning()).toEqual([first]);
  });

  it.each<[string, FaultRequest, number]>([
    ["the response does not show it and the agent does", { kind: "alter", method: "PATCH", remove: ["paused"] }, 0],
    ["neither shows it", { kind: "alter", remove: ["paused"] }, 1],
    ["the agent still runs", { kind: "alter", set: { paused: false } }, 1],
  ])("checks whether the agent is paused: %s", async (_, fault, expected) => {
    const { first } = await running();
    await stage().sandbox.fault({ ...fault, path: `/v1/agent/${first}`, count: 9 });
    const { code, stopped } = await stop();
    expect([code, stopped.failed.map(({ reason }) => reason)]).toEqual([
      expected,
      expected === 0 ? [] : ["the service accepted the change, and does not show the agent as paused"],
    ]);
  });

  it("counts an agent that was deleted meanwhile as stopped", async () => {
    const { first } = await running();
    const body = { message: "Agent not found", statusCode: 404 };
    await stage().sandbox.fault({ kind: "status", status: 404, body, path: `/v1/agent/${first}`, count: 9 });
    await stage().sandbox.fault({ kind: "omit", path: "/v1/agent", ids: [first], skip: 1, count: 9 });
    const { code, stopped } = await stop();
    expect([code, stopped.gone]).toEqual([0, [{ id: String(first), name: "Fintech Q1 finder" }]]);
  });

  it("reports that the service lists only some of the agents", async () => {
    const { first } = await running();
    const body = { agents: [{ id: first, name: "Fintech Q1 finder", paused: false }], total: 3, totalPages: 1 };
    await stage().sandbox.fault({ kind: "status", status: 200, method: "GET", path: "/v1/agent", body, count: 9 });
    const { code, stopped, stderr } = await stop();
    expect([code, stopped.isComplete, stopped.paused.length]).toEqual([1, false, 1]);
    expect(stderr).toBe("warning: the service lists only a part of the source agents: others may still run.\n");
  });

  it("pauses the agents even if the campaigns cannot be read", async () => {
    await running();
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/campaign", count: 9 });
    const { code, stopped, stderr } = await stop();
    expect([code, stopped.paused.length]).toEqual([1, 2]);
    expect(stopped).not.toHaveProperty("activeCampaigns");
    expect(stderr).toMatch(/^warning: could not .*: look in the app which campaigns are active\.\n$/);
  });

  it("sends the changes before it reads the campaigns, if the limit is short", async () => {
    const { sandbox } = stage();
    for (let index = 0; index < 8; index++) await cycle(sandbox, `Campaign ${index}`);
    await stage().requests();
    vi.stubEnv("OUTREACH_REQUESTS_PER_MINUTE", "4");
    vi.stubEnv("OUTREACH_RATE_WINDOW_SECONDS", "0.2");
    expect((await stop()).stopped.paused).toHaveLength(8);
    const order = (await stage().requests()).map((line) => line.replace(/\d+$/, "").trim());
    expect(order).toEqual([
      "GET /v1/user/me",
      "GET /v1/agent",
      ...Array.from({ length: 8 }, () => "PATCH /v1/agent/"),
      "GET /v1/campaign",
      // Again, for agents that were started meanwhile.
      "GET /v1/agent",
    ]);
  });

  it("takes ids if a service lists nothing", async () => {
    const { first, second } = await running();
    await stage().sandbox.configure({ specOnly: true });
    const nothing = await stage().run(["stop", "--yes"]);
    expect([nothing.code, nothing.stdout]).toEqual([1, ""]);
    expect(nothing.stderr).toMatch(
      /^error: no source agent was paused: could not list the source agents: .*\n.*stop --yes 123 456/,
    );
    const { code, stdout } = await stage().run(["stop", "--yes", String(first)]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Which campaigns are active is not known. They go on sending: switch them off in the app.\n",
    );
    expect(await agentsRunning()).toEqual([second]);
    const wrong = await stop("77");
    expect([wrong.code, wrong.stopped.failed.length, wrong.stopped.gone]).toEqual([1, 1, []]);
    expect((await stage().run(["stop", "--yes", "Fintech Q1 finder"])).code).toBe(1);
  });

  it("pauses agents that are named by ids even if the service cannot list or show them", async () => {
    const { first, second } = await running();
    await stage().sandbox.fault({ kind: "status", status: 403, method: "GET", path: "/v1/agent", count: 9 });
    const nothing = await stage().run(["stop", "--yes"]);
    expect([nothing.code, nothing.stdout]).toEqual([1, ""]);
    expect(nothing.stderr).toMatch(
      /^error: no source agent was paused: .*→ 403\n[\s\S]*pause the agents in the app\.\n$/,
    );
    const { code, stopped } = await stop(String(first));
    expect([code, stopped.paused]).toEqual([0, [{ id: String(first) }]]);
    expect(await agentsRunning()).toEqual([second]);
  });

  it("pauses only named agents", async () => {
    const { first, second } = await running();
    expect((await stop("Fintech Q1 finder")).stopped.paused.map(({ id }) => Number(id))).toEqual([first]);
    expect(await agentsRunning()).toEqual([second]);
    const { code, stderr } = await stage().run(["stop", "--yes", "Logistics Q1 finder", "Logistcs"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: no source agent was paused: could not read source agent "Logistcs"/),
    ]);
    expect(await agentsRunning()).toEqual([second]);
  });

  it("stops a member's agents, and nobody else's", async () => {
    const { first, second } = await running();
    const { stopped } = await stop("--as", "alice@fernhill.example.com");
    expect(stopped).toMatchObject({ actingUser: "102", paused: [], activeCampaigns: [] });
    expect(await agentsRunning()).toEqual([first, second]);
  });

  it("passes no control characters of a hostile name to the terminal", async () => {
    await cycle(stage().sandbox, "\u001b[2JEve\u202e\r\nFake");
    const asked = await stage().run(["stop"], { columns: 80, keys: "n\n" });
    expect(asked.stderr).toContain("Pause 1 source agent (Eve Fake finder)? [y/N]");
    const { stdout, stderr } = await stage().run(["stop", "--yes"], { columns: 80 });
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  it("is seen by Pulumi after a refresh, and undone if the program has paused: false", async () => {
    const { sandbox } = stage();
    const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: "Leads" });
    const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
    const stack = new TestStack(settingsFor(sandbox.url, { apiKey, requestTimeoutSeconds: 30, waitBudgetSeconds: 60 }));
    const step = (paused: boolean) => ({
      kind: "SourceAgent" as const,
      args: { name: "Finder", listId, variables: signals, paused },
    });
    await stack.up("finder", step(false));
    expect((await stop()).stopped.paused).toHaveLength(1);
    expect(await stack.refresh("SourceAgent", "finder")).toEqual(["paused"]);
    expect((await stack.preview("finder", step(true))).op).toBe("same");
    expect((await stack.preview("finder", step(false))).op).toBe("update");
  });
});
