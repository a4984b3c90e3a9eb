import { afterEach, describe, expect, it } from "vitest";
import { RateLimiter } from "../../sandbox/src/server/rateLimiter.js";
import { Bench } from "./support.js";

const bench = new Bench();
afterEach(() => bench.stop());

const statuses = async (count: number, caller?: { apiKey?: string; as?: number }) => {
  const found: number[] = [];
  for (let number = 0; number < count; number += 1) {
    found.push((await bench.call("GET", "/v1/user/me", undefined, caller)).status);
  }
  return found;
};
const repeat = (status: number, count: number) => Array.from({ length: count }, () => status);

describe("a window of the rate limit", () => {
  const options = { limit: 3, windowSeconds: 10, burst: 1, dailyLimit: 100 };
  const admitted = (instants: number[]) => {
    const limiter = new RateLimiter(options);
    return instants.map((instant) => limiter.admit(1, instant, 0) === undefined);
  };

  it.each([
    ["admits the limit and the burst at once", [0, 0, 0, 0, 0], [true, true, true, true, false]],
    [
      "counts by exact instants, not calendar windows",
      [9000, 9500, 9900, 9999, 10001, 18999],
      [true, true, true, true, false, false],
    ],
    [
      "admits one request for each that leaves the window",
      [0, 1000, 2000, 3000, 10000, 10500, 11000],
      [true, true, true, true, true, false, true],
    ],
    ["does not count rejected requests", [0, 0, 0, 0, 5000, 6000, 10000], [true, true, true, true, false, false, true]],
  ])("%s", (_name, instants, expected) => {
    expect(admitted(instants)).toEqual(expected);
  });

  it("returns how long to wait, rounded up to seconds", () => {
    const limiter = new RateLimiter(options);
    for (const instant of [0, 100, 200, 300]) limiter.admit(1, instant, 0);
    expect(limiter.admit(1, 1500, 0)).toEqual({ retryAfterSeconds: 9, reason: "window" });
    expect(limiter.admit(1, 9999, 0)).toEqual({ retryAfterSeconds: 1, reason: "window" });
  });

  it("never admits more than the limit and the burst, at random times of requests", () => {
    const limiter = new RateLimiter(options);
    const times: number[] = [];
    let lot = 12345;
    for (let instant = 0, number = 0; number < 3000; number += 1) {
      lot = (Math.imul(lot, 1103515245) + 12345) >>> 0;
      instant += lot % 900;
      if (limiter.admit(1, instant, 0) === undefined) times.push(instant);
      if (times.length > 90) break;
    }
    for (const [index, time] of times.entries()) {
      const inWindow = times.slice(0, index + 1).filter((other) => other > time - 10_000).length;
      expect(inWindow).toBeLessThanOrEqual(4);
    }
    expect(times.length).toBeGreaterThan(80);
  });
});

describe("the rate limit", () => {
  const rateLimit = { limit: 4, windowSeconds: 60, burst: 1 };

  it("is shared by all keys of a user, and by requests that act for members", async () => {
    await bench.start({ rateLimit });
    expect(await statuses(2)).toEqual([200, 200]);
    expect(await statuses(2, { apiKey: "osk_demo_owner_second" })).toEqual([200, 200]);
    expect(await statuses(2, { as: 102 })).toEqual([200, 429]);
    // A request with a member's own key counts against the member's limit.
    expect(await statuses(1, { apiKey: "osk_demo_alice" })).toEqual([200]);
  });

  it("responds with 429 and the time to wait, and admits requests again after the window", async () => {
    await bench.start({ rateLimit });
    await statuses(5);
    const refused = await bench.call("POST", "/v1/list", { name: "Not made" });
    expect(refused).toMatchObject({ status: 429, body: { statusCode: 429, error: "Too Many Requests" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    expect((await bench.sandbox.counts()).lists).toBe(0);
    await bench.sandbox.advance({ minutes: 1 });
    expect(await statuses(5)).toEqual(repeat(200, 5));
  });

  it("counts rejected impersonation and unknown routes, but not requests without a valid key", async () => {
    await bench.start({ rateLimit });
    await statuses(1, { as: 201 });
    await bench.call("GET", "/v1/nothing");
    await statuses(3, { apiKey: "osk_nobody" });
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  it("limits the requests of a day, until midnight UTC", async () => {
    await bench.start({ rateLimit: { limit: 100, dailyLimit: 3 }, startTime: "2026-03-02T23:00:00Z" });
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    const { headers } = await bench.call("GET", "/v1/user/me");
    expect(Number(headers.get("retry-after"))).toBe(3600);
    await bench.sandbox.advance({ hours: 1 });
    expect(await statuses(1)).toEqual([200]);
  });

  it("can be switched off and on while the sandbox runs", async () => {
    await bench.start({ rateLimit: false });
    expect(await statuses(120)).toEqual(repeat(200, 120));
    await bench.sandbox.configure({ rateLimit: { limit: 2, burst: 0 } });
    expect(await statuses(3)).toEqual([200, 200, 429]);
    expect((await bench.sandbox.state()).rateLimit).toEqual([{ accountId: 101, inWindow: 2, today: 2 }]);
  });

  it("is 100 requests per minute and 10 more by default", async () => {
    await bench.start({ rateLimit: undefined });
    expect(await statuses(111)).toEqual([...repeat(200, 110), 429]);
  });

  it("does not use up a fault for a rejected request", async () => {
    await bench.start({ rateLimit: { limit: 1, burst: 0 } });
    await statuses(1);
    await bench.sandbox.fault({ kind: "status", status: 503 });
    expect(await statuses(1)).toEqual([429]);
    expect(await bench.sandbox.faults()).toHaveLength(1);
  });
});
