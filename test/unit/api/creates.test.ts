import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Coordination } from "../../../provider/src/api/coordination/coordination";
import { TurnLost } from "../../../provider/src/api/coordination/turns";
import { type AccountStage, accountStage } from "../coordination/accountStage";
import { html, openFast } from "./failing";
import { fastClock } from "./fakeClock";
import { type Handler, inTurn, json, me, type PlainService, plainService, text } from "./plainService";

let service: PlainService;
beforeEach(async () => {
  service = await plainService(me);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const old = { id: 1, name: "old" };
const namesake = { id: 2, name: "new" };
const listed = (...answers: unknown[]) => json(200, answers);
const partly = (...answers: unknown[]) => json(200, { data: answers, total: 9 });
const sent = () => service.received.filter(({ method }) => method === "POST").length;

/** Creates the list "new" after reading the listing; the listing changes during and after the create. */
async function create(post: Handler, before: Handler, after: Handler) {
  service.routes.set("POST /v1/list", post);
  service.routes.set("GET /v1/list", before);
  const { account } = openFast(service);
  await account.listing("List", "");
  service.routes.set("GET /v1/list", after);
  return await account.create("List", { name: "new" }, "");
}

const missing = json(404, { message: "Cannot GET /v1/list", statusCode: 404 });
const forbidden = json(403, { message: "Forbidden", statusCode: 403 });

// The object in the response, the listing before and after the create, and the outcome.
const asAsked = { id: 9, name: "new" };
const other = { name: "other" };
const star = { name: "NEW*" };
const otherName = "has another name";
const unlisted = "is not listed, while a new one of this name is,";
test.each<[string, object, Handler, Handler, "created" | { readonly lost: string }]>([
  ["as asked", { name: "new" }, listed(), forbidden, "created"],
  ["nothing", {}, listed(), forbidden, "created"],
  ["nothing, and nothing else is new", {}, listed(namesake), listed(namesake), "created"],
  ["nothing, and is listed as asked, beside a new namesake", {}, listed(), listed(namesake, asAsked), "created"],
  ["nothing, and a new one has the name", {}, listed(), listed(old, namesake), { lost: unlisted }],
  [
    "nothing, and is listed with another name beside a new one that has it",
    {},
    listed(),
    listed({ id: 9, ...other }, namesake),
    { lost: "is listed without this name, while a new one has it," },
  ],
  ["otherwise, and nothing else is new", star, listed(old), listed(old, { id: 9, ...star }), "created"],
  ["otherwise, and is listed as asked", other, listed(), listed(asAsked), "created"],
  ["otherwise, and is listed beside an older namesake", other, listed(namesake), listed(namesake), "created"],
  ["otherwise, and a new one has the name", other, listed(), listed(namesake), { lost: otherName }],
  [
    "otherwise, and a new one among others has the name",
    other,
    listed(old),
    listed(old, { id: 9, ...other }, namesake),
    { lost: otherName },
  ],
  ["otherwise, and nothing can be listed", other, listed(), forbidden, { lost: otherName }],
])("a response that names its object %s", async (_, named, before, after, expected) => {
  const made = await create(json(201, { id: 9, ...named }), before, after);
  expect(made).toMatchObject(
    expected === "created"
      ? { status: "created", answer: { id: "9" } }
      : { status: "lost", cause: expect.stringContaining(`id 9, which ${expected.lost} and may be another list`) },
  );
  expect(sent()).toBe(1);
});

describe("after a refusal because of the limit", () => {
  const own = (seconds: number) => json(429, { message: "Too many" }, { "retry-after": `${seconds}` });
  const gateway = text(429, html, { "retry-after": "1" });
  const made = json(201, { id: 9, name: "new" });

  // The refusal, the listing before and after it, and whether the create is sent again.
  test.each<[string, Handler, Handler, Handler, "again" | "lost"]>([
    ["the service's, nothing new", own(1), listed(old), listed(old), "again"],
    ["the service's, a new one of another name", own(1), listed(), listed(old), "again"],
    ["the service's, an older one of this name", own(1), listed(namesake), listed(namesake), "again"],
    ["the service's, a new one of this name", own(1), listed(), listed(old, namesake), "lost"],
    ["the service's, a new one without a name", own(1), listed(), listed({ id: 2 }), "lost"],
    ["the service's, a part of the listing", own(1), partly(old), partly(old), "again"],
    ["the service's, no listing", own(1), missing, missing, "again"],
    ["the service's, a listing that fails", own(1), listed(), forbidden, "lost"],
    ["a gateway's, nothing new", gateway, listed(old), listed(old), "again"],
    ["a gateway's, a new one of this name", gateway, listed(old), listed(old, namesake), "lost"],
    ["a gateway's, a part of the listing", gateway, partly(old), partly(old), "lost"],
    ["a gateway's, no listing", gateway, missing, missing, "lost"],
    ["a gateway's, a listing that fails", gateway, listed(), forbidden, "lost"],
  ])("%s", async (_, refusal, before, after, expected) => {
    const { status } = await create(inTurn(refusal, made), before, after);
    expect([status, sent()]).toEqual(expected === "again" ? ["created", 2] : ["lost", 1]);
  });

  test("that asks for more time than there is, the service's refusal counts although nothing can be listed", async () => {
    await expect(create(own(80_000), listed(), forbidden)).rejects.toMatchObject({ category: "rateLimit" });
    expect(sent()).toBe(1);
    const doubtful = await create(text(429, html, { "retry-after": "80000" }), listed(), forbidden);
    expect(doubtful.status).toBe("lost");
  });
});

describe("the record of a create for other processes", () => {
  const told = () => vi.spyOn(Coordination.prototype, "settled");
  const creation = expect.objectContaining({ kind: "List" });

  test.each<[string, Handler, unknown[]]>([
    [
      "that is refused in the service's own words",
      json(400, { message: "no", statusCode: 400 }),
      [[creation, "refused"]],
    ],
    ["that is redirected", text(301, "", { location: "/elsewhere" }), [[creation, "refused"]]],
    ["that a gateway refuses", text(400, html), []],
    ["that is refused in other words", json(400, { error: { message: "no" } }), []],
    ["that is lost", json(500, { message: "no" }), []],
    ["with a response without an id", json(201, { id: null, name: "new" }), []],
    ["with a response", json(201, { id: 9, name: "new" }), [[creation, { id: "9" }]]],
  ])("%s", async (_, post, expected) => {
    const settled = told();
    await create(post, listed(), listed()).catch(() => undefined);
    expect(settled.mock.calls).toEqual(expected);
  });

  test("that was recorded, and can no longer be sent: that it was refused", async () => {
    const settled = told();
    vi.spyOn(Coordination.prototype, "sending").mockRejectedValue(new Error("the turn is lost"));
    await expect(create(json(201, { id: 9 }), listed(), listed())).rejects.toThrow("the turn is lost");
    expect(settled.mock.calls).toEqual([[creation, "refused"]]);
    expect(sent()).toBe(0);
  });

  test("that lost its turn: its next attempt sees what another process has created meanwhile", async () => {
    vi.spyOn(Coordination.prototype, "sending").mockRejectedValueOnce(new TurnLost());
    service.routes.set("GET /v1/list", listed());
    const { account } = openFast(service);
    await account.listing("List", "");
    service.routes.set("GET /v1/list", listed(namesake));
    await expect(account.create("List", { name: "new" }, "")).rejects.toBeInstanceOf(TurnLost);
    expect(await account.listing("List", "")).toMatchObject({ answers: [{ id: "2", name: "new" }] });
  });

  test("that was not recorded yet: nothing", async () => {
    const settled = told();
    service.routes.set("POST /v1/list", json(201, { id: 9 }));
    const { account } = openFast(service, {}, { beforeCreate: () => Promise.reject(new Error("the engine is gone")) });
    await expect(account.create("List", { name: "new" }, "")).rejects.toThrow("the engine is gone");
    expect(settled).not.toHaveBeenCalled();
  });

  test("that was lost and is found later: its id, once", async () => {
    const settled = told();
    service.routes.set("POST /v1/list", json(500, { message: "no" }));
    const { account } = openFast(service);
    account.noteCreated("List", "8");
    await account.create("List", { name: "new" }, "");
    account.noteCreated("List", "9");
    account.noteCreated("List", "10");
    expect(settled.mock.calls).toEqual([[creation, { id: "9" }]]);
  });
});

describe("an object that another process has created meanwhile", () => {
  let stage: AccountStage;
  beforeEach(async () => {
    stage = await accountStage();
  });
  afterEach(() => stage.close());

  /** A process for which a minute passes in some milliseconds. */
  const process = (name: string) =>
    stage.process(name, { requestTimeoutSeconds: 2000 }, { clock: fastClock(1000) }).account;
  const createList = async (account: ReturnType<typeof process>) => {
    const made = await account.creating("List", () => account.create("List", { name: "a" }, ""));
    await account.close();
    return made;
  };

  test("is not mistaken for the new one, although an earlier listing lacks it", async () => {
    const other = process("other");
    await other.listing("List", "");
    expect((await createList(process("one"))).status).toBe("created");
    expect(await createList(other)).toEqual({
      status: "lost",
      token: expect.any(String),
      cause: expect.any(String),
      existing: "3",
    });
  });

  test("does not prevent a create from being sent again after the limit, although it has the same name", async () => {
    expect((await createList(process("one"))).status).toBe("created");
    stage.service.routes.set("GET /v1/list", listed({ id: 3, name: "a" }));
    stage.service.routes.set(
      "POST /v1/list",
      inTurn(json(429, { message: "Too many" }, { "retry-after": "1" }), json(201, { id: 4, name: "a" })),
    );
    expect(await createList(process("other"))).toMatchObject({ status: "created", answer: { id: "4" } });
  });
});
