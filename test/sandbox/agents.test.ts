import { describe, expect, it } from "vitest";
import { fourSignals, keyword, namesIn, signals, useSandbox } from "./support.js";

const bench = useSandbox({ activeAgentLimit: 1000, leadsPerSignal: 1 });

interface Shown {
  id: number;
  variables: Record<string, unknown>[] | null;
  [field: string]: unknown;
}

const agent = async (fields: Record<string, unknown> = {}) =>
  bench.create<Shown>("/v1/agent", {
    name: "Finder",
    listId: await bench.list(),
    variables: fourSignals,
    ...fields,
  });

describe("a source agent", () => {
  it("is returned with only the documented fields", async () => {
    const made = await agent();
    const documented = namesIn(`
      id name userId agentType listId targetJobTitles targetIndustries targetLocations targetCompanySizes
      targetCompanyTypes variables ignoredCompanies mandatoryKeywords additionalCriteria excludeServiceProviders
      skipIcpFilter includeOpenToWorkProfiles leadWaterfall paused minLeadScore maxCreditUsage creditUsage
      scriptInstalled scriptId lastRun createdAt updatedAt
    `);
    expect(Object.keys(made).sort()).toEqual(documented);
    expect(made).toMatchObject({ agentType: "autopilot", paused: false, lastRun: null, variables: fourSignals });
    expect(await bench.get(`/v1/agent/${made.id}`)).toEqual(made);
    expect(await bench.get<Shown[]>("/v1/agent")).toContainEqual(made);
  });

  it("gets the visitor signal and a script id from the service if it is for website visitors", async () => {
    const made = await agent({ agentType: "website-visitor", variables: undefined });
    expect(made.variables).toEqual([{ type: "WEBSITE_VISITOR", value: "true" }]);
    expect(made.scriptId).toEqual(expect.any(String));
    const carriedBack = await bench.call("PATCH", `/v1/agent/${made.id}`, { variables: made.variables });
    expect(carriedBack.status).toBe(200);
  });
});

describe("a change of a source agent", () => {
  it("can change every field", async () => {
    const made = await agent();
    const listId = await bench.list("Other");
    const change = {
      name: "Renamed",
      listId,
      targetJobTitles: ["CEO"],
      variables: signals(5),
      ignoredCompanies: ["Rival"],
      minLeadScore: 0.8,
      scriptInstalled: true,
      paused: true,
    };
    const { status, body: changed } = await bench.call("PATCH", `/v1/agent/${made.id}`, change);
    expect(status).toBe(200);
    expect(changed).toMatchObject(change);
    expect((await bench.call("PATCH", `/v1/agent/${made.id}`, { paused: false })).body.paused).toBe(false);
  });

  it.each([
    ["fewer than four signals", { variables: signals(3) }, 400],
    ["an unknown list", { listId: 12 }, 404],
    ["a field that does not exist", { userId: 102 }, 400],
    ["credits of an autopilot agent", { maxCreditUsage: 3 }, 400],
  ])("is rejected with %s", async (_name, change, status) => {
    const made = await agent();
    expect((await bench.call("PATCH", `/v1/agent/${made.id}`, change)).status).toBe(status);
    expect(await bench.get(`/v1/agent/${made.id}`)).toEqual(made);
  });

  it("may repeat the service's own signals, which are not counted", async () => {
    const made = await agent({ variables: signals(15) });
    await bench.sandbox.addServiceSignals({ agentId: made.id, signals: [{ type: "LOOKALIKE", value: "seed" }] });
    const { variables } = await bench.get<Shown>(`/v1/agent/${made.id}`);
    expect(variables).toHaveLength(16);
    expect((await bench.call("PATCH", `/v1/agent/${made.id}`, { variables })).status).toBe(200);
    const without = await bench.call<Shown>("PATCH", `/v1/agent/${made.id}`, { variables: signals(4) });
    expect(without.body.variables).toHaveLength(4);
    const invented = [...signals(4), { type: "LOOKALIKE", value: "seed" }];
    expect((await bench.call("PATCH", `/v1/agent/${made.id}`, { variables: invented })).status).toBe(400);
  });

  it("is rejected, if so configured, without the service's own fields of signals", async () => {
    await bench.sandbox.configure({ decorateSignals: true });
    const made = await agent();
    expect(made.variables?.[0]).toEqual({ ...fourSignals[0], strength: 1, nbResultsLastLaunch: 0, last_usage: null });
    const bare = await bench.call("PATCH", `/v1/agent/${made.id}`, { variables: fourSignals });
    const carried = await bench.call("PATCH", `/v1/agent/${made.id}`, {
      variables: [...(made.variables ?? []), keyword("new")],
    });
    await bench.sandbox.configure({ decorateSignals: false });
    expect([bare.status, carried.status]).toEqual([400, 200]);
    expect(bare.body.message).toContain("variables.0.strength should not be empty");
  });

  it("can be returned with signals as strings", async () => {
    await bench.sandbox.configure({ variablesAsText: true });
    const made = await agent();
    await bench.sandbox.configure({ variablesAsText: false });
    expect(made.variables?.every((signal) => typeof signal === "string")).toBe(true);
  });
});

describe("the deletion of a source agent", () => {
  it("deletes its run logs, but not its list and leads", async () => {
    const made = await agent();
    await bench.sandbox.advance({ hours: 1 });
    expect((await bench.get<unknown[]>(`/v1/agent/${made.id}/logs`)).length).toBe(4);
    const contacts = await bench.get<{ total: number }>(`/v1/contact?agent=${made.id}`);
    expect(contacts.total).toBeGreaterThan(0);

    expect(await bench.call("DELETE", `/v1/agent/${made.id}`)).toMatchObject({ status: 200, body: { success: true } });
    for (const path of [`/v1/agent/${made.id}`, `/v1/agent/${made.id}/logs`]) {
      expect(await bench.call("GET", path)).toMatchObject({
        status: 404,
        body: { message: `Agent with ID ${made.id} not found` },
      });
    }
    expect((await bench.call("DELETE", `/v1/agent/${made.id}`)).status).toBe(404);
    expect(await bench.get(`/v1/contact?agent=${made.id}`)).toMatchObject({ total: contacts.total });
    expect(await bench.get(`/v1/list/${made.listId}`)).toMatchObject({ contactCount: contacts.total });
  });

  it("can have a response without a body", async () => {
    const made = await agent();
    await bench.sandbox.configure({ deleteStatus: 204 });
    const answer = await bench.call("DELETE", `/v1/agent/${made.id}`);
    await bench.sandbox.configure({ deleteStatus: 200 });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
  });
});

describe("the active agent limit", () => {
  it("creates an agent above it paused, and keeps it paused", async () => {
    const running = (await bench.get<Shown[]>("/v1/agent")).filter((shown) => shown.paused === false).length;
    await bench.sandbox.configure({ activeAgentLimit: running + 1 });
    const last = await agent();
    const above = await agent();
    expect([last.paused, above.paused]).toEqual([false, true]);
    expect((await bench.call("PATCH", `/v1/agent/${above.id}`, { paused: false })).body.paused).toBe(true);
    await bench.call("DELETE", `/v1/agent/${last.id}`);
    expect((await bench.call("PATCH", `/v1/agent/${above.id}`, { paused: false })).body.paused).toBe(false);
    await bench.sandbox.configure({ activeAgentLimit: 1000 });
  });

  it("is counted for each user", async () => {
    await bench.sandbox.configure({ activeAgentLimit: 1 });
    const listId = await bench.list("Bruno's", { as: 103 });
    const made = await bench.create<Shown>("/v1/agent", { name: "Finder", listId }, { as: 103 });
    await bench.sandbox.configure({ activeAgentLimit: 1000 });
    expect(made.paused).toBe(false);
  });
});

describe("agent logs", () => {
  it("are the newest hundred, newest first, filtered by a time range if both ends are given", async () => {
    const made = await agent();
    await bench.sandbox.advance({ days: 26 });
    const logs = await bench.get<{ createdAt: string; totalLeads: number; leadsCreated: number }[]>(
      `/v1/agent/${made.id}/logs`,
    );
    expect(logs).toHaveLength(100);
    const times = logs.map((log) => log.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(logs.every((log) => log.totalLeads >= log.leadsCreated)).toBe(true);

    const day = times[0]?.slice(0, 10);
    const window = `dateFrom=${day}T00:00:00Z&dateTo=${day}T23:59:59Z`;
    expect(await bench.get(`/v1/agent/${made.id}/logs?${window}`)).toHaveLength(4);
    expect(await bench.get(`/v1/agent/${made.id}/logs?dateFrom=${day}T00:00:00Z`)).toHaveLength(100);
    expect((await bench.call("GET", `/v1/agent/${made.id}/logs?dateFrom=soon&dateTo=later`)).status).toBe(400);
  });
});
