import { afterEach, describe, expect, test } from "vitest";
import { open } from "./opening";
import { json, type PlainService, plainService } from "./plainService";

let service: PlainService;
afterEach(() => service.close());

describe("one account with a working service", () => {
  test("reads the acting user before the first create, and once", async () => {
    service = await plainService({
      "GET /v1/user/me": json(200, { id: 7, email: "a@example.com" }),
      "POST /v1/list": json(201, { id: 12, name: "Leads", campaignId: null, user: { email: "a@example.com" } }),
    });
    const { account } = open(service.origin);
    const creation = await account.create("List", { name: "Leads" }, 'list "Leads"');
    expect(creation).toEqual({ status: "created", answer: { id: "12", name: "Leads" } });
    await account.create("List", { name: "Leads" }, 'list "Leads"');
    expect(service.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/user/me",
      "POST /v1/list",
      "POST /v1/list",
    ]);
    expect(service.received[1]?.body).toBe('{"name":"Leads"}');
    expect(service.received[1]?.headers).toMatchObject({
      authorization: "Bearer sk-test-0123456789abcdef",
      "content-type": "application/json",
    });
  });

  test("refuses to send a field that the kind does not have", async () => {
    service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }) });
    const { account } = open(service.origin);
    await expect(account.create("List", { name: "Leads", nmae: "Leads" }, 'list "Leads"')).rejects.toThrow(
      "a list has no field nmae",
    );
    await expect(account.update("Campaign", "12", { nmae: "Q1" }, 'campaign "Q1"')).rejects.toThrow(
      "a campaign has no field nmae",
    );
    expect(service.received.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("reads many objects from one listing", async () => {
    service = await plainService({
      "GET /v1/campaign": json(200, [
        { id: 1, name: "One", active: false },
        { id: 2, name: "Two", active: true },
      ]),
    });
    const { account } = open(service.origin);
    const findings = await Promise.all(["1", "2", "1"].map((id) => account.find("Campaign", id, "campaign")));
    expect(findings.map((finding) => finding.status)).toEqual(["found", "found", "found"]);
    expect(service.received.map(({ path }) => path)).toEqual(["/v1/campaign?activeOnly=false"]);
    expect(account.summary()).toBe("outreach: 1 request, 3 reads answered from listings");
  });

  test("sends the impersonation header with every request", async () => {
    service = await plainService({
      "GET /v1/user/me": json(200, { id: 9 }),
      "GET /v1/list": json(200, []),
    });
    const { account } = open(service.origin, { impersonateUserId: "9" });
    await account.actingUser();
    await account.listing("List", "");
    expect(service.received.map(({ headers }) => headers["x-impersonate-user-id"])).toEqual(["9", "9"]);
  });
});
