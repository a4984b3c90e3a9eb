import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { send, signals } from "../../support/runningAccount";
import { TestStack } from "../../support/testStack";
import { settingsFor } from "../../unit/api/opening";
import { stopStage } from "./stopStage";

const { stage, running, stop, agentsRunning } = stopStage();

describe("pulumi-outreach stop, while an update is running", () => {
  it("pauses agents that are created and resumed meanwhile", async () => {
    const { first, second, third } = await running();
    const { sandbox } = stage();
    await sandbox.fault({ kind: "delay", method: "PATCH", path: `/v1/agent/${second}`, milliseconds: 1_000 });
    const stopping = stop();
    await vi.waitFor(async () => expect(await agentsRunning()).toEqual([second]), 10_000);
    const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: "Late leads" });
    const late = await send(sandbox, "POST", "/v1/agent", { name: "Late finder", listId, variables: signals });
    await send(sandbox, "PATCH", `/v1/agent/${first}`, { paused: false });
    const { code, stopped } = await stopping;
    expect([code, stopped.warnings]).toEqual([0, []]);
    expect(stopped.paused.map(({ id }) => Number(id))).toEqual([first, second, late.id]);
    expect(stopped.pausedBefore.map(({ id }) => Number(id))).toEqual([third]);
    expect(await agentsRunning()).toEqual([]);
  });

  it("says that agents may run if it cannot check again", async () => {
    await running();
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/agent", method: "GET", skip: 1, count: 9 });
    const { code, stopped } = await stop();
    expect([code, stopped.paused.length, stopped.isComplete]).toEqual([1, 2, false]);
    expect(stopped.warnings.join()).toContain("source agents that were started meanwhile may run.");
  });

  it.each([
    [
      "no longer lists any",
      { kind: "status", status: 404, body: { message: "Cannot GET /v1/agent" } },
      "the service no longer lists its source agents: source agents that were started meanwhile may run.",
    ],
    [
      "lists only a part",
      { kind: "status", status: 200, body: { data: [], hasMore: true } },
      "the service lists only a part of the source agents: others may still run.",
    ],
  ] as const)("reports it if the service then %s", async (_, fault, warning) => {
    await running();
    await stage().sandbox.fault({ ...fault, path: "/v1/agent", method: "GET", skip: 1, count: 99 });
    const { code, stopped } = await stop();
    expect([code, stopped.paused.length, stopped.isComplete, stopped.warnings]).toEqual([1, 2, false, [warning]]);
  });

  it("gives up if something restarts agents repeatedly, and says so", async () => {
    const { first } = await running();
    await stage().sandbox.fault({ kind: "alter", method: "GET", path: "/v1/agent", set: { paused: false }, count: 99 });
    const body = { id: first, name: "Fintech Q1 finder", paused: false };
    const path = `/v1/agent/${first}`;
    await stage().sandbox.fault({ kind: "status", status: 200, method: "GET", path, body, count: 99 });
    const { code, stopped } = await stop();
    expect([code, stopped.isComplete, stopped.warnings]).toEqual([
      1,
      false,
      ["source agents start again and again: end what starts them, and run this command again."],
    ]);
  });

  it("warns of another process that is creating objects, or has just done so", async () => {
    const { sandbox } = stage();
    const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
    const cacheFolder = process.env.OUTREACH_CACHE_FOLDER;
    const run = { id: "an update", label: "4711@elsewhere" };
    const update = new TestStack(settingsFor(sandbox.url, { apiKey }), { clock: { ...systemClock }, run, cacheFolder });
    await sandbox.fault({ kind: "delay", method: "POST", path: "/v1/list", milliseconds: 1_500 });
    const creating = update.up("leads", { kind: "List", args: { name: "Leads" } });
    await vi.waitFor(async () => expect(await stage().requests()).toContain("POST /v1/list"), 10_000);
    const during = await stop();
    await creating;
    const after = await stop();
    expect([during.code, after.code]).toEqual([1, 1]);
    expect(during.stopped.warnings).toEqual([
      expect.stringMatching(/^another process is creating lists: if it is still running, it may start more\. End it/),
    ]);
    expect(after.stopped.warnings.join()).toMatch(/^another process created lists \d+ s ago: /);
    // Only the named agents are affected.
    const { id } = await send(sandbox, "POST", "/v1/agent", { name: "One", listId: 5000, variables: signals });
    expect((await stop(String(id))).stopped.warnings).toEqual([]);
  });
});
