import { describe, expect, it } from "vitest";
import { person, useSandbox } from "./support.js";

const bench = useSandbox();

interface Contact {
  id: number;
  [field: string]: unknown;
}

interface Page {
  contacts: Contact[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
}

describe("a list", () => {
  it("is returned with its fields, its owner and its number of contacts", async () => {
    const made = await bench.create("/v1/list", { name: "  Founders  " });
    expect(Object.keys(made).sort()).toEqual(
      ["id", "name", "userId", "user", "campaignId", "campaign", "contactCount", "createdAt", "updatedAt"].sort(),
    );
    expect(made).toMatchObject({ name: "Founders", campaignId: null, contactCount: 0, user: { id: 101 } });
    expect(await bench.get<unknown[]>("/v1/list")).toContainEqual(made);
    expect(await bench.get(`/v1/list/${made.id}`)).toEqual({ ...made, contacts: [] });
  });

  it("can be created for a campaign, which then uses it", async () => {
    const campaign = await bench.campaign();
    const made = await bench.create("/v1/list", { name: "More", campaignId: campaign.id });
    expect(made).toMatchObject({ campaignId: campaign.id, campaign: { name: "First contact" } });
    const { campaigns } = await bench.sandbox.objects();
    expect(campaigns.find(({ id }) => id === campaign.id)?.listIds).toContain(made.id);
  });

  it.each([
    ["no name", {}, 400, /name is required|name must be a string/],
    ["an empty name", { name: " " }, 400, /name should not be empty/],
    ["a name of 256 characters", { name: "x".repeat(256) }, 400, /name must be at most 255/],
    ["a name that is not a string", { name: 7 }, 400, /name must be a string/],
    ["an unknown campaign", { name: "List", campaignId: 5 }, 404, /Campaign with ID 5 not found/],
    ["a field that does not exist", { name: "List", color: "red" }, 400, /color should not exist/],
    ["an array as body", [1], 400, /must be/],
  ])("is rejected with %s", async (_name, body, status, problem) => {
    const answer = await bench.call("POST", "/v1/list", body);
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat().join("\n")).toMatch(problem);
  });

  it("can have a name of 255 characters", async () => {
    expect((await bench.call("POST", "/v1/list", { name: "x".repeat(255) })).status).toBe(201);
  });
});

describe("contacts", () => {
  it("can be added to a list and removed from it, and are counted", async () => {
    const listId = await bench.list();
    const first = await bench.create<Contact>("/v1/contact", person({ listId, company: "Quillworks" }));
    const second = await bench.create<Contact>("/v1/contact", person());
    expect(first).toMatchObject({ listId, readyForCampaign: true, fullName: `${first.firstName} Byron`, state: null });
    expect(first).not.toHaveProperty("connectionDegree");
    expect(first).toMatchObject({ emailEnriched: false, phoneEnriched: false });

    const address = `/v1/contact/list/${listId}/contacts`;
    expect((await bench.call("POST", address, { contactIds: [second.id] })).status).toBe(200);
    expect(await bench.get(`/v1/list/${listId}`)).toMatchObject({ contactCount: 2 });
    expect((await bench.call("DELETE", address, { contactIds: [first.id] })).status).toBe(200);
    const shown = await bench.get<{ contacts: Contact[] }>(`/v1/list/${listId}`);
    expect(shown.contacts.map(({ id }) => id)).toEqual([second.id]);
    expect((await bench.call("POST", address, { contactIds: [12] })).status).toBe(404);
    expect((await bench.call("POST", address, { contactIds: ["x"] })).status).toBe(400);
  });

  it("can be changed", async () => {
    const contact = await bench.create<Contact>("/v1/contact", person());
    const change = {
      jobTitle: "CEO",
      fit: "qualified",
      state: "paused",
      personalizedMessages: [{ stepNumber: 1, content: "Hi" }],
    };
    expect(await bench.call("PATCH", `/v1/contact/${contact.id}`, change)).toMatchObject({ status: 200, body: change });
    expect((await bench.call("PATCH", `/v1/contact/${contact.id}`, { state: "asleep" })).status).toBe(400);
    expect((await bench.call("PATCH", "/v1/contact/12", change)).status).toBe(404);
  });

  it("are rejected if they exist, if their company is blocked, or if a field is invalid", async () => {
    await bench.sandbox.setBlocklist({ organizationId: 1, companies: ["Rival Works"] });
    const known = person();
    await bench.create("/v1/contact", known);
    const message = async (body: object) => {
      const answer = await bench.call("POST", "/v1/contact", body);
      expect(answer.status).toBe(400);
      return [answer.body.message].flat().join("\n");
    };
    expect(await message(known)).toMatch(/already exists/);
    expect(await message(person({ company: "rival works" }))).toMatch(/excluded/);
    expect(await message(person({ firstName: undefined }))).toMatch(/firstName/);
    expect(await message(person({ profileUrl: "ada" }))).toMatch(/profileUrl/);
    await bench.sandbox.setBlocklist({ organizationId: 1, companies: [] });
  });

  it("are blocked and unblocked by one person's edits, whatever others have changed meanwhile", async () => {
    const { sandbox } = bench;
    await sandbox.setBlocklist({ organizationId: 1, companies: ["Rival Works", "Old Mill"] });
    await Promise.all([
      sandbox.editBlocklist({ organizationId: 1, add: ["Quill & Co", "rival  works"] }),
      sandbox.editBlocklist({ organizationId: 1, add: ["Acme"], remove: ["OLD mill"] }),
    ]);
    const { organizations } = await sandbox.objects();
    expect(organizations[0]?.blocklist).toEqual(["Rival Works", "Quill & Co", "Acme"]);
    expect(organizations[1]?.blocklist).toEqual([]);
    await expect(sandbox.editBlocklist({ organizationId: 99, add: ["Acme"] })).rejects.toThrow("not found");
    await sandbox.setBlocklist({ organizationId: 1, companies: [] });
  });

  it("are the same contact with or without a trailing slash in the profile's address", async () => {
    const profileUrl = "https://network.example.com/in/zoe";
    const made = await bench.create<Contact>("/v1/contact", person({ profileUrl }));
    expect(await bench.call("POST", "/v1/contact", person({ profileUrl: `${profileUrl}/` }))).toMatchObject({
      status: 400,
      body: { message: "Contact already exists" },
    });
    expect(await bench.call("PATCH", `/v1/contact/${made.id}`, { profileUrl: `${profileUrl}/` })).toMatchObject({
      status: 200,
      body: { profileUrl: `${profileUrl}/` },
    });
    const other = await bench.create<Contact>("/v1/contact", person());
    expect((await bench.call("PATCH", `/v1/contact/${other.id}`, { profileUrl })).status).toBe(400);
  });

  it("are listed in pages and by filters", async () => {
    const caller = { as: 103 };
    const listId = await bench.list("Bruno's", caller);
    for (let number = 0; number < 45; number += 1) {
      await bench.create("/v1/contact", person({ listId: number < 5 ? listId : undefined }), caller);
    }
    const page = async (query: string) => bench.get<Page>(`/v1/contact${query}`, caller);
    const first = await page("");
    expect(first).toMatchObject({ total: 45, page: 1, limit: 20, totalPages: 3 });
    expect(first.contacts).toHaveLength(20);
    expect((await page("?page=3")).contacts).toHaveLength(5);
    expect((await page("?page=4")).contacts).toHaveLength(0);
    expect((await page("?limit=50")).contacts).toHaveLength(45);
    expect(await page(`?listId=${listId}`)).toMatchObject({ total: 5 });
    const name = String(first.contacts[7]?.firstName);
    expect((await page(`?search=${name.toUpperCase()}%20byron`)).contacts.map((contact) => contact.firstName)).toEqual([
      name,
    ]);
    expect(await page("?dateFrom=2026-03-02&dateTo=2026-03-02")).toMatchObject({ total: 45 });
    expect(await page("?dateFrom=2026-03-03")).toMatchObject({ total: 0 });
    expect(await page("?scoreFrom=1")).toMatchObject({ total: 0 });
    expect(await page("?agent=12")).toMatchObject({ total: 0 });
    expect(await page("?intentType=HIRING")).toMatchObject({ total: 0 });
    for (const query of ["?page=0", "?limit=0", "?limit=x", "?dateFrom=soon", "?scoreTo=9"]) {
      expect((await bench.call("GET", `/v1/contact${query}`, undefined, caller)).status, query).toBe(400);
    }
  });

  it("have a health check", async () => {
    expect(await bench.get("/v1/contact/health")).toEqual({ status: "ok" });
  });
});

describe("a malformed request", () => {
  it.each([
    ["broken JSON", "{", "application/json", 400],
    ["more than a megabyte", JSON.stringify({ name: "x".repeat(1024 * 1024) }), "application/json", 413],
    ["another content type", "name=List", "application/x-www-form-urlencoded", 415],
  ])("is rejected: %s", async (_name, body, type, status) => {
    const response = await fetch(`${bench.sandbox.url}/v1/list`, {
      method: "POST",
      headers: { authorization: "Bearer osk_demo_owner", "content-type": type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ statusCode: status, message: expect.any(String) });
  });

  it("may have an empty body if the operation needs none", async () => {
    const response = await fetch(`${bench.sandbox.url}/v1/agent/12`, {
      method: "DELETE",
      headers: { authorization: "Bearer osk_demo_owner", "content-type": "application/json" },
    });
    expect(response.status).toBe(404);
  });
});
