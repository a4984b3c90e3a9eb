import { describe, expect, test } from "vitest";
import { serve } from "./opening";
import { json } from "./plainService";

describe("one account with a working service", () => {
  test("reads the acting user before the first create, and once", async () => {
    const { account, service, paths } = await serve({
      "GET /v1/user/me": json(200, { id: 7, email: "a@example.com" }),
      "POST /v1/list": json(201, { id: 12, name: "Leads", campaignId: null, user: { email: "a@example.com" } }),
    });
    const creation = await account.create("List", { name: "Leads" }, 'list "Leads"');
    expect(creation).toEqual({ status: "created", answer: { id: "12", name: "Leads" } });
    await account.create("List", { name: "Leads" }, 'list "Leads"');
    expect(paths()).toEqual(["GET /v1/user/me", "POST /v1/list", "POST /v1/list"]);
    expect(service.received[1]?.body).toBe('{"name":"Leads"}');
    expect(service.received[1]?.headers).toMatchObject({
      authorization: "Bearer sk-test-0123456789abcdef",
      "content-type": "application/json",
    });
  });

  test("refuses to send a field that the kind does not have", async () => {
    const { account, service } = await serve();
    await expect(account.create("List", { name: "Leads", nmae: "Leads" }, 'list "Leads"')).rejects.toThrow(
      "a list has no field nmae",
    );
    await expect(account.update("Campaign", "12", { nmae: "Q1" }, 'campaign "Q1"')).rejects.toThrow(
      "a campaign has no field nmae",
    );
    expect(service.received.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("reads many objects from one listing", async () => {
    const { account, service } = await serve({
      "GET /v1/campaign": json(200, [
        { id: 1, name: "One", active: false },
        { id: 2, name: "Two", active: true },
      ]),
    });
    const findings = await Promise.all(["1", "2", "1"].map((id) => account.find("Campaign", id, "campaign")));
    expect(findings.map((finding) => finding.status)).toEqual(["found", "found", "found"]);
    expect(service.received.map(({ path }) => path)).toEqual(["/v1/campaign?activeOnly=false"]);
    expect(account.summary()).toBe("outreach: 1 request, 3 reads answered from listings");
  });

  test("sends the impersonation header with every request", async () => {
    const routes = { "GET /v1/user/me": json(200, { id: 9 }), "GET /v1/list": json(200, []) };
    const { account, service } = await serve(routes, { impersonateUserId: "9" });
    await account.actingUser();
    await account.listing("List", "");
    expect(service.received.map(({ headers }) => headers["x-impersonate-user-id"])).toEqual(["9", "9"]);
  });
});
