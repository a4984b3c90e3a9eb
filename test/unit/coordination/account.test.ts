import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Surroundings } from "../../../provider/src/api/account";
import { systemClock } from "../../../provider/src/api/clock";
import { openCoordination } from "../../../provider/src/api/coordination/coordination";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import { ServiceError } from "../../../provider/src/api/errors";
import { operations } from "../../../provider/src/api/operation";
import type { Settings } from "../../../provider/src/api/settings";
import { open, settingsFor } from "../api/opening";
import { json, type PlainService, plainService } from "../api/plainService";
import { runNamed } from "./stages";

let folder: string;
let service: PlainService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "outreach-accounts-"));
  service = await plainService({
    "GET /v1/user/me": json(200, { id: 7 }),
    "GET /v1/list": json(200, [{ id: 1, name: "Leads" }]),
    "POST /v1/list": json(201, { id: 3, name: "a" }),
    "GET /v1/organization": json(200, { id: 1 }),
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const requests = (path: string) => service.received.filter((received) => received.path === path).length;

/** An account in a process of its own: a clock of its own keeps it from sharing anything but the file. */
const process = (name: string, changes: Partial<Settings> = {}, surroundings: Partial<Surroundings> = {}) =>
  open(service.origin, changes, {
    cacheFolder: folder,
    clock: { ...systemClock },
    run: runNamed(name),
    ...surroundings,
  });

describe("whose account it is", () => {
  test("is asked once for each key, and remembered for all processes", async () => {
    const first = process("one").account;
    await Promise.all([first.ask(operations.readOrganization, ""), first.ask(operations.readOrganization, "")]);
    expect(requests("/v1/user/me")).toBe(1);
    await process("other").account.ask(operations.readOrganization, "");
    expect(requests("/v1/user/me")).toBe(1);
    await process("other", { apiKey: "another-key-0123456789" }).account.ask(operations.readOrganization, "");
    expect(requests("/v1/user/me")).toBe(2);
  });

  test("is no request more where the acting user is asked for anyway", async () => {
    const { account } = process("one");
    expect(await account.actingUser()).toEqual({ id: "7" });
    expect(requests("/v1/user/me")).toBe(1);
  });

  test("is asked as the key's own user, whomever the run acts for", async () => {
    const { account } = process("one", { impersonateUserId: "9" });
    await account.ask(operations.readOrganization, "");
    expect(service.received.map(({ path, headers }) => [path, headers["x-impersonate-user-id"]])).toEqual([
      ["/v1/user/me", undefined],
      ["/v1/organization", "9"],
    ]);
  });

  test.each([
    ["an unknown route", json(404, { message: "Cannot GET /v1/user/me", statusCode: 404 })],
    ["a refusal", json(403, { message: "Forbidden", statusCode: 403 })],
    ["no user", json(200, { hello: "world" })],
  ])("is the key's own where the service answers %s, and the run goes on", async (_, answer) => {
    service.routes.set("GET /v1/user/me", answer);
    expect(await process("one").account.ask(operations.readOrganization, "")).toEqual({ id: 1 });
    expect(await process("other").account.ask(operations.readOrganization, "")).toEqual({ id: 1 });
    expect(requests("/v1/user/me")).toBe(2);
  });

  test("is asked again where it could not be asked, and creates are one at a time all the same", async () => {
    let asked = 0;
    service.routes.set("GET /v1/user/me", (received, response) => {
      asked += 1;
      json(asked <= 5 ? 500 : 200, { id: 7 })(received, response);
    });
    const [one, other] = [process("one").account, process("other").account];
    // Five attempts are all that a read gets: it goes on without an answer.
    expect(await one.ask(operations.readOrganization, "")).toEqual({ id: 1 });
    expect(await other.actingUser()).toEqual({ id: "7" });
    expect(asked).toBe(6);
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 100));
      inside -= 1;
    };
    await Promise.all([one.creating("List", work), other.creating("List", work)]);
    expect(most).toBe(1);
  });

  const coordination = async (name: string, changes: Partial<Settings>, owner: string | undefined) => {
    const opened = openCoordination({
      settings: settingsFor("http://127.0.0.1:4010", changes),
      limit: { requests: 3, windowMilliseconds: 60_000 },
      clock: { ...systemClock },
      random: Math.random,
      cacheFolder: folder,
      run: runNamed(name),
      say: () => undefined,
      warn: () => undefined,
    });
    expect(await opened.begin(async () => owner ?? "notTold")).toBe(true);
    return opened;
  };
  const count = async (opened: Awaited<ReturnType<typeof coordination>>, wanted: number) => {
    const taken = await opened.take(wanted);
    return "retryIn" in taken ? 0 : taken.length;
  };

  test("two keys of one user share one limit, and keys of two users do not", async () => {
    // The request that asked whose key it is counts as well.
    expect(await count(await coordination("one", { apiKey: "key-one" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { apiKey: "key-two" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { apiKey: "key-three" }, "8"), 9)).toBe(2);
    expect(await count(await coordination("other", { apiKey: "key-four" }, undefined), 9)).toBe(3);
  });

  test("this machine's names are one account, and other services are others", async () => {
    expect(await count(await coordination("one", { origin: "http://localhost:4010" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { origin: "http://127.0.0.1:4010" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { origin: "http://[::1]:4010" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { origin: "http://localhost:4011" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { origin: "https://outreach.example.com" }, "7"), 9)).toBe(2);
  });
});

test("a listing is read again where another process may have made the object meanwhile, and only then", async () => {
  const { account } = process("one");
  const other = process("other").account;
  await account.actingUser();
  const look = (name?: string) => account.listing("List", "", { unlessMade: { kind: "List", name } });
  await look("Leads");
  await look("Leads");
  expect(requests("/v1/list")).toBe(1);
  service.routes.set("POST /v1/list", json(201, { id: 3, name: "Leads" }));
  await other.creating("List", () => other.create("List", { name: "Leads" }, ""));
  const sent = requests("/v1/list");
  await look("Others");
  expect(requests("/v1/list")).toBe(sent);
  await look("Leads");
  expect(requests("/v1/list")).toBe(sent + 1);
  await look();
  expect(requests("/v1/list")).toBe(sent + 1);
  // What its sender does not know either may be there at any time.
  service.routes.set("POST /v1/list", (_, response) => void response.destroy());
  await other.creating("List", () => other.create("List", { name: "Lost" }, ""));
  const lost = requests("/v1/list");
  await look("Lost");
  await look("Lost");
  expect(requests("/v1/list")).toBe(lost + 2);
  other.noteCreated("List", "9");
  await other.close();
  expect(await account.createdElsewhere("List")).toEqual(new Set(["3", "9"]));
  expect(await other.createdElsewhere("List")).toEqual(new Set());
});

test("a reading that began before another process created is no answer to who creates next", async () => {
  const { account } = process("one");
  const other = process("other").account;
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

test("a creation that is answered with what another process has created is not that object", async () => {
  const create = async (name: string, looksFirst: boolean) => {
    const { account } = process(name);
    await account.actingUser();
    if (looksFirst) await account.listing("List", "");
    const creation = await account.creating("List", () => account.create("List", { name }, ""));
    await account.close();
    return creation;
  };
  expect((await create("one", false)).status).toBe("created");
  // A whole listing that was read since then shows that it is gone: its id may be given anew.
  expect((await create("other", true)).status).toBe("created");
  expect(await create("third", false)).toEqual({ status: "lost", cause: expect.stringContaining("adopt: 3") });
});

test("a create that is refused, or not sent, is none", async () => {
  const { account } = process("one");
  const other = process("other", {}, { beforeCreate: () => Promise.reject(new Error("the engine is gone")) }).account;
  const look = () => account.listing("List", "", { unlessMade: { kind: "List", name: "a" } });
  await account.actingUser();
  await look();
  await expect(other.creating("List", () => other.create("List", { name: "a" }, ""))).rejects.toThrow("engine is gone");
  service.routes.set("POST /v1/list", json(400, { message: "name must be a string", statusCode: 400 }));
  const refused = process("third").account;
  await expect(refused.creating("List", () => refused.create("List", { name: "a" }, ""))).rejects.toThrow("must be");
  await Promise.all([other.close(), refused.close()]);
  await look();
  const sent = service.received.filter(({ path }) => path === "/v1/list").map(({ method }) => method);
  expect(sent).toEqual(["GET", "POST"]);
});

test("creates of one kind go one at a time in one process, others beside them; a failure passes the turn on", async () => {
  const { account } = process("one");
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

describe("a run that is ended", () => {
  const ended = new ServiceError("nothing was sent: the run was ended", { category: "settings" });

  test("does not wait for what would be tried again", async () => {
    const { account } = process("one");
    await account.actingUser();
    service.routes.set("GET /v1/organization", json(503, {}, { "retry-after": "500" }));
    const refused = account.ask(operations.readOrganization, "").catch((error: unknown) => error);
    while (requests("/v1/organization") === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await account.stop(ended);
    expect(await refused).toBe(ended);
    expect(requests("/v1/organization")).toBe(1);
  });

  test("sends nothing more, and lets what is under way end and be written down", async () => {
    const { account } = process("one", { requestsPerMinute: 4 });
    const other = process("other").account;
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
    // The turn is free, and others know what was made.
    await other.actingUser();
    await other.creating("List", async () => undefined);
    expect(await other.createdElsewhere("List")).toEqual(new Set(["3"]));
  });
});

test("names are told apart by their digests alone, and spaces around them do not count", () => {
  expect(nameDigest(" Leads ")).toBe(nameDigest("Leads"));
  expect(nameDigest("leads")).not.toBe(nameDigest("Leads"));
  expect(nameDigest("Leads")).not.toContain("Leads");
});
