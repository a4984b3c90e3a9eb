import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { html } from "./failing";
import { serve } from "./opening";
import { type Handler, inTurn, json, missing, reset, text } from "./plainService";

describe("a create whose response has the id of an existing object", () => {
  const lost = (id: string) => ({
    status: "lost",
    token: expect.any(String),
    cause: `POST /v1/list: the service answered 201 with id ${id}, which existed before`,
    existing: id,
  });

  test("does not return that object, whether it was listed, read or created before", async () => {
    const { account } = await serve({
      "GET /v1/list": json(200, [{ id: 1 }]),
      "GET /v1/list/2": json(200, { id: 2 }),
      "POST /v1/list": inTurn(...[1, 2, 3, 3, 4].map((id) => json(201, { id, name: "new" }))),
    });
    const create = () => account.create("List", { name: "new" }, "");
    await account.listing("List", "");
    await account.find("List", "2", "", { fresh: true });
    expect(await create()).toEqual(lost("1"));
    expect(await create()).toEqual(lost("2"));
    expect((await create()).status).toBe("created");
    expect(await create()).toEqual(lost("3"));
    expect((await create()).status).toBe("created");
  });

  test("returns that object if it became known only during the create", async () => {
    let answerCreate: (() => void) | undefined;
    const { account } = await serve({
      "GET /v1/list": json(200, [{ id: 3, name: "new" }]),
      "POST /v1/list": (received, response) => {
        answerCreate = () => json(201, { id: 3, name: "new" })(received, response);
      },
    });
    const creation = account.create("List", { name: "new" }, "");
    await expect.poll(() => answerCreate).toBeDefined();
    await account.listing("List", "");
    answerCreate?.();
    expect((await creation).status).toBe("created");
  });

  test("returns a new object if the old one is gone", async () => {
    const { account } = await serve({
      "GET /v1/agent": json(200, [{ id: 3 }]),
      "DELETE /v1/agent/3": text(204, ""),
      "POST /v1/agent": json(201, { id: 3 }),
    });
    await account.listing("SourceAgent", "");
    await account.remove("SourceAgent", "3", "");
    expect((await account.create("SourceAgent", { name: "new" }, "")).status).toBe("created");
  });
});

describe("a delete", () => {
  test.each<[string, Record<string, Handler>, string]>([
    ["a response without a body", { "DELETE /v1/agent/5": text(204, "") }, "deleted"],
    ["any response", { "DELETE /v1/agent/5": json(200, { ok: true }) }, "deleted"],
    [
      "gone already",
      { "DELETE /v1/agent/5": missing("5"), "GET /v1/agent": json(200, []), "GET /v1/agent/5": missing("5") },
      "gone",
    ],
    ["gone already, and nothing can be read", { "DELETE /v1/agent/5": missing("5") }, "gone"],
    [
      "reported as gone, and still shown",
      { "DELETE /v1/agent/5": missing("5"), "GET /v1/agent/5": json(200, { id: 5 }) },
      "error",
    ],
    ["an unknown route", { "DELETE /v1/agent/5": json(404, { message: "Cannot DELETE /v1/agent/5" }) }, "error"],
    ["an empty 404", { "DELETE /v1/agent/5": text(404, "") }, "error"],
    ["a page that is fine", { "DELETE /v1/agent/5": text(200, html) }, "error"],
    ["403", { "DELETE /v1/agent/5": json(403, { message: "no" }) }, "error"],
    ["lost, and then gone", { "DELETE /v1/agent/5": inTurn(reset, missing("5")) }, "gone"],
  ])("%s", async (_, routes, expected) => {
    const { account } = await serve(routes);
    const result = await account.remove("SourceAgent", "5", "source agent (id 5)").catch((error: unknown) => {
      expect(error).toBeInstanceOf(ServiceError);
      return "error";
    });
    expect(result).toBe(expected);
  });
});

describe("a delete that fails", () => {
  const accepted = () => json(202, { message: "accepted" });
  test.each<[string, Parameters<typeof serve>[0], boolean]>([
    ["at once", { "DELETE /v1/agent/5": json(422, { message: "no" }) }, false],
    ["after a lost attempt", { "DELETE /v1/agent/5": inTurn(reset, json(422, { message: "no" })) }, true],
    ["after it was accepted", { "DELETE /v1/agent/5": inTurn(accepted(), json(422, { message: "no" })) }, true],
    [
      "because the object cannot be read afterwards",
      { "DELETE /v1/agent/5": accepted(), "GET /v1/agent": json(500, {}) },
      true,
    ],
  ])("%s tells whether it may have taken effect", async (_, routes, expected) => {
    const { account } = await serve(routes);
    const failure = account.remove("SourceAgent", "5", "source agent (id 5)");
    await expect(failure).rejects.toMatchObject({ mayHaveTakenEffect: expected });
  });
});

describe("a change", () => {
  test("that only pauses uses the operation that every service has", async () => {
    const { account, service } = await serve({ "PATCH /v1/agent/5": json(200, { id: 5, paused: true }) });
    await account.update("SourceAgent", "5", { paused: true }, "");
    expect(service.received.at(-1)?.body).toBe('{"paused":true}');
  });

  test("whose response contains only some fields is followed by a read", async () => {
    const { account } = await serve({
      "GET /v1/agent": json(200, [{ id: 5, name: "a", paused: false }]),
      "GET /v1/agent/5": json(200, { id: 5, name: "a", paused: true }),
      "PATCH /v1/agent/5": json(200, { id: 5, paused: true }),
    });
    await account.listing("SourceAgent", "");
    await account.update("SourceAgent", "5", { paused: true }, "");
    expect(await account.find("SourceAgent", "5", "", { fresh: true })).toEqual({
      status: "found",
      answer: { id: "5", name: "a", paused: true },
    });
  });

  test("of a list is refused, because the service has no such operation", async () => {
    const { account, service } = await serve();
    await expect(account.update("List", "5", { name: "b" }, "list (id 5)")).rejects.toThrow(
      "no operation that changes a list",
    );
    expect(service.received.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
