import { afterEach, describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { operations } from "../../../provider/src/api/operation";
import { hasLogs } from "../../../provider/src/resources/campaign/known";
import { open } from "./opening";
import { type Handler, inTurn, json, type PlainService, plainService, text } from "./plainService";

let service: PlainService;
afterEach(() => service.close());

const me = { "GET /v1/user/me": json(200, { id: 7 }) };
const missing = (id: string) => json(404, { message: `Source agent ${id} not found`, statusCode: 404 });
const unknownRoute = (path: string) =>
  json(404, { message: `Cannot GET ${path}`, error: "Not Found", statusCode: 404 });
const paths = () => service.received.map(({ method, path }) => `${method} ${path}`);
const ids = (answers: readonly { readonly id: string }[] | undefined) => answers?.map(({ id }) => id);
const html = "<!DOCTYPE html><html></html>";

describe("a listing", () => {
  test("is asked for once by all who read at the same time", async () => {
    service = await plainService({ ...me, "GET /v1/list": json(200, [{ id: 1 }, { id: 2 }]) });
    const { account } = open(service.origin);
    await Promise.all(["1", "2", "1", "2"].map((id) => account.find("List", id, "")));
    await account.listing("List", "");
    expect(paths()).toEqual(["GET /v1/list"]);
  });

  test("stays true by our own writes, without another request", async () => {
    service = await plainService({
      ...me,
      "GET /v1/agent": json(200, [
        { id: 1, name: "one" },
        { id: 2, name: "two" },
      ]),
      "POST /v1/agent": json(201, { id: 3, name: "three" }),
      "PATCH /v1/agent/1": json(200, { id: 1, name: "first" }),
      "DELETE /v1/agent/2": text(204, ""),
    });
    const { account } = open(service.origin);
    await account.listing("SourceAgent", "");
    await account.create("SourceAgent", { name: "three" }, "");
    await account.update("SourceAgent", "1", { name: "first" }, "");
    expect(await account.remove("SourceAgent", "2", "")).toBe("deleted");
    const sent = service.received.length;
    expect(await account.listing("SourceAgent", "")).toEqual({
      answers: [
        { id: "1", name: "first" },
        { id: "3", name: "three" },
      ],
      whole: true,
      missing: [],
    });
    expect(await account.find("SourceAgent", "3", "")).toEqual({ status: "found", answer: { id: "3", name: "three" } });
    expect(service.received).toHaveLength(sent);
  });

  test.each<[string, Handler]>([
    ["was refused", json(400, { message: "no" })],
    ["was lost", json(500, { message: "oops" })],
    ["was answered without an id", json(201, {})],
  ])("is read again after a create that %s", async (_, handler) => {
    service = await plainService({
      ...me,
      "GET /v1/list": inTurn(json(200, []), json(200, [{ id: 3 }])),
      "POST /v1/list": handler,
    });
    const { account } = open(service.origin);
    await account.listing("List", "");
    await account.create("List", { name: "new" }, "").catch(() => undefined);
    expect(await account.listing("List", "")).toEqual({ answers: [{ id: "3" }], whole: true, missing: [] });
  });

  test("that was asked for before a create was answered holds what was created", async () => {
    let answerListing: (() => void) | undefined;
    service = await plainService({
      ...me,
      "GET /v1/list": (received, response) => {
        answerListing = () => json(200, [])(received, response);
      },
      "POST /v1/list": json(201, { id: 3, name: "new" }),
    });
    const { account } = open(service.origin);
    const listing = account.listing("List", "");
    await expect.poll(() => answerListing).toBeDefined();
    await account.create("List", { name: "new" }, "");
    answerListing?.();
    expect(await listing).toEqual({ answers: [{ id: "3", name: "new" }], whole: true, missing: [] });
  });

  test("that lacks an object known to exist says so", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": json(200, []),
      "POST /v1/list": json(201, { id: 3, name: "new" }),
    });
    const { account } = open(service.origin);
    await account.create("List", { name: "new" }, "");
    expect(await account.listing("List", "")).toEqual({ answers: [], whole: true, missing: ["3"] });
  });

  test("lacks an object that is found by its id", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": json(200, [{ id: 1 }]),
      "GET /v1/list/2": json(200, { id: 2 }),
    });
    const { account } = open(service.origin);
    expect((await account.find("List", "2", "")).status).toBe("found");
    expect(await account.listing("List", "")).toMatchObject({ answers: [{ id: "1" }], whole: true, missing: ["2"] });
  });

  test("an object that was there and is left out later makes it partial, until its absence is proven", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": inTurn(json(200, [{ id: 1 }, { id: 2 }]), json(200, [{ id: 1 }])),
      "GET /v1/list/1": json(200, { id: 1 }),
      "GET /v1/list/2": missing("2"),
    });
    const { account } = open(service.origin);
    expect(await account.listing("List", "")).toMatchObject({ whole: true, missing: [] });
    expect(await account.listing("List", "", { fresh: true })).toMatchObject({ whole: true, missing: ["2"] });
    expect((await account.find("List", "2", "", { fresh: true })).status).toBe("gone");
    expect(await account.listing("List", "")).toMatchObject({ whole: true, missing: [] });
  });

  test("asked for anew is asked after what is under way, and once for all who ask", async () => {
    let count = 0;
    service = await plainService({
      ...me,
      "GET /v1/list": (received, response) => json(200, [{ id: ++count }])(received, response),
    });
    const { account } = open(service.origin);
    const first = account.listing("List", "");
    const fresh = [1, 2, 3].map(() => account.listing("List", "", { fresh: true }));
    expect(ids((await first)?.answers)).toEqual(["1"]);
    for (const one of fresh) expect(ids((await one)?.answers)).toEqual(["2"]);
    expect(paths()).toEqual(["GET /v1/list", "GET /v1/list"]);
  });

  const page = (query: string | null, size: number, total: number) => {
    const number = Number(query ?? "1");
    const all = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
    return all.slice((number - 1) * size, number * size);
  };
  const paging =
    (wrap: (items: unknown[], total: number) => unknown, size: number, total: number): Handler =>
    (received, response) => {
      const number = new URL(received.path, "http://localhost").searchParams.get("page");
      json(200, wrap(page(number, size, total), total))(received, response);
    };

  test.each<[string, Handler, number, number]>([
    ["{ data, total }", paging((data, total) => ({ data, total }), 2, 5), 3, 5],
    ["{ items, totalPages }", paging((items) => ({ items, totalPages: 3, page: 1 }), 2, 5), 3, 5],
    ["{ campaigns, meta }", paging((campaigns, total) => ({ campaigns, meta: { total } }), 4, 4), 1, 4],
    ["{ results } alone", paging((results) => ({ results }), 9, 3), 1, 3],
    ["an array", json(200, [{ id: 1 }]), 1, 1],
    ["an empty array", json(200, []), 1, 0],
  ])("is read to its end: %s", async (_, handler, requests, objects) => {
    service = await plainService({ ...me, "GET /v1/campaign": handler });
    const listing = await open(service.origin).account.listing("Campaign", "");
    expect(listing?.answers).toHaveLength(objects);
    expect(listing).toMatchObject({ whole: true, missing: [] });
    expect(service.received).toHaveLength(requests);
    for (const { path } of service.received) expect(path).toContain("activeOnly=false");
  });

  test.each<[string, Handler]>([
    ["a service that does not page and has more", json(200, { data: [{ id: 1 }], total: 3 })],
    ["an item without an id", json(200, [{ id: 1 }, { name: "x" }])],
    ["an item that is no object", json(200, [{ id: 1 }, 5])],
    ["a page that is none", inTurn(json(200, { data: [{ id: 1 }], total: 3 }), json(200, { ok: true }))],
  ])("is partial: %s", async (_, handler) => {
    service = await plainService({ ...me, "GET /v1/list": handler });
    expect(await open(service.origin).account.listing("List", "")).toEqual({
      answers: [{ id: "1" }],
      whole: false,
      missing: [],
    });
  });

  test("keeps ids that no number can hold", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": text(200, '[{"id":9007199254740993,"userId":12345678901234567890}]'),
    });
    expect((await open(service.origin).account.listing("List", ""))?.answers).toEqual([
      { id: "9007199254740993", userId: "12345678901234567890" },
    ]);
  });

  test("keeps nobody's personal data, and nothing that is not in the table", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": json(200, [{ id: 1, name: "a", user: { email: "x@y.z" }, odd: 1, campaignId: null }]),
    });
    expect((await open(service.origin).account.listing("List", ""))?.answers).toEqual([{ id: "1", name: "a" }]);
  });

  test("that one answer says does not exist is asked for once more", async () => {
    const answers = [unknownRoute("/v1/list"), json(200, [{ id: 1, name: "a" }])];
    service = await plainService({ ...me, "GET /v1/list": (...call) => answers.shift()?.(...call) });
    expect((await open(service.origin).account.listing("List", ""))?.answers).toEqual([{ id: "1", name: "a" }]);
  });

  test.each<[string, Handler, number]>([
    ["an unknown route", unknownRoute("/v1/list"), 2],
    ["405", text(405, ""), 1],
    ["an unknown route in a page", text(404, "<html><pre>Cannot GET /v1/list</pre></html>"), 2],
  ])(
    "that the service does not have is asked for once a run, and left to others to say: %s",
    async (_, handler, asked) => {
      service = await plainService({ ...me, "GET /v1/list": handler });
      const { account, said } = open(service.origin);
      expect(await account.listing("List", "")).toBeUndefined();
      expect(await account.listing("List", "", { fresh: true })).toBeUndefined();
      expect(paths()).toEqual(Array(asked).fill("GET /v1/list"));
      expect(said.warn).toEqual([]);
    },
  );

  test.each<[string, Handler]>([
    ["500", json(500, { message: "oops" })],
    ["a page", text(200, html)],
    ["no listing", json(200, { ok: true })],
    ["403", json(403, { message: "no" })],
  ])("that fails keeps nobody from reading one object: %s", async (_, handler) => {
    service = await plainService({ ...me, "GET /v1/list": handler, "GET /v1/list/1": json(200, { id: 1 }) });
    const { account } = open(service.origin);
    await expect(account.listing("List", "")).rejects.toBeInstanceOf(ServiceError);
    expect((await account.find("List", "1", "")).status).toBe("found");
  });
});

describe("gone is said on proof only", () => {
  test.each<[string, Record<string, Handler>, string]>([
    [
      "404 with words, and the listing answered",
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
      "a listing that still holds it",
      { "GET /v1/agent": json(200, [{ id: 5 }]), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "a listing that fails",
      { "GET /v1/agent": json(500, { message: "oops" }), "GET /v1/agent/5": missing("5") },
      "error",
    ],
    [
      "no listing, and nothing of the kind has answered",
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

  test("an object of the kind that answered at its own address is proof enough", async () => {
    service = await plainService({ ...me, "GET /v1/agent/4": json(200, { id: 4 }), "GET /v1/agent/5": missing("5") });
    const { account } = open(service.origin);
    await account.find("SourceAgent", "4", "", { fresh: true });
    expect((await account.find("SourceAgent", "5", "", { fresh: true })).status).toBe("gone");
  });

  test("a fresh look goes to the listing where single objects cannot be read", async () => {
    service = await plainService({
      ...me,
      "GET /v1/agent": inTurn(json(200, [{ id: 5, name: "a" }]), json(200, [{ id: 5, name: "b" }])),
    });
    const { account } = open(service.origin);
    expect(await account.find("SourceAgent", "5", "")).toMatchObject({ answer: { name: "a" } });
    expect(await account.find("SourceAgent", "5", "", { fresh: true })).toMatchObject({ answer: { name: "b" } });
  });

  test("a listing that works is used where single objects cannot be read", async () => {
    service = await plainService({ ...me, "GET /v1/agent": json(200, [{ id: 5 }]) });
    const { account } = open(service.origin);
    expect((await account.find("SourceAgent", "5", "", { fresh: true })).status).toBe("found");
    await expect(account.find("SourceAgent", "6", "source agent (id 6)")).rejects.toThrow(
      "a listing alone does not prove",
    );
  });
});

describe("an id of a state that somebody has edited", () => {
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
        () => hasLogs({ account, about: about }, id),
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
  ])("%j is asked for as one part of an address", async (id, part) => {
    service = await plainService({ ...me, "*": text(204, "") });
    await open(service.origin).account.remove("SourceAgent", id, "");
    expect(paths()).toContain(`DELETE /v1/agent/${part}`);
  });

  test.each([0, "..", ".", "pending-1"])(
    "an object listed under %j is none, so that the listing is partial",
    async (id) => {
      service = await plainService({ ...me, "GET /v1/list": json(200, [{ id: 1 }, { id }]) });
      const listing = await open(service.origin).account.listing("List", "");
      expect(listing).toEqual({ answers: [{ id: "1" }], whole: false, missing: [] });
    },
  );
});

describe("a creation that is answered with an id that was there before", () => {
  const cause = (id: string) =>
    `POST /v1/list: the service answered 201 with id ${id}, which existed before; if you mean that one: adopt: ${id}`;

  test("is not that object, whether it was listed, read or created", async () => {
    service = await plainService({
      ...me,
      "GET /v1/list": json(200, [{ id: 1 }]),
      "GET /v1/list/2": json(200, { id: 2 }),
      "POST /v1/list": inTurn(...[1, 2, 3, 3, 4].map((id) => json(201, { id, name: "new" }))),
    });
    const { account } = open(service.origin);
    const create = () => account.create("List", { name: "new" }, "");
    await account.listing("List", "");
    await account.find("List", "2", "", { fresh: true });
    expect(await create()).toEqual({ status: "lost", cause: cause("1") });
    expect(await create()).toEqual({ status: "lost", cause: cause("2") });
    expect((await create()).status).toBe("created");
    expect(await create()).toEqual({ status: "lost", cause: cause("3") });
    expect((await create()).status).toBe("created");
  });

  test("is that object where it became known only while the create was under way", async () => {
    let answerCreate: (() => void) | undefined;
    service = await plainService({
      ...me,
      "GET /v1/list": json(200, [{ id: 3, name: "new" }]),
      "POST /v1/list": (received, response) => {
        answerCreate = () => json(201, { id: 3, name: "new" })(received, response);
      },
    });
    const { account } = open(service.origin);
    const creation = account.create("List", { name: "new" }, "");
    await expect.poll(() => answerCreate).toBeDefined();
    await account.listing("List", "");
    answerCreate?.();
    expect((await creation).status).toBe("created");
  });

  test("is a new one where the old one is gone", async () => {
    service = await plainService({
      ...me,
      "GET /v1/agent": json(200, [{ id: 3 }]),
      "DELETE /v1/agent/3": text(204, ""),
      "POST /v1/agent": json(201, { id: 3 }),
    });
    const { account } = open(service.origin);
    await account.listing("SourceAgent", "");
    await account.remove("SourceAgent", "3", "");
    expect((await account.create("SourceAgent", { name: "new" }, "")).status).toBe("created");
  });
});

describe("a deletion", () => {
  test.each<[string, Record<string, Handler>, string]>([
    ["answered without a body", { "DELETE /v1/agent/5": text(204, "") }, "deleted"],
    ["answered with anything", { "DELETE /v1/agent/5": json(200, { ok: true }) }, "deleted"],
    [
      "gone already",
      { "DELETE /v1/agent/5": missing("5"), "GET /v1/agent": json(200, []), "GET /v1/agent/5": missing("5") },
      "gone",
    ],
    ["gone already, and nothing can be read", { "DELETE /v1/agent/5": missing("5") }, "gone"],
    [
      "gone, it says, and shows it",
      { "DELETE /v1/agent/5": missing("5"), "GET /v1/agent/5": json(200, { id: 5 }) },
      "error",
    ],
    ["an unknown route", { "DELETE /v1/agent/5": json(404, { message: "Cannot DELETE /v1/agent/5" }) }, "error"],
    ["an empty 404", { "DELETE /v1/agent/5": text(404, "") }, "error"],
    ["a page that is fine", { "DELETE /v1/agent/5": text(200, html) }, "error"],
    ["403", { "DELETE /v1/agent/5": json(403, { message: "no" }) }, "error"],
    [
      "lost, and then gone",
      { "DELETE /v1/agent/5": inTurn((_, response) => void response.socket?.resetAndDestroy(), missing("5")) },
      "gone",
    ],
  ])("%s", async (_, routes, expected) => {
    service = await plainService({ ...me, ...routes });
    const result = await open(service.origin)
      .account.remove("SourceAgent", "5", "source agent (id 5)")
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(ServiceError);
        return "error";
      });
    expect(result).toBe(expected);
  });
});

describe("a change", () => {
  test("that pauses is an operation that every service has", async () => {
    service = await plainService({ ...me, "PATCH /v1/agent/5": json(200, { id: 5, paused: true }) });
    const { account } = open(service.origin);
    await account.update("SourceAgent", "5", { paused: true }, "");
    expect(service.received.at(-1)?.body).toBe('{"paused":true}');
  });

  test("whose answer shows a part only is read again", async () => {
    service = await plainService({
      ...me,
      "GET /v1/agent": json(200, [{ id: 5, name: "a", paused: false }]),
      "GET /v1/agent/5": json(200, { id: 5, name: "a", paused: true }),
      "PATCH /v1/agent/5": json(200, { id: 5, paused: true }),
    });
    const { account } = open(service.origin);
    await account.listing("SourceAgent", "");
    await account.update("SourceAgent", "5", { paused: true }, "");
    expect(await account.find("SourceAgent", "5", "", { fresh: true })).toEqual({
      status: "found",
      answer: { id: "5", name: "a", paused: true },
    });
  });

  test("of a list is none of the service's operations", async () => {
    service = await plainService(me);
    await expect(open(service.origin).account.update("List", "5", { name: "b" }, "list (id 5)")).rejects.toThrow(
      "no operation that changes a list",
    );
    expect(service.received.filter(({ method }) => method !== "GET")).toEqual([]);
  });
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
  expect(await hasLogs({ account, about: "campaign (id 5)" }, "5")).toBe(expected);
});

test("debug lines tell method, path, status and time, and nothing else", async () => {
  service = await plainService({ ...me, "GET /v1/contact": json(200, { contacts: [{ email: "x@y.z" }], total: 1 }) });
  const { account, said } = open(service.origin);
  expect(await account.ask(operations.listContacts, "", { query: { search: "x@y.z" } })).toEqual({
    contacts: [{ email: "x@y.z" }],
    total: 1,
  });
  expect(said.debug).toEqual([expect.stringMatching(/^GET \/v1\/contact → 200 in \d+ ms$/)]);
});
