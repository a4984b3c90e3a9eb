import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { html } from "./failing";
import { serve } from "./opening";
import { type Handler, inTurn, json, missing, text, unknownRoute } from "./plainService";

const ids = (answers: readonly { readonly id: string }[] | undefined) => answers?.map(({ id }) => id);

describe("a listing", () => {
  test("is requested once by all concurrent readers", async () => {
    const { account, paths } = await serve({ "GET /v1/list": json(200, [{ id: 1 }, { id: 2 }]) });
    await Promise.all(["1", "2", "1", "2"].map((id) => account.find("List", id, "")));
    await account.listing("List", "");
    expect(paths()).toEqual(["GET /v1/list"]);
  });

  test("includes the effects of this run's writes without another request", async () => {
    const { account, service } = await serve({
      "GET /v1/agent": json(200, [
        { id: 1, name: "one" },
        { id: 2, name: "two" },
      ]),
      "POST /v1/agent": json(201, { id: 3, name: "three" }),
      "PATCH /v1/agent/1": json(200, { id: 1, name: "first" }),
      "DELETE /v1/agent/2": text(204, ""),
    });
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
    ["got a response without an id", json(201, {})],
  ])("is requested again after a create that %s", async (_, handler) => {
    const { account } = await serve({
      "GET /v1/list": inTurn(json(200, []), json(200, [{ id: 3 }])),
      "POST /v1/list": handler,
    });
    await account.listing("List", "");
    await account.create("List", { name: "new" }, "").catch(() => undefined);
    expect(await account.listing("List", "")).toEqual({ answers: [{ id: "3" }], whole: true, missing: [] });
  });

  test("contains an object that was created while the listing was requested", async () => {
    let answerListing: (() => void) | undefined;
    const { account } = await serve({
      "GET /v1/list": (received, response) => {
        answerListing = () => json(200, [])(received, response);
      },
      "POST /v1/list": json(201, { id: 3, name: "new" }),
    });
    const listing = account.listing("List", "");
    await expect.poll(() => answerListing).toBeDefined();
    await account.create("List", { name: "new" }, "");
    answerListing?.();
    expect(await listing).toEqual({ answers: [{ id: "3", name: "new" }], whole: true, missing: [] });
  });

  test("is marked as partial if it lacks an object that is known to exist", async () => {
    const made = json(201, { id: 3, name: "new" });
    const { account } = await serve({ "GET /v1/list": json(200, []), "POST /v1/list": made });
    await account.create("List", { name: "new" }, "");
    expect(await account.listing("List", "")).toEqual({ answers: [], whole: true, missing: ["3"] });
  });

  test("counts an object that is found by its id as missing from the listing", async () => {
    const { account } = await serve({ "GET /v1/list": json(200, [{ id: 1 }]), "GET /v1/list/2": json(200, { id: 2 }) });
    expect((await account.find("List", "2", "")).status).toBe("found");
    expect(await account.listing("List", "")).toMatchObject({ answers: [{ id: "1" }], whole: true, missing: ["2"] });
  });

  test("is partial after an object disappears from it, until a read proves that the object is gone", async () => {
    const { account } = await serve({
      "GET /v1/list": inTurn(json(200, [{ id: 1 }, { id: 2 }]), json(200, [{ id: 1 }])),
      "GET /v1/list/1": json(200, { id: 1 }),
      "GET /v1/list/2": missing("2"),
    });
    expect(await account.listing("List", "")).toMatchObject({ whole: true, missing: [] });
    expect(await account.listing("List", "", { fresh: true })).toMatchObject({ whole: true, missing: ["2"] });
    expect((await account.find("List", "2", "", { fresh: true })).status).toBe("gone");
    expect(await account.listing("List", "")).toMatchObject({ whole: true, missing: [] });
  });

  test("is requested again after the pending requests, once for all callers", async () => {
    let count = 0;
    const { account, paths } = await serve({
      "GET /v1/list": (received, response) => json(200, [{ id: ++count }])(received, response),
    });
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
  ])("is read to the last page: %s", async (_, handler, requests, objects) => {
    const { account, service } = await serve({ "GET /v1/campaign": handler });
    const listing = await account.listing("Campaign", "");
    expect(listing?.answers).toHaveLength(objects);
    expect(listing).toMatchObject({ whole: true, missing: [] });
    expect(service.received).toHaveLength(requests);
    for (const { path } of service.received) expect(path).toContain("activeOnly=false");
  });

  test.each<[string, Handler]>([
    ["a service that does not page and has more", json(200, { data: [{ id: 1 }], total: 3 })],
    ["an item without an id", json(200, [{ id: 1 }, { name: "x" }])],
    ["an item that is not an object", json(200, [{ id: 1 }, 5])],
    ["a page that says that there are more", json(200, { data: [{ id: 1 }], hasMore: true })],
    ["a page with a cursor", json(200, { items: [{ id: 1 }], pageInfo: { nextCursor: "eyJpZCI6MX0" } })],
    ["an array with a link to the next page", text(200, '[{"id":1}]', { link: '</v1/list?page=2>; rel="next"' })],
    ["an array of a larger number", text(200, '[{"id":1}]', { "x-total-count": "2" })],
    ["a page that is none", inTurn(json(200, { data: [{ id: 1 }], total: 3 }), json(200, { ok: true }))],
  ])("is partial: %s", async (_, handler) => {
    const { account } = await serve({ "GET /v1/list": handler });
    expect(await account.listing("List", "")).toEqual({ answers: [{ id: "1" }], whole: false, missing: [] });
  });

  test("is read further if a page says that more follows, and remains partial without a count", async () => {
    const [first, second] = [json(200, { data: [{ id: 1 }], hasMore: true }), json(200, { data: [{ id: 2 }] })];
    const { account } = await serve({ "GET /v1/list": inTurn(first, second) });
    expect(await account.listing("List", "")).toMatchObject({ answers: [{ id: "1" }, { id: "2" }], whole: false });
  });

  test("is complete if every page says that more follows, and a count shows the end", async () => {
    const page = (id: number, hasMore: boolean) => json(200, { data: [{ id }], total: 2, hasMore });
    const { account } = await serve({ "GET /v1/list": inTurn(page(1, true), page(2, false)) });
    expect(await account.listing("List", "")).toMatchObject({ answers: [{ id: "1" }, { id: "2" }], whole: true });
  });

  test("keeps ids that are too large for a number", async () => {
    const objects = '[{"id":9007199254740993,"userId":12345678901234567890}]';
    const { account } = await serve({ "GET /v1/list": text(200, objects) });
    expect((await account.listing("List", ""))?.answers).toEqual([
      { id: "9007199254740993", userId: "12345678901234567890" },
    ]);
  });

  test("keeps no personal data and no field that the table lacks", async () => {
    const { account } = await serve({
      "GET /v1/list": json(200, [{ id: 1, name: "a", user: { email: "x@y.z" }, odd: 1, campaignId: null }]),
    });
    expect((await account.listing("List", ""))?.answers).toEqual([{ id: "1", name: "a" }]);
  });

  test("is requested again after one response that the operation does not exist", async () => {
    const answers = [unknownRoute("/v1/list"), json(200, [{ id: 1, name: "a" }])];
    const { account } = await serve({ "GET /v1/list": (...call) => answers.shift()?.(...call) });
    expect((await account.listing("List", ""))?.answers).toEqual([{ id: "1", name: "a" }]);
  });

  test.each<[string, Handler, number]>([
    ["an unknown route", unknownRoute("/v1/list"), 2],
    ["405", text(405, ""), 1],
    ["an unknown route in a page", text(404, "<html><pre>Cannot GET /v1/list</pre></html>"), 2],
  ])(
    "that the service does not have is requested once per run, and reported by the callers: %s",
    async (_, handler, asked) => {
      const { account, said, paths } = await serve({ "GET /v1/list": handler });
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
  ])("that fails does not prevent reading one object: %s", async (_, handler) => {
    const { account } = await serve({ "GET /v1/list": handler, "GET /v1/list/1": json(200, { id: 1 }) });
    await expect(account.listing("List", "")).rejects.toBeInstanceOf(ServiceError);
    expect((await account.find("List", "1", "")).status).toBe("found");
  });
});
