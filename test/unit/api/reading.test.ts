import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { operations } from "../../../provider/src/api/operation";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { html } from "./failing";
import { serve } from "./opening";
import { type Handler, inTurn, json, missing, text, unknownRoute } from "./plainService";

describe("an object counts as gone only if the service proves it", () => {
  const gone = missing("5");
  const empty = json(200, []);
  const noListing = unknownRoute("/v1/agent");
  const noReading = unknownRoute("/v1/agent/5");

  // The responses to the listing and to the read, and the acting user.
  test.each<[string, Handler, Handler, string, Handler?]>([
    ["404 with a message, and a listing with a response", empty, gone, "gone"],
    ["an empty 404", empty, text(404, ""), "error"],
    ["a page", empty, text(404, html), "error"],
    ["404 without words", empty, json(404, {}), "error"],
    ["404 with a gateway's words", empty, json(404, { message: "no Route matched with those values" }), "error"],
    ["404 that is somebody else's", empty, json(404, { detail: "Not Found" }), "error"],
    ["401", empty, json(401, { message: "no" }), "error"],
    ["403", empty, json(403, { message: "no" }), "error"],
    ["410", empty, json(410, { message: "gone" }), "error"],
    ["500", empty, json(500, { message: "not found" }), "error"],
    ["a listing that still contains it", json(200, [{ id: 5 }]), gone, "error"],
    ["a listing that fails", json(500, { message: "oops" }), gone, "error"],
    ["no listing, and no response about the kind", noListing, gone, "error"],
    ["a listing without it, and no reading of single ones", empty, noReading, "error"],
    ["no listing and no reading", noListing, noReading, "unreadable"],
    ["another acting user", empty, gone, "error", json(200, { id: 8 })],
    ["an acting user who cannot be read", empty, gone, "error", json(200, {})],
  ])("%s", async (_, listing, reading, expected, user = json(200, { id: 7 })) => {
    const { account } = await serve(
      { "GET /v1/agent": listing, "GET /v1/agent/5": reading, "GET /v1/user/me": user },
      { impersonateUserId: "7" },
    );
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
    const { account } = await serve({ "GET /v1/agent/4": json(200, { id: 4 }), "GET /v1/agent/5": missing("5") });
    await account.find("SourceAgent", "4", "", { fresh: true });
    expect((await account.find("SourceAgent", "5", "", { fresh: true })).status).toBe("gone");
  });

  test("a fresh read uses the listing if the service cannot read single objects", async () => {
    const { account } = await serve({
      "GET /v1/agent": inTurn(json(200, [{ id: 5, name: "a" }]), json(200, [{ id: 5, name: "b" }])),
    });
    expect(await account.find("SourceAgent", "5", "")).toMatchObject({ answer: { name: "a" } });
    expect(await account.find("SourceAgent", "5", "", { fresh: true })).toMatchObject({ answer: { name: "b" } });
  });

  test("a read uses the listing if the service cannot read single objects", async () => {
    const { account } = await serve({ "GET /v1/agent": json(200, [{ id: 5 }]) });
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
      const { account, service } = await serve();
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
    const { account, paths } = await serve({ "*": text(204, "") });
    await account.remove("SourceAgent", id, "");
    expect(paths()).toContain(`DELETE /v1/agent/${part}`);
  });

  test.each([0, "..", ".", "pending-1"])(
    "an object listed under %j does not count, so the listing is partial",
    async (id) => {
      const { account } = await serve({ "GET /v1/list": json(200, [{ id: 1 }, { id }]) });
      const listing = await account.listing("List", "");
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
  const { account } = await serve({ "GET /v1/campaign/5/logs": handler });
  expect(await hasLogs(account, "campaign (id 5)", "5")).toBe(expected);
});

test("debug lines contain only method, path, status and duration", async () => {
  const { account, said } = await serve({ "GET /v1/contact": json(200, { contacts: [{ email: "x@y.z" }], total: 1 }) });
  expect(await account.ask(operations.listContacts, "", { query: { search: "x@y.z" } })).toEqual({
    contacts: [{ email: "x@y.z" }],
    total: 1,
  });
  expect(said.debug).toEqual([expect.stringMatching(/^GET \/v1\/contact → 200 in \d+ ms$/)]);
});
