import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type * as outreachPackage from "../../../provider/src/index";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";

type Package = typeof outreachPackage;

let sandbox: Sandbox;
let ids: { list: number; other: number; agent: number; campaign: number; contact: number };
const cacheFolder = mkdtempSync(join(tmpdir(), "outreach-functions-"));
/** Loaded as in a new program, so that no account of another test is open. */
let outreach: Package;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false, startTime: "2026-03-02T08:00:00Z" });
  const list = await post("/v1/list", { name: "Leads" });
  const other = await post("/v1/list", { name: "Others" });
  const words = ["open banking", "card issuing", "ledger", "payments"];
  const agent = await post("/v1/agent", {
    ...{ name: "Finder", listId: list, targetJobTitles: ["Founder"] },
    variables: words.map((word) => ({ type: "SEARCH_KEYWORD", value: `"${word}"` })),
  });
  const campaign = await post("/v1/campaign", {
    ...{ name: "Q1", active: true, listIds: [list], linkedinSeatId: 7, language: "en-US" },
    steps: [{ type: "visitProfile" }],
  });
  await sandbox.advance({ days: 2 });
  const people = ["Ada", "Bo", "Cy"].map((firstName) => ({ firstName, lastName: "Test", listId: other }));
  const [contact] = await sandbox.addContacts({ userId: 101, contacts: people });
  ids = { list, other, agent, campaign, contact: contact?.id ?? 0 };
});
afterAll(async () => {
  rmSync(cacheFolder, { recursive: true, force: true });
  await sandbox.close();
});

beforeEach(async () => {
  vi.stubEnv("OUTREACH_CACHE_FOLDER", cacheFolder);
  vi.stubEnv("OUTREACH_BASE_URL", sandbox.url);
  vi.stubEnv("OUTREACH_API_KEY", sandbox.accounts.owner.apiKeys[0]);
  pulumi.runtime.setAllConfig({});
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "12", state: inputs }), call: () => ({}) });
  vi.resetModules();
  outreach = await import("../../../provider/src/index");
  // The machine reads the user of an unknown key once.
  await outreach.getServiceHealth();
  await sandbox.clearLog();
});
afterEach(async () => {
  const { requests } = await sandbox.log({});
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  vi.unstubAllEnvs();
});

async function post(path: string, body: object): Promise<number> {
  const [key] = sandbox.accounts.owner.apiKeys;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return z.object({ id: z.number() }).parse(await answer.json()).id;
}

async function requests(): Promise<string[]> {
  return (await sandbox.log({})).requests.map(({ path, query }) => {
    const asked = new URLSearchParams(query).toString();
    return asked === "" ? path : `${path}?${asked}`;
  });
}

function knownValue(output: pulumi.Output<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

/** A function of the package with arguments: both forms return the same result, with these requests in total. */
interface Row {
  readonly get: (functions: Package) => Promise<unknown>;
  readonly output: (functions: Package) => pulumi.Output<unknown>;
  readonly answer: () => unknown;
  readonly asks: () => readonly string[];
}

const having = (values: object) => expect.objectContaining(values);
const rows: Record<string, Row> = {
  getUser: {
    get: (o) => o.getUser(),
    output: (o) => o.getUserOutput(),
    answer: () => having({ id: 101, email: "olivia@fernhill.example.com", organizationRole: "admin" }),
    asks: () => ["/v1/user/me"],
  },
  getOrganizationMembers: {
    get: (o) => o.getOrganizationMembers({}),
    output: (o) => o.getOrganizationMembersOutput({}),
    answer: () => [101, 102, 103, 104].map((id) => having({ id, isActive: id !== 104 })),
    asks: () => ["/v1/organization/members"],
  },
  getEmailSeats: {
    get: (o) => o.getEmailSeats(),
    output: (o) => o.getEmailSeatsOutput(),
    answer: () => [21, 22, 23].map((id) => having({ id, userId: 101 })),
    asks: () => ["/v1/email-seat"],
  },
  getLists: {
    get: (o) => o.getLists(),
    output: (o) => o.getListsOutput(),
    answer: () => [having({ name: "Leads", campaignId: ids.campaign }), having({ name: "Others", contactCount: 3 })],
    asks: () => ["/v1/list"],
  },
  "getList by id": {
    get: (o) => o.getList({ id: ids.other }),
    output: (o) => o.getListOutput({ id: pulumi.output(ids.other) }),
    answer: () => having({ id: String(ids.other), name: "Others" }),
    asks: () => ["/v1/list"],
  },
  "getList by name": {
    get: (o) => o.getList({ name: "Others " }),
    output: (o) => o.getListOutput({ name: Promise.resolve("Others ") }),
    answer: () => having({ id: String(ids.other) }),
    asks: () => ["/v1/list"],
  },
  getSourceAgents: {
    get: (o) => o.getSourceAgents(),
    output: (o) => o.getSourceAgentsOutput(),
    answer: () => [
      having({ id: String(ids.agent), variables: expect.arrayContaining([having({ type: "SEARCH_KEYWORD" })]) }),
    ],
    asks: () => ["/v1/agent"],
  },
  "getSourceAgent by name": {
    get: (o) => o.getSourceAgent({ name: "Finder" }),
    output: (o) => o.getSourceAgentOutput({ name: "Finder" }),
    answer: () => having({ listId: ids.list, paused: false, targetJobTitles: ["Founder"] }),
    asks: () => ["/v1/agent"],
  },
  getCampaigns: {
    get: (o) => o.getCampaigns(),
    output: (o) => o.getCampaignsOutput(),
    answer: () => [having({ id: String(ids.campaign), name: "Q1", active: true })],
    asks: () => ["/v1/campaign?activeOnly=false"],
  },
  "getCampaign by id": {
    get: (o) => o.getCampaign({ id: String(ids.campaign) }),
    output: (o) => o.getCampaignOutput({ id: String(ids.campaign) }),
    answer: () => having({ name: "Q1", linkedinSeatId: 7, steps: [having({ type: "visitProfile" })] }),
    asks: () => ["/v1/campaign?activeOnly=false"],
  },
  getContacts: {
    get: (o) => o.getContacts({ listId: ids.other, limit: 2 }),
    output: (o) => o.getContactsOutput({ listId: ids.other, limit: pulumi.output(2) }),
    answer: () => ({
      ...{ contacts: [having({ lastName: "Test" }), having({ lastName: "Test" })] },
      ...{ total: 3, isComplete: false },
    }),
    asks: () => [`/v1/contact?page=1&limit=2&listId=${ids.other}`],
  },
  getContact: {
    get: (o) => o.getContact({ id: ids.contact }),
    output: (o) => o.getContactOutput({ id: ids.contact }),
    answer: () => having({ id: ids.contact, firstName: "Ada", listId: ids.other }),
    asks: () => [`/v1/contact/${ids.contact}`],
  },
  getContactHealth: {
    get: (o) => o.getContactHealth(),
    output: (o) => o.getContactHealthOutput(),
    answer: () => ({ isHealthy: true }),
    asks: () => ["/v1/contact/health"],
  },
  getCampaignLogs: {
    get: (o) => o.getCampaignLogs({ campaignId: ids.campaign }),
    output: (o) => o.getCampaignLogsOutput({ campaignId: ids.campaign }),
    answer: () => expect.arrayContaining([having({ campaignId: ids.campaign, type: "visitProfile", status: "sent" })]),
    asks: () => [`/v1/campaign/${ids.campaign}/logs`],
  },
  getAgentLogs: {
    get: (o) => o.getAgentLogs({ agentId: ids.agent, dateFrom: "2026-03-02", dateTo: "2026-03-30" }),
    output: (o) => o.getAgentLogsOutput({ agentId: ids.agent, dateFrom: "2026-03-02", dateTo: "2026-03-30" }),
    answer: () => expect.arrayContaining([having({ agentId: ids.agent, agentType: "SEARCH_KEYWORD" })]),
    asks: () => [`/v1/agent/${ids.agent}/logs?dateFrom=2026-03-02&dateTo=2026-03-30`],
  },
};

describe("each function", () => {
  it("has a row", () => {
    const named = new Set(Object.keys(rows).map((row) => row.split(" ")[0]));
    const all = Object.keys(outreach).filter((name) => /^get[A-Z]/.test(name) && !name.endsWith("Output"));
    expect(all.filter((name) => !named.has(name))).toEqual(["getServiceHealth"]);
    for (const name of all) expect(Object.keys(outreach)).toContain(`${name}Output`);
  });

  it.each(Object.entries(rows))("%s returns its result in both forms, with one set of requests", async (_, row) => {
    const answer = await row.get(outreach);
    expect(answer).toEqual(row.answer());
    expect(await knownValue(row.output(outreach))).toEqual(answer);
    expect(await row.get(outreach)).toEqual(answer);
    expect(await requests()).toEqual(row.asks());
  });

  it("for health says whether the service works, and if not, why", async () => {
    expect(await outreach.getServiceHealth()).toEqual({ isHealthy: true });
    expect(await requests()).toEqual([]);
    await sandbox.fault({ kind: "status", path: "/v1/contact/health", status: 507 });
    expect(await outreach.getContactHealth()).toEqual({
      ...{ isHealthy: false, problem: expect.stringContaining("GET /v1/contact/health → 507") },
    });
    vi.stubEnv("OUTREACH_API_KEY", "osk_unknown");
    await expect(outreach.getContactHealth()).rejects.toThrow("GET /v1/contact/health → 401");
  });
});

describe("several functions", () => {
  it("share one listing of a kind", async () => {
    const { list, other } = ids;
    const names = await Promise.all([
      outreach.getList({ id: list }),
      outreach.getList({ name: "Others" }),
      outreach.getLists(),
    ]);
    expect(names).toMatchObject([{ name: "Leads" }, { id: String(other) }, { length: 2 }]);
    expect(await requests()).toEqual(["/v1/list"]);
  });

  it("iterate over contacts page by page, and request no page after the loop", async () => {
    const people = Array.from({ length: 120 }, (_, index) => ({ firstName: `P${index}`, lastName: "Many" }));
    await sandbox.addContacts({ userId: 101, contacts: people });
    const found: unknown[] = [];
    for await (const contact of outreach.iterateContacts({ search: "Many" })) {
      found.push(contact.id);
      if (found.length === 100) expect(await requests()).toHaveLength(1);
      if (found.length === 110) break;
    }
    expect(await requests()).toHaveLength(2);
    await expect(outreach.iterateContacts({ limit: 0 }).next()).rejects.toThrow(
      "iterateContacts: limit: must be a whole number",
    );
  });

  it("fail if nothing or several are found, with candidates", async () => {
    await expect(outreach.getCampaign({ name: "Q2" })).rejects.toThrow(
      `getCampaign: could not read campaign "Q2": no campaign of the acting user has this name.\nThere are: "Q1" (${ids.campaign}).`,
    );
    await expect(outreach.getContact({ id: 4 })).rejects.toThrow("getContact: contact 4: could not read the contact");
  });
});

describe("a member", () => {
  it("is verified before anything is read as that member", async () => {
    const alice = new outreach.Provider("alice", { impersonateUserId: 102 });
    expect(await outreach.getLists({}, { provider: alice })).toEqual([]);
    expect(await knownValue(outreach.getEmailSeatsOutput({}, { provider: alice }))).toMatchObject([{ id: 31 }]);
    expect(await requests()).toEqual(["/v1/user/me", "/v1/list", "/v1/email-seat"]);
    expect(new Set((await sandbox.log({})).requests.map(({ userId }) => userId))).toEqual(new Set([102]));
  });

  it("is looked up by the e-mail address", async () => {
    const bruno = new outreach.Provider("bruno", { impersonateEmail: "bruno@fernhill.example.com" });
    expect(await outreach.getUser({}, { provider: bruno })).toMatchObject({ id: 103 });
    expect(await requests()).toEqual(["/v1/organization/members", "/v1/user/me", "/v1/user/me"]);
  });

  it("that the service does not act for stops every read, and is checked again", async () => {
    const alice = new outreach.Provider("alice", { impersonateUserId: 102 });
    await sandbox.fault({ kind: "alter", path: "/v1/user/me", set: { id: 101 } });
    await expect(outreach.getContacts({}, { provider: alice })).rejects.toThrow(
      "act for user 102, but the service answers for user 101",
    );
    expect(await requests()).toEqual(["/v1/user/me"]);
    expect(await outreach.getContacts({}, { provider: alice })).toMatchObject({ total: 0 });
  });

  it("may be read by a stack that launches nothing", async () => {
    vi.stubEnv("OUTREACH_LAUNCH", "never");
    expect(await outreach.getCampaigns()).toMatchObject([{ active: true }]);
  });
});

describe("a service with only the specification's operations", () => {
  it("reads contacts, seats and logs, and says that it lists nothing", async () => {
    await sandbox.configure({ specOnly: true });
    try {
      expect(await outreach.getEmailSeats()).toHaveLength(3);
      expect(await outreach.getCampaignLogs({ campaignId: ids.campaign })).not.toEqual([]);
      await expect(outreach.getLists()).rejects.toThrow(
        "getLists: could not list the lists: this service has no operation",
      );
      await expect(outreach.getList({ id: ids.list })).rejects.toThrow(
        "this service has no operation that reads lists",
      );
    } finally {
      await sandbox.configure({ specOnly: false });
    }
  });
});
