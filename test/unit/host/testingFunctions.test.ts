import { mkdtempSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as outreach from "../../../provider/src/index";
import { type FunctionAnswers, resolved, setMocks } from "../../../provider/src/testing";

/** Any request of a function: a DNS lookup, or a socket connection. */
const connections: unknown[] = [];

beforeEach(() => {
  connections.length = 0;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...to: unknown[]) {
    connections.push(to);
    throw new Error("a test sends nothing");
  });
  // As on a machine whose environment could reach an account.
  vi.stubEnv("OUTREACH_API_KEY", "the_key");
  vi.stubEnv("OUTREACH_BASE_URL", "http://127.0.0.1:9");
  pulumi.runtime.setAllConfig({});
});
afterEach(() => {
  vi.unstubAllEnvs();
  expect(connections).toEqual([]);
});

const health = { isHealthy: true };
const contacts = { contacts: [{ id: 1 }, { id: 2 }, { id: 3 }], isComplete: true };
/** Each function with arguments, in both forms, and the test's answer. */
const rows: Record<keyof FunctionAnswers, readonly [unknown, () => Promise<unknown>, (() => pulumi.Output<unknown>)?]> =
  {
    getUser: [{ id: 101 }, () => outreach.getUser(), () => outreach.getUserOutput()],
    getOrganizationMembers: [
      [{ id: 101 }],
      () => outreach.getOrganizationMembers(),
      () => outreach.getOrganizationMembersOutput(),
    ],
    getEmailSeats: [[{ id: 21 }], () => outreach.getEmailSeats(), () => outreach.getEmailSeatsOutput()],
    getLists: [[{ id: "4" }], () => outreach.getLists(), () => outreach.getListsOutput()],
    getList: [{ id: "4" }, () => outreach.getList({ id: 4 }), () => outreach.getListOutput({ id: 4 })],
    getSourceAgents: [[{ id: "5" }], () => outreach.getSourceAgents(), () => outreach.getSourceAgentsOutput()],
    getSourceAgent: [
      { id: "5" },
      () => outreach.getSourceAgent({ name: "Finder" }),
      () => outreach.getSourceAgentOutput({ name: "Finder" }),
    ],
    getCampaigns: [[{ id: "6" }], () => outreach.getCampaigns(), () => outreach.getCampaignsOutput()],
    getCampaign: [{ id: "6" }, () => outreach.getCampaign({ id: 6 }), () => outreach.getCampaignOutput({ id: 6 })],
    getContacts: [contacts, () => outreach.getContacts({ listId: 4 }), () => outreach.getContactsOutput({ listId: 4 })],
    getContact: [{ id: 1 }, () => outreach.getContact({ id: 1 }), () => outreach.getContactOutput({ id: 1 })],
    getCampaignLogs: [
      [{ id: 1 }],
      () => outreach.getCampaignLogs({ campaignId: 6 }),
      () => outreach.getCampaignLogsOutput({ campaignId: 6 }),
    ],
    getAgentLogs: [
      [{ id: 1 }],
      () => outreach.getAgentLogs({ agentId: 5 }),
      () => outreach.getAgentLogsOutput({ agentId: 5 }),
    ],
    getServiceHealth: [health, () => outreach.getServiceHealth(), () => outreach.getServiceHealthOutput()],
    getContactHealth: [health, () => outreach.getContactHealth(), () => outreach.getContactHealthOutput()],
  };

it("there is a row for each function of the package", () => {
  const names = Object.keys(outreach).filter((name) => /^get.*(?<!Output)$/.test(name));
  expect(Object.keys(rows).sort()).toEqual(names.sort());
});

describe.each(Object.entries(rows))("%s", (name, [answer, get, output]) => {
  it("returns the test's value, in both forms, and a copy to each caller", async () => {
    await setMocks({ answers: { [name]: answer } });
    const first = await get();
    expect(first).toEqual(answer);
    expect(first).not.toBe(answer);
    if (output !== undefined) expect(await resolved(output())).toEqual(answer);
  });

  it("fails without an answer in the test, with the line to add, and sends nothing", async () => {
    await setMocks({});
    const said = `${name}: this test gives no answer for it, and nothing is sent under the mocks of pulumi-outreach/testing.\nGive one: setMocks({ answers: { ${name}: …`;
    await expect(get()).rejects.toThrow(said);
    expect(() => output?.()).toThrow(said.replace(name, `${name}Output`));
  });
});

describe("an answer", () => {
  it("may be an asynchronous function of the arguments", async () => {
    await setMocks({ answers: { getList: async ({ id, name }) => ({ id: String(id ?? 7), name: name ?? "by id" }) } });
    expect(await outreach.getList({ name: "Leads" })).toEqual({ id: "7", name: "Leads" });
    const list = outreach.getListOutput({ id: pulumi.output("12") });
    expect(await Promise.all([resolved(list.name), resolved(list.contactCount)])).toEqual(["by id", undefined]);
  });

  it("that fails makes the function fail", async () => {
    const failing = () => Promise.reject(new Error("the service is away"));
    await setMocks({ answers: { getUser: failing } });
    await expect(outreach.getUser()).rejects.toThrow("the service is away");
    await expect(resolved(outreach.getUserOutput())).rejects.toThrow("the service is away");
  });

  it("for all objects of a kind applies to one of them, by its id or its name, with the service's errors", async () => {
    const getLists = [
      { id: "4", name: "Shared" },
      { id: "5", name: "Twice" },
      { id: "6", name: "Twice" },
    ];
    await setMocks({ answers: { getLists } });
    expect(await outreach.getList({ id: 5 })).toEqual({ id: "5", name: "Twice" });
    expect(await outreach.getList({ name: " Shared" })).toEqual({ id: "4", name: "Shared" });
    await expect(outreach.getList({ name: "Twice" })).rejects.toThrow("2 lists have this name (ids 5, 6)");
    await expect(outreach.getList({ name: "Shard" })).rejects.toThrow("no list of the acting user has this name");
    await expect(outreach.getList({ id: 9 })).rejects.toThrow(
      "could not read list 9: there is none with this id among the answers of getLists",
    );
    await expect(outreach.getCampaign({ id: 9 })).rejects.toThrow("setMocks({ answers: { getCampaign: …");
  });

  it("of getContacts is what iterateContacts iterates over, up to its limit", async () => {
    const getContacts = vi.fn(() => contacts);
    await setMocks({ answers: { getContacts } });
    const found: unknown[] = [];
    for await (const { id } of outreach.iterateContacts({ listId: 4, limit: 2 })) found.push(id);
    expect(found).toEqual([1, 2]);
    expect(getContacts).toHaveBeenCalledWith({ listId: 4, limit: 2 });
    await setMocks({});
    await expect(outreach.iterateContacts().next()).rejects.toThrow(
      "iterateContacts: this test gives no answer for it, and nothing is sent",
    );
  });

  it("under an unknown function name is refused, with the right one", async () => {
    // Possible in a JavaScript test.
    const answers = Object.assign({}, { getList: { id: "4" }, getListss: [] });
    await expect(setMocks({ answers })).rejects.toThrow(
      "getListss is not a function of this package: did you mean `getLists`?",
    );
  });

  it("is not used for broken arguments, which fail as usual", async () => {
    const getList = vi.fn(() => ({ id: "4" }));
    await setMocks({ answers: { getList } });
    await expect(outreach.getList({ id: "abc" })).rejects.toThrow("getList: id: must be an id");
    expect(() => outreach.getListOutput({ name: "" })).toThrow("getListOutput: name: is empty");
    expect(getList).not.toHaveBeenCalled();
  });

  it("is unknown in a preview while an argument is unknown, and is not called", async () => {
    const getList = vi.fn(() => ({ id: "4", name: "Leads" }));
    await setMocks({ answers: { getList } }, "fintech", "dev", true);
    const list = new outreach.List("leads", { name: "Leads" });
    await expect(resolved(outreach.getListOutput({ id: list.id }))).rejects.toThrow("is not known in a preview");
    expect(getList).not.toHaveBeenCalled();
  });

  it("after the end of a test sends no request either", async () => {
    await setMocks({});
    const late = outreach.getUser({}).catch((error: unknown) => String(error));
    const early = new Promise<string>((resolve) => setImmediate(() => resolve("")));
    await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
    await early;
    expect(await late).toContain("this test gives no answer for it");
  });
});

describe("the trap of these tests", () => {
  it("detects a function's request under the SDK's own mocks", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outreach-testing-"));
    vi.stubEnv("OUTREACH_CACHE_FOLDER", folder);
    vi.stubEnv("OUTREACH_WAIT_BUDGET_SECONDS", "1");
    await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
    const answer = outreach.getServiceHealth().catch(() => {});
    await vi.waitFor(() => expect(connections.length).toBeGreaterThan(0), { timeout: 10_000 });
    await answer;
    connections.length = 0;
    rmSync(folder, { recursive: true, force: true });
  });
});
