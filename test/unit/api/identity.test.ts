import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import type { Settings } from "../../../provider/src/api/settings";
import { serve } from "./opening";
import { type Handler, json, text } from "./plainService";

const members = json(200, [
  { id: 1, email: "owner@example.com", organizationRole: "admin", isActive: true },
  { id: 9, email: " Alice@Example.com ", organizationRole: "member", isActive: true },
  { id: 10, email: "twin@example.com", isActive: true },
  { id: 11, email: "TWIN@example.com", isActive: true },
  { id: 12, email: "left@example.com", isActive: false },
  { id: "9007199254740993", email: "large@example.com", isActive: true },
]);

/** Responds as the user in the header, or as the key's owner. */
const honest: Handler = (received, response) =>
  json(200, { id: Number(received.headers["x-impersonate-user-id"] ?? 1) })(received, response);

const unauthorized = json(401, { message: "Unauthorized", statusCode: 401 });
/** Refuses every impersonation. */
const onlyOwn: Handler = (received, response) =>
  (received.headers["x-impersonate-user-id"] === undefined ? json(200, { id: 1 }) : unauthorized)(received, response);

/** The error of a create with these settings at a service with these responses, which receives nothing to write. */
async function refusal(routes: Record<string, Handler>, changes: Partial<Settings>) {
  const { account, service } = await serve(routes, changes);
  const error = await account.create("List", { name: "a" }, 'list "a"').catch((reason: unknown) => reason);
  if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${JSON.stringify(error)}`);
  expect(error.message.split("\n").length).toBeLessThanOrEqual(3);
  expect(service.received.filter(({ method }) => method === "POST")).toEqual([]);
  return { account, service, message: error.message };
}

describe("acting for a member by e-mail", () => {
  const lookup = { "GET /v1/organization/members": members, "GET /v1/user/me": honest };

  test("looks up the member without the header, ignoring case and spaces, and sends the id", async () => {
    const routes = { ...lookup, "POST /v1/list": json(201, { id: 3, name: "a" }) };
    const { account, service } = await serve(routes, { impersonateEmail: "alice@example.COM " });
    await Promise.all([1, 2].map(() => account.create("List", { name: "a" }, "")));
    const sent = service.received.map(({ method, path, headers }) => [method, path, headers["x-impersonate-user-id"]]);
    expect(sent).toEqual([
      ["GET", "/v1/organization/members", undefined],
      ["GET", "/v1/user/me", "9"],
      ["POST", "/v1/list", "9"],
      ["POST", "/v1/list", "9"],
    ]);
    expect(await account.actingUser()).toEqual({ id: "9" });
  });

  test.each<[string, object, string]>([
    ["none", { impersonateEmail: "nobody@example.com" }, "none of the 6 members has the address"],
    [
      "several",
      { impersonateEmail: "twin@example.com" },
      "2 members have the address in impersonateEmail (OUTREACH_IMPERSONATE_EMAIL): 10, 11",
    ],
    ["inactive", { impersonateEmail: "left@example.com" }, "(user 12) is deactivated"],
    [
      "different from the id",
      { impersonateEmail: "alice@example.com", impersonateUserId: "10" },
      "impersonateEmail is the address of user 9, impersonateUserId names user 10",
    ],
  ])("stops: %s", async (_, changes, part) => {
    const { message } = await refusal(lookup, changes);
    expect(message).toContain(part);
    expect(message).not.toContain("@");
  });

  test("stops if the members cannot be read", async () => {
    const routes = { ...lookup, "GET /v1/organization/members": json(200, { odd: true }) };
    const { message } = await refusal(routes, { impersonateEmail: "a@example.com" });
    expect(message).toContain("not a list of members");
  });
});

describe("nothing is written", () => {
  test.each<[string, Handler, string]>([
    [
      "if the service ignores the header",
      json(200, { id: 1 }),
      "the settings act for user 9, but the service answers for user 1",
    ],
    ["if the acting user has no id", json(200, { email: "a@example.com" }), "no readable user id"],
    ["if the response is a page", text(200, "<html></html>"), "a web page"],
    [
      "if the service does not return the acting user",
      json(404, { message: "Cannot GET /v1/user/me" }),
      "has no such operation",
    ],
  ])("%s", async (_, handler, part) => {
    const routes = { "GET /v1/user/me": handler, "POST /v1/list": json(201, { id: 3 }) };
    expect((await refusal(routes, { impersonateUserId: "9" })).message).toContain(part);
  });

  test("a failed lookup is retried", async () => {
    const routes = { "GET /v1/user/me": json(401, {}), "POST /v1/list": json(201, { id: 3 }) };
    const { account, service } = await refusal(routes, {});
    service.routes.set("GET /v1/user/me", json(200, { id: 1 }));
    expect((await account.create("List", { name: "a" }, "")).status).toBe("created");
  });
});

describe("a 401 names the broken rule", () => {
  const withMembers = (answer: Handler) => ({ "GET /v1/user/me": onlyOwn, "GET /v1/organization/members": answer });

  test.each<[string, Record<string, Handler>, string]>([
    ["the key", { "GET /v1/user/me": unauthorized }, "the key itself is not accepted"],
    [
      "another organization, or left",
      withMembers(json(200, [{ id: 1 }])),
      "user 9 is not a member of the key's organization",
    ],
    ["switched off", withMembers(json(200, [{ id: 9, isActive: false }])), "user 9 is a deactivated member"],
    [
      "not the owner",
      { ...withMembers(members), "GET /v1/organization": json(200, { id: 5, ownerId: 2 }) },
      "the key belongs to user 1, who is not the owner of the organization (user 2 is)",
    ],
    ["not the owner, as it seems", withMembers(members), "probably not the owner"],
    [
      "not to be found out",
      { "GET /v1/user/me": onlyOwn },
      "Possible reasons: the key is wrong; its user is not the owner",
    ],
  ])("%s", async (_, routes, part) => {
    const { message } = await refusal(routes, { impersonateUserId: "9" });
    expect(message).toContain("GET /v1/user/me → 401");
    expect(message).toContain(part);
  });

  test("without impersonation, the key is wrong", async () => {
    const { message, service } = await refusal({ "GET /v1/user/me": unauthorized }, {});
    expect(message).toContain("check apiKey (OUTREACH_API_KEY)");
    expect(service.received).toHaveLength(1);
  });
});
