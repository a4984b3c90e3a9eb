import { afterEach, describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { operations } from "../../../provider/src/api/operation";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { html } from "./failing";
import { open } from "./opening";
import {
  type Handler,
  inTurn,
  json,
  me,
  missing,
  type PlainService,
  plainService,
  text,
  unknownRoute,
} from "./plainService";

let service: PlainService;
afterEach(() => service.close());

const paths = () => service.received.map(({ method, path }) => `${method} ${path}`);

describe("an object counts as gone only if the service proves it", () => {
  test.each<[string, Record<string, Handler>, string]>([
    [
      "404 with a message, and a listing with a response",
      { "GET /v1/agent": json(200, []), "GET /v1/agent/5": missing("5") },
      "gone",
    ],
    ["an empty 404", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": text(404, "") }, "error"],
    ["a page", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": text(404, html) }, "error"],
    ["404 without words", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(404, {}) }, "error"],
    [
      "404 with a gateway's words",
      {
        "GET /v1/agent": json(200, []),
        "GET /v1/agent/5": json(404, { message: "no Route matched with those values" }),
      },
      "error",
    ],
    [
      "404 that is somebody else's",
      { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(404, { detail: "Not Found" }) },
      "error",
    ],
    ["401", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(401, { message: "no" }) }, "error"],
    ["403", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(403, { message: "no" }) }, "error"],
    ["410", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(410, { message: "gone" }) }, "error"],
    ["500", { "GET /v1/agent": json(200, []), "GET /v1/agent/5": json(500, { message: "not found" }) }, "error"],
    [
      "a listing that still contains it",
      { "GET /v1/agent": json(200, [{ id: 5 }]), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "a listing that fails",
      { "GET /v1/agent": json(500, { message: "oops" }), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "no listing, and no response about the kind",
      { "GET /v1/agent": unknownRoute("/v1/agent"), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "a listing without it, and no reading of single ones",
      { "GET /v1/agent": json(200, []), "GET /v1/agent/5": unknownRoute("/v1/agent/5") },
      "error",
    ],
    [
      "no listing and no reading",
      { "GET /v1/agent": unknownRoute("/v1/agent"), "GET /v1/agent/5": unknownRoute("/v1/agent/5") },
      "unreadable",
    ],
    [
      "another acting user",
      { "GET /v1/user/me": json(200, { id: 8 }), "GET /v1/agent": json(200, []), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "an acting user who cannot be read",
      { "GET /v1/user/me": json(200, {}), "GET /v1/agent": json(200, []), "GET /v1/agent/5": missing("5") },
      "error",
    ],
  ])("%s", async (_, routes, expected) => {
    service = await plainService({ ...me, ...routes });
    const { account } = open(service.origin, { impersonateUserId: "7" });
    const result = await account.find("SourceAgent", "5", 'source agent "finder" (id 5)', { fresh: true }).then(
      ({ status }) => status,
      (error: unknown) => {
        expect(error).toBeInstanceOf(ServiceError);
        return "error";
      },
    );
    expect(result).toBe(expected);
  });

  test("a 404 counts as proof if the same address has answered with another object of the kind", async () => {
    service = await plainService({ ...me, "GET /v1/agent/4": json(200, { id: 4 }), "GET /v1/agent/5": missing("5") });
    const { account } = open(service.origin);
    await account.find("SourceAgent", "4", "", { fresh: true });
    expect((await account.find("SourceAgent", "5", "", { fresh: true })).status).toBe("gone");
  });

  test("a fresh read uses the listing if the service cannot read single objects", async () => {
    service = await plainService({
      ...me,
      "GET /v1/agent": inTurn(json(200, [{ id: 5, name: "a" }]), json(200, [{ id: 5, name: "b" }])),
    });
    const { account } = open(service.origin);
    expect(await account.find("SourceAgent", "5", "")).toMatchObject({ answer: { name: "a" } });
    expect(await account.find("SourceAgent", "5", "", { fresh: true })).toMatchObject({ answer: { name: "b" } });
  });

  test("a read uses the listing if the service cannot read single objects", async () => {
    service = await plainService({ ...me, "GET /v1/agent": json(200, [{ id: 5 }]) });
    const { account } = open(service.origin);
    expect((await account.find("SourceAgent", "5", "", { fresh: true })).status).toBe("found");
    await expect(account.find("SourceAgent", "6", "source agent (id 6)")).rejects.toThrow(
      "a listing alone does not prove",
    );
  });
});

describe("an id of an edited state", () => {
  test.each(["", " ", ".", "..", "0", "pending-x1", "half \ud83d"])(
    "%j is not a valid id: nothing is sent",
    async (id) => {
      service = await plainService(me);
      const { account } = open(service.origin);
      const about = "source agent (id 5)";
      for (const work of [
        () => account.find("SourceAgent", id, about),
        () => account.find("SourceAgent", id, about, { fresh: true }),
        () => account.update("SourceAgent", id, { paused: true }, about),
        () => account.remove("SourceAgent", id, about),
        () => hasLogs(account, about, id),
      ]) {
        const error = await work().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(ServiceError);
        expect(String(error)).toMatch(
          /source agent \(id 5\): could not .*: ".*" is not a valid id, so nothing was sent/,
        );
        expect(String(error)).toContain("pulumi state delete");
      }
      expect(service.received).toEqual([]);
    },
  );

  test.each([
    ["17", "17"],
    ["00", "00"],
    ["a-7:b", "a-7%3Ab"],
    ["../../user/me", "..%2F..%2Fuser%2Fme"],
    ["1?x=2#3", "1%3Fx%3D2%233"],
    ["%2e%2e", "%252e%252e"],
  ])("%j is sent as one path segment", async (id, part) => {
    service = await plainService({ ...me, "*": text(204, "") });
    await open(service.origin).account.remove("SourceAgent", id, "");
    expect(paths()).toContain(`DELETE /v1/agent/${part}`);
  });

  test.each([0, "..", ".", "pending-1"])(
    "an object listed under %j does not count, so the listing is partial",
    async (id) => {
      service = await plainService({ ...me, "GET /v1/list": json(200, [{ id: 1 }, { id }]) });
      const listing = await open(service.origin).account.listing("List", "");
      expect(listing).toEqual({ answers: [{ id: "1" }], whole: false, missing: [] });
    },
  );
});

test.each<[string, Handler, boolean | undefined]>([
  ["entries", json(200, [{ id: 1 }]), true],
  ["none", json(200, []), false],
  ["an object with entries", json(200, { logs: [{}], total: 1 }), true],
  ["an object without", json(200, { logs: [], total: 0 }), false],
  ["something else", json(200, { ok: true }), undefined],
  ["not there", unknownRoute("/v1/campaign/5/logs"), undefined],
  ["403", json(403, {}), undefined],
  ["500", json(500, {}), undefined],
])("the log of a campaign: %s", async (_, handler, expected) => {
  service = await plainService({ "GET /v1/campaign/5/logs": handler });
  const { account } = open(service.origin);
  expect(await hasLogs(account, "campaign (id 5)", "5")).toBe(expected);
});

test("debug lines contain only method, path, status and duration", async () => {
  service = await plainService({ ...me, "GET /v1/contact": json(200, { contacts: [{ email: "x@y.z" }], total: 1 }) });
  const { account, said } = open(service.origin);
  expect(await account.ask(operations.listContacts, "", { query: { search: "x@y.z" } })).toEqual({
    contacts: [{ email: "x@y.z" }],
    total: 1,
  });
  expect(said.debug).toEqual([expect.stringMatching(/^GET \/v1\/contact → 200 in \d+ ms$/)]);
});
