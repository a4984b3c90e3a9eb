import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { openCoordination } from "../../../provider/src/api/coordination/coordination";
import { operations } from "../../../provider/src/api/operation";
import type { Settings } from "../../../provider/src/api/settings";
import { settingsFor } from "../api/opening";
import { json, type PlainService } from "../api/plainService";
import { type AccountStage, accountStage } from "./accountStage";
import { runNamed } from "./stages";

let stage: AccountStage;
let service: PlainService;
beforeEach(async () => {
  stage = await accountStage();
  ({ service } = stage);
});
afterEach(() => stage.close());

describe("the user of a key", () => {
  test("is requested once for each key, and recorded for all processes", async () => {
    const first = stage.process("one").account;
    await Promise.all([first.ask(operations.readOrganization, ""), first.ask(operations.readOrganization, "")]);
    expect(stage.requests("/v1/user/me")).toBe(1);
    await stage.process("other").account.ask(operations.readOrganization, "");
    expect(stage.requests("/v1/user/me")).toBe(1);
    await stage.process("other", { apiKey: "another-key-0123456789" }).account.ask(operations.readOrganization, "");
    expect(stage.requests("/v1/user/me")).toBe(2);
  });

  test("costs no extra request if the acting user is requested as well", async () => {
    const { account } = stage.process("one");
    expect(await account.actingUser()).toEqual({ id: "7" });
    expect(stage.requests("/v1/user/me")).toBe(1);
  });

  test("is requested without the run's member", async () => {
    const { account } = stage.process("one", { impersonateUserId: "9" });
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
  ])("is not required: the key has its own account if the service returns %s", async (_, answer) => {
    service.routes.set("GET /v1/user/me", answer);
    expect(await stage.process("one").account.ask(operations.readOrganization, "")).toEqual({ id: 1 });
    expect(await stage.process("other").account.ask(operations.readOrganization, "")).toEqual({ id: 1 });
    expect(stage.requests("/v1/user/me")).toBe(2);
  });

  test("is requested again after a failure, and creates are still one at a time", async () => {
    let asked = 0;
    service.routes.set("GET /v1/user/me", (received, response) => {
      asked += 1;
      json(asked <= 5 ? 500 : 200, { id: 7 })(received, response);
    });
    const [one, other] = [stage.process("one").account, stage.process("other").account];
    // A read gets only five attempts: it continues without a response.
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
      cacheFolder: stage.folder,
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

  test("determines which keys share one limit: two of one user do, and two of two users do not", async () => {
    // The request for the user counts as well.
    expect(await count(await coordination("one", { apiKey: "key-one" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { apiKey: "key-two" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { apiKey: "key-three" }, "8"), 9)).toBe(2);
    expect(await count(await coordination("other", { apiKey: "key-four" }, undefined), 9)).toBe(3);
  });

  test("belongs to one account under all names of this machine, and to a different one at other services", async () => {
    expect(await count(await coordination("one", { origin: "http://localhost:4010" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { origin: "http://127.0.0.1:4010" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { origin: "http://[::1]:4010" }, "7"), 9)).toBe(0);
    expect(await count(await coordination("other", { origin: "http://localhost:4011" }, "7"), 9)).toBe(2);
    expect(await count(await coordination("other", { origin: "https://outreach.example.com" }, "7"), 9)).toBe(2);
  });
});
