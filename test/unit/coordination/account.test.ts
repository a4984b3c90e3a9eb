import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import { ServiceError } from "../../../provider/src/api/errors";
import { operations } from "../../../provider/src/api/operation";
import { json, type PlainService } from "../api/plainService";
import { type AccountStage, accountStage } from "./accountStage";

let stage: AccountStage;
let service: PlainService;
beforeEach(async () => {
  stage = await accountStage();
  ({ service } = stage);
});
afterEach(() => stage.close());

test("a listing is read again only if another process may have created the object meanwhile", async () => {
  const { account } = stage.process("one");
  const other = stage.process("other").account;
  await account.actingUser();
  const look = (name?: string) => account.listing("List", "", { unlessMade: { kind: "List", name } });
  await look("Leads");
  await look("Leads");
  expect(stage.requests("/v1/list")).toBe(1);
  service.routes.set("POST /v1/list", json(201, { id: 3, name: "Leads" }));
  await other.creating("List", () => other.create("List", { name: "Leads" }, ""));
  const sent = stage.requests("/v1/list");
  await look("Others");
  expect(stage.requests("/v1/list")).toBe(sent);
  await look("Leads");
  expect(stage.requests("/v1/list")).toBe(sent + 1);
  await look();
  expect(stage.requests("/v1/list")).toBe(sent + 1);
  // A create with an unknown outcome may take effect at any time.
  service.routes.set("POST /v1/list", (_, response) => void response.destroy());
  await other.creating("List", () => other.create("List", { name: "Lost" }, ""));
  const lost = stage.requests("/v1/list");
  await look("Lost");
  await look("Lost");
  expect(stage.requests("/v1/list")).toBe(lost + 2);
  other.noteCreated("List", "9");
  await other.close();
  expect(await account.records.elsewhere("List")).toEqual(new Set(["3", "9"]));
  expect(await other.records.elsewhere("List")).toEqual(new Set());
});

test("a listing that began before another process created is not used for the next create", async () => {
  const { account } = stage.process("one");
  const other = stage.process("other").account;
  await Promise.all([account.actingUser(), other.actingUser()]);
  let answer = () => undefined as unknown;
  let begun = () => undefined as unknown;
  const asked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  service.routes.set("GET /v1/list", (received, response) => {
    begun();
    answer = () => json(200, [])(received, response);
  });
  const old = account.listing("List", "");
  await asked;
  service.routes.set("GET /v1/list", json(200, [{ id: 3, name: "Leads" }]));
  await other.creating("List", () => other.create("List", { name: "Leads" }, ""));
  await other.close();
  const next = account.creating("List", () =>
    account.listing("List", "", { unlessMade: { kind: "List", name: "Leads" } }),
  );
  answer();
  expect((await old)?.answers).toEqual([]);
  expect((await next)?.answers).toEqual([{ id: "3", name: "Leads" }]);
});

test("a create whose response has another process's object counts as lost", async () => {
  const create = async (name: string, looksFirst: boolean) => {
    const { account } = stage.process(name);
    await account.actingUser();
    if (looksFirst) await account.listing("List", "");
    const creation = await account.creating("List", () => account.create("List", { name }, ""));
    await account.close();
    return creation;
  };
  expect((await create("one", false)).status).toBe("created");
  // A complete listing that was read since then shows that the object is gone: the service may reuse its id.
  expect((await create("other", true)).status).toBe("created");
  expect(await create("third", false)).toEqual({
    status: "lost",
    token: expect.any(String),
    cause: expect.any(String),
    existing: "3",
  });
});

test("a create that is refused or not sent does not count as a creation", async () => {
  const { account } = stage.process("one");
  const other = stage.process(
    "other",
    {},
    { beforeCreate: () => Promise.reject(new Error("the engine is gone")) },
  ).account;
  const look = () => account.listing("List", "", { unlessMade: { kind: "List", name: "a" } });
  await account.actingUser();
  await look();
  await expect(other.creating("List", () => other.create("List", { name: "a" }, ""))).rejects.toThrow("engine is gone");
  service.routes.set("POST /v1/list", json(400, { message: "name must be a string", statusCode: 400 }));
  const refused = stage.process("third").account;
  await expect(refused.creating("List", () => refused.create("List", { name: "a" }, ""))).rejects.toThrow("must be");
  await Promise.all([other.close(), refused.close()]);
  await look();
  const sent = service.received.filter(({ path }) => path === "/v1/list").map(({ method }) => method);
  expect(sent).toEqual(["GET", "POST"]);
});

test("creates of one kind run one at a time in one process, concurrently with other kinds; a failure passes on the turn", async () => {
  const { account } = stage.process("one");
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push(`${name} ends`);
    if (name === "first") throw new Error("on purpose");
  };
  const all = await Promise.allSettled([
    account.creating("List", work("first")),
    account.creating("List", work("second")),
    account.creating("Campaign", work("other")),
  ]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(steps.filter((step) => !step.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
  ]);
  expect(steps.indexOf("other begins")).toBeLessThan(steps.indexOf("first ends"));
});

describe("a stopped run", () => {
  const ended = new ServiceError(["nothing was sent: the run was ended"], { category: "settings" });

  test("does not wait for retries", async () => {
    const { account } = stage.process("one");
    await account.actingUser();
    service.routes.set("GET /v1/organization", json(503, {}, { "retry-after": "500" }));
    const refused = account.ask(operations.readOrganization, "").catch((error: unknown) => error);
    while (stage.requests("/v1/organization") === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await account.stop(ended);
    expect(await refused).toBe(ended);
    expect(stage.requests("/v1/organization")).toBe(1);
  });

  test("sends nothing more, and records the outcome of the request on its way", async () => {
    const { account } = stage.process("one", { requestsPerMinute: 4 });
    const other = stage.process("other").account;
    let answer = () => undefined as unknown;
    service.routes.set("POST /v1/list", (received, response) => {
      answer = () => json(201, { id: 3, name: "a" })(received, response);
    });
    await account.actingUser();
    const created = account.creating("List", () => account.create("List", { name: "a" }, ""));
    while (service.received.every(({ method }) => method !== "POST")) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const queued = account.creating("List", () => account.create("List", { name: "b" }, "")).catch((error) => error);
    const reads = [1, 2, 3, 4].map(() => account.ask(operations.readOrganization, "").catch((error) => error));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const stopping = account.stop(ended);
    answer();
    await stopping;
    expect(await created).toMatchObject({ status: "created", answer: { id: "3" } });
    expect(await queued).toBe(ended);
    expect((await Promise.all(reads)).filter((result) => result === ended)).toHaveLength(2);
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(1);
    await expect(account.ask(operations.readOrganization, "")).rejects.toBe(ended);
    // The turn is free, and other processes know what was created.
    await other.actingUser();
    await other.creating("List", async () => undefined);
    expect(await other.records.elsewhere("List")).toEqual(new Set(["3"]));
  });
});

test("names are compared by their digests, and spaces around them do not count", () => {
  expect(nameDigest(" Leads ")).toBe(nameDigest("Leads"));
  expect(nameDigest("leads")).not.toBe(nameDigest("Leads"));
  expect(nameDigest("Leads")).not.toContain("Leads");
});
