import { describe, expect, it } from "vitest";
import { fourSignals, keyword, useSandbox } from "./support.js";

const bench = useSandbox({ activeAgentLimit: 1000, leadsPerSignal: 1 });

interface Shown {
  id: number;
  variables: Record<string, unknown>[] | null;
  [field: string]: unknown;
}

const body = async (fields: Record<string, unknown>) => ({ name: "Finder", listId: await bench.list(), ...fields });
const agent = async (fields: Record<string, unknown> = {}) =>
  bench.create<Shown>("/v1/agent", await body({ variables: fourSignals, ...fields }));
const refusal = async (fields: Record<string, unknown>) => bench.call("POST", "/v1/agent", await body(fields));
const signals = (count: number) => Array.from({ length: count }, (_, index) => keyword(`topic${index}`));
const withSignal = (signal: Record<string, unknown>) => ({ variables: [...fourSignals.slice(1), signal] });
const visited = { type: "VISITED_PROFILE", value: "true" };

describe("a source agent", () => {
  it("answers with the documented fields and no others", async () => {
    const made = await agent();
    expect(Object.keys(made).sort()).toEqual(
      [
        "id",
        "name",
        "userId",
        "agentType",
        "listId",
        "targetJobTitles",
        "targetIndustries",
        "targetLocations",
        "targetCompanySizes",
        "targetCompanyTypes",
        "variables",
        "ignoredCompanies",
        "mandatoryKeywords",
        "additionalCriteria",
        "excludeServiceProviders",
        "skipIcpFilter",
        "includeOpenToWorkProfiles",
        "leadWaterfall",
        "paused",
        "minLeadScore",
        "maxCreditUsage",
        "creditUsage",
        "scriptInstalled",
        "scriptId",
        "lastRun",
        "createdAt",
        "updatedAt",
      ].sort(),
    );
    expect(made).toMatchObject({ agentType: "autopilot", paused: false, lastRun: null, variables: fourSignals });
    expect(await bench.get(`/v1/agent/${made.id}`)).toEqual(made);
    expect(await bench.get<Shown[]>("/v1/agent")).toContainEqual(made);
  });

  const accepted: [string, Record<string, unknown>][] = [
    ["no signals", {}],
    ["null for signals", { variables: null }],
    ["four signals", { variables: signals(4) }],
    ["fifteen signals", { variables: signals(15) }],
    ["malformed values", { variables: [keyword("one two three four"), ...fourSignals.slice(1)] }],
    ["an undocumented type", withSignal({ type: "SOME_NEW_EVENT", value: "true" })],
    ["a signal with a seat", withSignal({ ...visited, needsUserToken: true, linkedinSeatId: 7 })],
    ["a switched-off signal with options", withSignal({ ...keyword("x"), enabled: false, options: { depth: 2 } })],
    ["a lookalike agent", { agentType: "lookalike" }],
    ["a website-visitor agent with credits", { agentType: "website-visitor", maxCreditUsage: 200 }],
    ["every company size", { targetCompanySizes: ["2-10", "11-50", "51-200", "501-1000", "10001+"] }],
    ["company types", { targetCompanyTypes: ["All company types", "Startup", "Non-profit"] }],
    ["score of 0", { minLeadScore: 0 }],
    ["score of 1", { minLeadScore: 1 }],
    ["criteria of 200", { additionalCriteria: "x".repeat(200) }],
    ["paused", { paused: true }],
  ];
  it.each(accepted)("accepts: %s", async (_name, fields) => {
    expect(await refusal(fields)).toMatchObject({ status: 201 });
  });

  const refused: [string, number, Record<string, unknown>, RegExp][] = [
    ["no list", 400, { listId: undefined }, /listId is required/],
    ["an unknown list", 404, { listId: 12 }, /List with ID 12 not found/],
    ["a list id as text", 400, { listId: "12" }, /listId must be a number/],
    ["empty signals", 400, { variables: [] }, /from 4 to 15/],
    ["three signals", 400, { variables: signals(3) }, /from 4 to 15/],
    ["sixteen signals", 400, { variables: signals(16) }, /from 4 to 15/],
    ["signals of a lookalike agent", 400, { agentType: "lookalike", variables: fourSignals }, /not allowed/],
    ["empty signals of a lookalike agent", 400, { agentType: "lookalike", variables: [] }, /not allowed/],
    ["a LOOKALIKE signal", 400, withSignal({ type: "LOOKALIKE", value: "x" }), /LOOKALIKE is not supported/],
    ["a JOB_SEARCH signal", 400, withSignal({ type: "JOB_SEARCH", value: "x" }), /JOB_SEARCH is not supported/],
    ["a visitor signal elsewhere", 400, withSignal({ type: "WEBSITE_VISITOR", value: "true" }), /only for website/],
    ["a type that is none", 400, withSignal({ type: "job search", value: "x" }), /variables\.3\.type/],
    ["a value that is no text", 400, withSignal({ type: "HIRING", value: true }), /value must be a string/],
    ["a signal without token", 400, withSignal({ ...visited, linkedinSeatId: 7 }), /needsUserToken/],
    ["a signal without seat", 400, withSignal({ ...visited, needsUserToken: true }), /linkedinSeatId is required/],
    [
      "a signal on a foreign seat",
      400,
      withSignal({ ...visited, needsUserToken: true, linkedinSeatId: 41 }),
      /41 is not a seat/,
    ],
    ["an unknown agent type", 400, { agentType: "manual" }, /agentType must be one of/],
    ["an unknown company size", 400, { targetCompanySizes: ["1-10"] }, /targetCompanySizes\.0/],
    ["an unknown company type", 400, { targetCompanyTypes: ["Private"] }, /targetCompanyTypes\.0/],
    ["a score above 1", 400, { minLeadScore: 1.1 }, /minLeadScore must be at most 1/],
    ["a score below 0", 400, { minLeadScore: -0.1 }, /minLeadScore must be at least 0/],
    ["credits of an autopilot agent", 400, { maxCreditUsage: 100 }, /maxCreditUsage is only for/],
    ["criteria of 201", 400, { additionalCriteria: "x".repeat(201) }, /additionalCriteria must be at most 200/],
    ["a text for a list of texts", 400, { targetJobTitles: "CEO" }, /targetJobTitles must be an array/],
    ["a field that does not exist", 400, { enabled: true }, /enabled should not exist/],
  ];
  it.each(refused)("refuses: %s", async (_name, status, fields, problem) => {
    const answer = await refusal(fields);
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat().join("\n")).toMatch(problem);
  });

  it("gets the visitor signal and a script from the service itself", async () => {
    const made = await agent({ agentType: "website-visitor", variables: undefined });
    expect(made.variables).toEqual([{ type: "WEBSITE_VISITOR", value: "true" }]);
    expect(made.scriptId).toEqual(expect.any(String));
    const carriedBack = await bench.call("PATCH", `/v1/agent/${made.id}`, { variables: made.variables });
    expect(carriedBack.status).toBe(200);
  });
});

describe("a change of a source agent", () => {
  it("takes every field", async () => {
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
  ])("refuses %s", async (_name, change, status) => {
    const made = await agent();
    expect((await bench.call("PATCH", `/v1/agent/${made.id}`, change)).status).toBe(status);
    expect(await bench.get(`/v1/agent/${made.id}`)).toEqual(made);
  });

  it("carries the service's own signals back without counting them", async () => {
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

  it("may add fields to signals and refuse a change that lacks them", async () => {
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

  it("may be served with its signals as texts", async () => {
    await bench.sandbox.configure({ variablesAsText: true });
    const made = await agent();
    await bench.sandbox.configure({ variablesAsText: false });
    expect(made.variables?.every((signal) => typeof signal === "string")).toBe(true);
  });
});

describe("the end of a source agent", () => {
  it("takes its run logs along; the list and the leads stay", async () => {
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

  it("may be answered without a body", async () => {
    const made = await agent();
    await bench.sandbox.configure({ deleteStatus: 204 });
    const answer = await bench.call("DELETE", `/v1/agent/${made.id}`);
    await bench.sandbox.configure({ deleteStatus: 200 });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
  });
});

describe("the active agent limit", () => {
  it("creates one more paused, and lets nothing resume above it", async () => {
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

  it("is each user's own", async () => {
    await bench.sandbox.configure({ activeAgentLimit: 1 });
    const listId = await bench.list("Bruno's", { as: 103 });
    const made = await bench.create<Shown>("/v1/agent", { name: "Finder", listId }, { as: 103 });
    await bench.sandbox.configure({ activeAgentLimit: 1000 });
    expect(made.paused).toBe(false);
  });
});

describe("agent logs", () => {
  it("are the hundred newest, newest first, in a window where both its ends are given", async () => {
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
