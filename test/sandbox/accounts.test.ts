import { describe, expect, it } from "vitest";
import { emailSteps, fourSignals, namesIn, person, useSandbox } from "./support.js";

const bench = useSandbox();

interface Person {
  id: number;
  email: string;
  [field: string]: unknown;
}

describe("an API key", () => {
  it.each([
    ["missing", undefined],
    ["empty", "Bearer "],
    ["of another scheme", "Basic osk_demo_owner"],
    ["unknown", "Bearer osk_nobody"],
  ])("is rejected if it is %s", async (_name, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${bench.sandbox.url}/v1/user/me`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ statusCode: 401, error: "Unauthorized" });
  });

  it("identifies its user; two keys of one user are equivalent", async () => {
    const me = await bench.get<Person>("/v1/user/me");
    expect(me).toMatchObject({ id: 101, organizationId: 1, organizationRole: "admin", isActive: true });
    const documented = namesIn(`
      id email firstName lastName organizationId organizationRole isActive language country timezone createdAt
    `);
    expect(Object.keys(me).sort()).toEqual(documented);
    expect(await bench.get("/v1/user/me", { apiKey: "osk_demo_owner_second" })).toEqual(me);
  });

  it("is valid from its creation until it is revoked", async () => {
    const { apiKey } = await bench.sandbox.createKey({ userId: 103 });
    expect(await bench.get("/v1/user/me", { apiKey })).toMatchObject({ id: 103 });
    await bench.sandbox.revokeKeys({ userId: 103 });
    expect((await bench.call("GET", "/v1/user/me", undefined, { apiKey })).status).toBe(401);
  });
});

describe("acting for a member", () => {
  it("reads and writes as that member", async () => {
    expect(await bench.get("/v1/user/me", { as: 102 })).toMatchObject({ id: 102 });
    const listId = await bench.list("Alice's", { as: 102 });
    expect(await bench.get(`/v1/list/${listId}`, { as: 102 })).toMatchObject({ userId: 102 });
    expect(await bench.get(`/v1/list/${listId}`, { apiKey: "osk_demo_alice" })).toMatchObject({ userId: 102 });
  });

  it("accepts the id of the owner itself", async () => {
    expect(await bench.get("/v1/user/me", { as: 101 })).toMatchObject({ id: 101 });
  });

  it.each([
    ["for another member, by a user who does not own the organization", { apiKey: "osk_demo_alice", as: 103 }, /owner/],
    ["for oneself, by a member", { apiKey: "osk_demo_alice", as: 102 }, /owner/],
    ["for a user of another organization", { as: 201 }, /not a member/],
    ["for a user that does not exist", { as: 9999 }, /not a member/],
    ["for a string that is not an id", { as: "alice" }, /not a member/],
    ["for an empty id", { as: "" }, /not a member/],
    ["for a former member", { as: 104 }, /no longer an active member/],
  ])("is rejected %s", async (_name, caller, problem) => {
    const { status, body } = await bench.call("POST", "/v1/list", { name: "Not made" }, caller);
    expect(status).toBe(401);
    expect(body).toMatchObject({ statusCode: 401, error: "Unauthorized" });
    expect(body.message).toMatch(problem);
  });

  it("is rejected while the member is inactive, and works again afterwards", async () => {
    await bench.sandbox.setMemberActive({ userId: 102, isActive: false });
    const gone = await bench.call("GET", "/v1/user/me", undefined, { as: 102 });
    const ownKey = await bench.call("GET", "/v1/user/me", undefined, { apiKey: "osk_demo_alice" });
    await bench.sandbox.setMemberActive({ userId: 102, isActive: true });
    expect([gone.status, ownKey.status]).toEqual([401, 401]);
    expect((await bench.call("GET", "/v1/user/me", undefined, { as: 102 })).status).toBe(200);
  });
});

describe("a user's objects", () => {
  it("are not visible to other users, neither by id nor in their listings", async () => {
    const listId = await bench.list();
    const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    const campaign = await bench.campaign({ listIds: [listId] });
    const contact = await bench.create("/v1/contact", person({ listId }));
    const attempts: [string, string, unknown?][] = [
      ["GET", `/v1/list/${listId}`],
      ["GET", `/v1/agent/${agent.id}`],
      ["PATCH", `/v1/agent/${agent.id}`, { paused: true }],
      ["DELETE", `/v1/agent/${agent.id}`],
      ["GET", `/v1/agent/${agent.id}/logs`],
      ["GET", `/v1/campaign/${campaign.id}`],
      ["PATCH", `/v1/campaign/${campaign.id}`, { name: "Taken" }],
      ["GET", `/v1/campaign/${campaign.id}/queue`],
      ["GET", `/v1/campaign/${campaign.id}/email-queue`],
      ["GET", `/v1/campaign/${campaign.id}/logs`],
      ["GET", `/v1/contact/${contact.id}`],
      ["PATCH", `/v1/contact/${contact.id}`, { company: "Taken" }],
      ["POST", `/v1/contact/list/${listId}/contacts`, { contactIds: [contact.id] }],
      ["POST", "/v1/agent", { name: "Finder", listId }],
      ["POST", "/v1/list", { name: "Taken", campaignId: campaign.id }],
      [
        "POST",
        "/v1/campaign",
        { name: "Taken", active: false, listIds: [listId], emailSeatIds: [31], steps: emailSteps },
      ],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await bench.call(method, path, body, { apiKey: "osk_demo_alice" });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: { error: "Not Found" } });
      expect(answer.body.message).toMatch(/with ID \d+ not found/);
      expect(answer.body.message).not.toMatch(/^Cannot/);
    }
    for (const path of ["/v1/list", "/v1/agent", "/v1/campaign"]) {
      const ids = (await bench.get<Person[]>(path, { as: 103 })).map(({ id }) => id);
      expect(ids).toEqual([]);
    }
    expect(await bench.get("/v1/contact", { as: 103 })).toMatchObject({ total: 0 });
  });

  it("have ids above 10^9, different for objects of different kinds", async () => {
    const listId = await bench.list();
    const agent = await bench.create("/v1/agent", { name: "Finder", listId });
    expect(listId).toBeGreaterThan(1e9);
    expect(Number.isSafeInteger(agent.id)).toBe(true);
    expect(agent.id).not.toBe(listId);
  });

  it.each(["/v1/list/12abc", "/v1/agent/1.5", "/v1/campaign/-1"])(
    "cannot be read at %s, which has no valid id",
    async (path) => {
      expect(await bench.call("GET", path)).toMatchObject({ status: 400, body: { error: "Bad Request" } });
    },
  );
});

describe("addresses", () => {
  it.each([
    ["GET", "/v1/contact/intent-type-counts"],
    ["GET", "/v1/list/abc"],
    ["PATCH", "/v1/contact/health"],
    ["DELETE", "/v1/agent/all"],
    ["GET", "/v1/campaign/statistics/queue"],
    ["POST", "/v1/contact/list/all/contacts"],
    ["GET", "/v1/user/me/settings"],
    ["PUT", "/v1/list/"],
    ["GET", "/v1"],
  ])("that the service does not have get the response for unknown routes: %s %s", async (method, path) => {
    const body = method === "GET" ? undefined : { contactIds: [] };
    expect(await bench.call(method, `${path}?page=1`, body)).toMatchObject({
      status: 404,
      body: { message: `Cannot ${method} ${path}`, error: "Not Found", statusCode: 404 },
    });
  });

  it("may end with a slash, also for faults and in the log", async () => {
    const listId = await bench.list();
    expect(await bench.get(`/v1/list/${listId}/`)).toMatchObject({ id: listId });
    expect(await bench.get("/v1/contact/?limit=5&search=a/")).toMatchObject({ limit: 5 });
    expect((await bench.call("POST", "/v1/list/", { name: "Founders" })).status).toBe(201);
    expect((await fetch(`${bench.sandbox.url}/health/`)).status).toBe(200);
    await bench.sandbox.fault({ kind: "status", status: 503, path: "/v1/agent" });
    expect((await bench.call("GET", "/v1/agent/")).status).toBe(503);
    expect((await bench.sandbox.log({ last: 1 })).requests[0]?.path).toBe("/v1/agent");
    expect((await bench.call("GET", "/v1/agent//")).status).toBe(404);
  });
});

describe("listings", () => {
  it.each([
    ["/v1/list", "lists"],
    ["/v1/agent", "agents"],
    ["/v1/campaign", "campaigns"],
    ["/v1/organization/members", "members"],
    ["/v1/email-seat", "seats"],
  ])("%s is an array, or a page on request", async (path, name) => {
    for (let count = 0; count < 3; count += 1) {
      const { id } = await bench.campaign();
      const { lists } = await bench.sandbox.objects();
      await bench.create("/v1/agent", { name: "Finder", listId: lists.find((list) => list.campaignId === id)?.id });
    }
    const all = await bench.get<Person[]>(path);
    expect(all.length).toBeGreaterThanOrEqual(3);
    const second = await bench.get<Record<string, unknown>>(`${path}?page=2&limit=2`);
    expect(second).toEqual({
      [name]: all.slice(2, 4),
      total: all.length,
      page: 2,
      limit: 2,
      totalPages: Math.ceil(all.length / 2),
    });
    expect(await bench.get(`${path}?page=1`)).toMatchObject({ page: 1, limit: 20 });
    for (const query of ["page=0", "limit=x", "limit=1001"]) {
      expect((await bench.call("GET", `${path}?${query}`)).status, query).toBe(400);
    }
    await bench.sandbox.fault({ kind: "omit", path, newest: 1 });
    const newest = Math.max(...all.slice(0, 2).map(({ id }) => id));
    expect(await bench.get(`${path}?limit=2`)).toMatchObject({
      [name]: all.slice(0, 2).filter(({ id }) => id !== newest),
    });
  });
});

describe("the organization", () => {
  it("lists its members, including former ones", async () => {
    const members = await bench.get<Person[]>("/v1/organization/members");
    expect(members.map(({ id, isActive }) => [id, isActive])).toEqual([
      [101, true],
      [102, true],
      [103, true],
      [104, false],
    ]);
    expect(Object.keys(members[0] ?? {}).sort()).toEqual(
      ["id", "email", "firstName", "lastName", "organizationRole", "isActive", "createdAt"].sort(),
    );
  });

  it("is returned with only the documented fields", async () => {
    const organization = await bench.get<Record<string, unknown>>("/v1/organization");
    const documented = "id companyName website industry companySize description linkedinPage ownerId createdAt";
    expect(Object.keys(organization).sort()).toEqual(namesIn(documented));
  });

  it("allows only its owner to act for members, with the documented permission names", async () => {
    const all = await bench.get<string[]>("/v1/user/me/permissions");
    const documented = namesIn(`
      organization.billing.manage organization.delete organization.invitations.create organization.invitations.revoke
      organization.members.change_role organization.members.impersonate organization.members.remove
      organization.owner.impersonate organization.ownership.transfer organization.settings.update
      organization.team_analytics.view organization.view
    `);
    expect([...all].sort()).toEqual(documented);
    expect(await bench.get("/v1/user/me/permissions", { as: 102 })).toEqual(["organization.view"]);
  });

  it("has e-mail seats, listed for the acting user only", async () => {
    const ids = async (caller?: { as: number }) =>
      (await bench.get<Person[]>("/v1/email-seat", caller)).map(({ id }) => id);
    expect(await ids()).toEqual([21, 22, 23]);
    expect(await ids({ as: 102 })).toEqual([31]);
  });
});

describe("status endpoints", () => {
  it.each(["/", "/health"])("%s works without a key", async (path) => {
    const response = await fetch(`${bench.sandbox.url}${path}`);
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });
});
