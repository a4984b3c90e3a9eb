import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { control, demoAccounts, startSandbox } from "../../sandbox/src/index.js";
import { closedAfterTest } from "../support/closedAfterTest.js";
import { temporaryFolder } from "../support/folders.js";
import { fourSignals, useSandbox } from "./support.js";

const bench = useSandbox();

describe("the control of a sandbox in another process", () => {
  it("has the same methods as one in this process", async () => {
    const remote = control(bench.sandbox.url);
    const listId = await bench.list();
    expect(await remote.counts()).toEqual(await bench.sandbox.counts());
    expect(await remote.objects()).toEqual(await bench.sandbox.objects());
    const { id } = await remote.fault({ kind: "status", status: 503, path: "/v1/list" });
    expect((await remote.faults()).map((fault) => fault.id)).toEqual([id]);
    expect((await bench.call("GET", "/v1/list")).status).toBe(503);
    expect(await remote.renameList({ listId, name: "Renamed" })).toMatchObject({ name: "Renamed" });
    expect((await remote.log({ last: 1, applied: false })).requests[0]).toMatchObject({
      path: "/v1/list",
      status: 503,
    });
    expect(await remote.advance({ minutes: 5 })).toEqual({ now: "2026-03-02T08:05:00.000Z" });
    expect(await control(bench.sandbox.controlUrl).state()).toMatchObject({ clock: "manual", faults: 0 });
  });

  it("passes on the reason for a rejection", async () => {
    const remote = control(bench.sandbox.url);
    await expect(remote.renameList({ listId: 5, name: "x" })).rejects.toThrow(/404.*List with ID 5 not found/);
    await expect(remote.advance({ hours: -1 })).rejects.toThrow(/400/);
    await expect(remote.configure({ leadsPerSignal: -1 })).rejects.toThrow(/leadsPerSignal/);
  });

  const send = (path: string, method: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${bench.sandbox.url}${path}`, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end();
    });

  it.each([
    ["a page of another origin", { origin: "http://evil.example.com" }],
    ["a request under another host name", { host: "rebound.example.com" }],
  ])("does not answer %s", async (_name, headers) => {
    expect(await send("/_control/state", "GET", headers)).toBe(403);
    expect(await send("/_control/reset", "POST", headers)).toBe(403);
    expect(await send("/_control/", "GET", headers)).toBe(403);
  });
});

describe("changes that a person makes in the app", () => {
  it("activate, edit and delete a campaign", async () => {
    const listId = await bench.list();
    const { id: campaignId } = await bench.campaign({ listIds: [listId] });
    const shown = () => bench.get<Record<string, unknown>>(`/v1/campaign/${campaignId}`);
    await bench.sandbox.setActive({ campaignId, active: true });
    expect(await shown()).toMatchObject({ active: true });
    await bench.sandbox.editCampaign({
      campaignId,
      name: "Edited",
      tone: "direct",
      steps: [{ stepNumber: 3, message: "Edited too" }],
    });
    expect(await shown()).toMatchObject({ name: "Edited", tone: "direct", steps: [{}, {}, { message: "Edited too" }] });
    await bench.sandbox.deleteCampaign({ campaignId });
    expect((await bench.call("GET", `/v1/campaign/${campaignId}`)).status).toBe(404);
    expect(await bench.get(`/v1/list/${listId}`)).toMatchObject({ campaignId: null });
  });

  it("rename and delete a list, and pause its agents", async () => {
    const listId = await bench.list();
    const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    await bench.sandbox.renameList({ listId, name: "Renamed" });
    expect(await bench.get(`/v1/list/${listId}`)).toMatchObject({ name: "Renamed" });
    await bench.sandbox.deleteList({ listId });
    expect((await bench.call("GET", `/v1/list/${listId}`)).status).toBe(404);
    expect(await bench.get(`/v1/agent/${agent.id}`)).toMatchObject({ listId: null, paused: true });
    await bench.sandbox.editAgent({ agentId: agent.id, paused: false, name: "Edited" });
    expect(await bench.get(`/v1/agent/${agent.id}`)).toMatchObject({ paused: false, name: "Edited" });
    await bench.sandbox.editAgent({ agentId: agent.id, paused: true });
    await bench.sandbox.configure({ activeAgentLimit: 0 });
    await bench.sandbox.editAgent({ agentId: agent.id, paused: false });
    expect(await bench.get(`/v1/agent/${agent.id}`)).toMatchObject({ paused: true });
    await bench.sandbox.configure({ activeAgentLimit: 25 });
    await bench.sandbox.deleteAgent({ agentId: agent.id });
    expect((await bench.call("GET", `/v1/agent/${agent.id}`)).status).toBe(404);
  });

  it("add members, seats and organizations", async () => {
    const { organization, owner, apiKey } = await bench.sandbox.addOrganization({
      companyName: "Third House",
      owner: { firstName: "Eve", lastName: "Stone", email: "eve@third.example.com" },
    });
    const member = await bench.sandbox.addMember({
      organizationId: organization.id,
      firstName: "Finn",
      lastName: "Reed",
      email: "finn@third.example.com",
    });
    expect(await bench.get("/v1/user/me", { apiKey })).toMatchObject({ id: owner.id });
    expect(await bench.get("/v1/user/me", { apiKey, as: member.id })).toMatchObject({ id: member.id });
    const seat = await bench.sandbox.addLinkedinSeat({ userId: member.id, premium: true });
    const listId = await bench.list("Third", { apiKey });
    const campaign = { name: "Third", active: false, listIds: [listId], linkedinSeatId: seat.id };
    const note = [{ type: "invitationNote", note: "x".repeat(280) }];
    expect((await bench.call("POST", "/v1/campaign", { ...campaign, steps: note }, { apiKey })).status).toBe(201);
    await bench.sandbox.setLinkedinSeat({ seatId: seat.id, premium: false });
    expect((await bench.call("POST", "/v1/campaign", { ...campaign, steps: note }, { apiKey })).status).toBe(400);
  });
});

describe("the request log", () => {
  it("contains every request in order with its effect, and never a key", async () => {
    const sandbox = closedAfterTest(await startSandbox({ rateLimit: false }));
    const secret = demoAccounts.owner.apiKeys[0] ?? "";
    const { apiKey: made } = await sandbox.createKey({ userId: 101 });
    const call = (path: string, options: { method?: string; body?: string; key?: string } = {}) =>
      fetch(`${sandbox.url}${path}`, {
        method: options.method ?? "GET",
        headers: { authorization: `Bearer ${options.key ?? secret}`, "content-type": "application/json" },
        body: options.body,
      }).then((response) => response.text());
    await call("/v1/list", { method: "POST", body: JSON.stringify({ name: "Founders" }) });
    await call("/v1/list", { method: "POST", body: "{}", key: made });
    await call(`/v1/contact?search=ada@quillworks.example.com&page=1&agent=${made}`);
    await call(`/v1/${made}/list`, { key: "osk_wrong" });
    await call("/v1/contact", {
      method: "POST",
      body: JSON.stringify({ firstName: "Ada", lastName: "Byron", profileUrl: "https://network.example.com/in/ada" }),
    });
    const page = await sandbox.log();
    expect(page).toMatchObject({ total: 5, firstSequence: 1 });
    expect(page.requests.map(({ sequence, method, status, applied }) => [sequence, method, status, applied])).toEqual([
      [1, "POST", 201, true],
      [2, "POST", 400, false],
      [3, "GET", 400, false],
      [4, "GET", 401, false],
      [5, "POST", 201, true],
    ]);
    const [first, , third, fourth, fifth] = page.requests;
    expect(first).toMatchObject({ userId: 101, accountId: 101, created: { kind: "list", name: "Founders" } });
    expect(third?.query).toEqual({ page: "1", agent: "[key]" });
    expect(fourth).toMatchObject({ path: "/v1/[key]/list", userId: null, accountId: null });
    expect(fifth?.created).toMatchObject({ kind: "contact", name: "" });
    const times = page.requests.map(({ time }) => time);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const everything = JSON.stringify([page, await sandbox.objects(), await sandbox.state()]);
    for (const key of [secret, made, "osk_wrong"]) expect(everything).not.toContain(key);
    expect(JSON.stringify(page)).not.toMatch(/ada|byron/i);
    expect((await sandbox.log({ after: 4 })).requests).toHaveLength(1);
    expect((await sandbox.log({ applied: true, method: "post" })).requests).toHaveLength(2);
    await sandbox.clearLog();
    expect((await sandbox.log()).requests).toEqual([]);
  });

  it("drops the oldest requests beyond its capacity, and reports its first one", async () => {
    const sandbox = closedAfterTest(await startSandbox({ rateLimit: false, logCapacity: 10 }));
    for (let number = 0; number < 30; number += 1) await (await fetch(`${sandbox.url}/health`)).text();
    const page = await sandbox.log();
    expect(page.total).toBe(30);
    expect(page.requests.length).toBeGreaterThanOrEqual(10);
    expect(page.requests.length).toBeLessThan(14);
    expect(page.firstSequence).toBe(page.requests[0]?.sequence);
  });
});

describe("counts and reset", () => {
  it("count objects of each kind, in total and by user", async () => {
    await bench.sandbox.reset({});
    await bench.list();
    await bench.list("Alice's", { as: 102 });
    const counts = await bench.sandbox.counts();
    expect(counts).toMatchObject({ lists: 2, agents: 0, campaigns: 0, contacts: 0 });
    expect(counts.byUser["102"]).toEqual({ lists: 1, agents: 0, campaigns: 0, contacts: 0 });
  });

  it("start over with new ids, so that no former id exists", async () => {
    const old = await bench.list();
    await bench.sandbox.reset();
    expect((await bench.call("GET", `/v1/list/${old}`)).status).toBe(404);
    expect(Math.abs((await bench.list()) - old)).toBeGreaterThan(1000);
    await bench.sandbox.reset({ populate: false });
    expect((await bench.call("GET", "/v1/user/me")).status).toBe(401);
    await bench.sandbox.reset();
    expect((await bench.call("GET", "/v1/user/me")).status).toBe(200);
    const { now } = await bench.sandbox.state();
    const later = new Date(Date.parse(now) + 3_600_000).toISOString();
    expect(await bench.sandbox.advance({ hours: 1 })).toEqual({ now: later });
  });
});

describe("an advance", () => {
  it("that is interrupted by the end of the sandbox leaves the time at the last completed hour", async () => {
    const store = join(temporaryFolder(), "store.db");
    const options = { store, clock: "manual", startTime: "2026-03-02T08:00:00Z" } as const;
    const first = await startSandbox(options);
    const cut = first.advance({ days: 3660 });
    cut.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await first.close();
    await expect(cut).rejects.toThrow("closed before time had moved as far as asked");
    const second = await startSandbox(options);
    const { now } = await second.state();
    await second.close();
    expect(Date.parse(now)).toBeLessThan(Date.parse("2036-03-09T08:00:00Z"));
    expect(now).toMatch(/:00:00\.000Z$/);
  });
});

describe("a reset", () => {
  it("starts over: clock, deliveries, request log and use of the rate limit", async () => {
    const sandbox = closedAfterTest(
      await startSandbox({
        startTime: "2026-03-02T08:00:00Z",
        webhook: { url: "http://127.0.0.1:1/closed" },
        rateLimit: { limit: 5, burst: 0 },
      }),
    );
    const ask = (path: string) =>
      fetch(`${sandbox.url}${path}`, { headers: { authorization: "Bearer osk_demo_owner" } }).then(
        async (answer) => [answer.status, await answer.json()] as const,
      );
    const contact = { firstName: "Ada", lastName: "Okoye" };
    await sandbox.addContacts({ userId: 101, contacts: [contact] });
    expect(await sandbox.webhookDeliveries()).toHaveLength(1);
    await sandbox.advance({ days: 40, minutes: 20 });
    for (let count = 0; count < 6; count += 1) await ask("/v1/list");
    expect((await ask("/v1/list"))[0]).toBe(429);

    await sandbox.reset();
    expect(await sandbox.state()).toMatchObject({ now: "2026-03-02T08:00:00.000Z", requests: 0, rateLimit: [] });
    const [owner] = (await sandbox.objects()).users;
    expect(owner?.webhook?.url).toBe("http://127.0.0.1:1/closed");
    expect(await sandbox.log()).toEqual({ total: 0, firstSequence: 1, requests: [] });
    expect(await sandbox.webhookDeliveries()).toEqual([]);
    expect(await ask("/v1/list")).toEqual([200, []]);
    expect((await sandbox.log()).requests.map(({ sequence }) => sequence)).toEqual([1]);

    // Hours run from the new time, also after a reset during an advance.
    const advanced = sandbox.advance({ days: 30 });
    const reset = sandbox.reset();
    await Promise.all([advanced, reset]);
    expect(await sandbox.state()).toMatchObject({ now: "2026-03-02T08:00:00.000Z" });
    await sandbox.addContacts({ userId: 101, contacts: [contact] });
    await sandbox.advance({ hours: 1 });
    expect(await sandbox.state()).toMatchObject({ now: "2026-03-02T09:00:00.000Z" });
  });

  it("sets a clock that was moved ahead back to the machine's time", async () => {
    const sandbox = closedAfterTest(await startSandbox({ clock: "wall" }));
    await sandbox.advance({ days: 3 });
    await sandbox.reset();
    expect(Math.abs(Date.parse((await sandbox.state()).now) - Date.now())).toBeLessThan(3_600_000);
  });
});

describe("the options", () => {
  it.each([
    [{ host: "0.0.0.0" }, /this machine only/],
    [{ host: "example.com" }, /this machine only/],
    [{ port: 70000 }, /port/],
    [{ startTime: "soon" }, /startTime/],
    [{ webhook: { url: "http://hooks.example.com" } }, /this machine/],
  ])("reject %j", async (options, problem) => {
    await expect(startSandbox(options)).rejects.toThrow(problem);
  });
});
