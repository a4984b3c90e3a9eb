import { afterEach, describe, expect, it } from "vitest";
import type { FaultRequest } from "../../sandbox/src/index.js";
import { useSandbox } from "./support.js";

const bench = useSandbox();
afterEach(() => bench.sandbox.clearFaults());

interface Outcome {
  status?: number;
  headers?: Record<string, string | null>;
  text?: string;
  json?: unknown;
  failed?: true;
}

const shownHeaders = ["content-type", "date", "retry-after", "x-odd"];

async function post(signal?: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(`${bench.sandbox.url}/v1/list`, {
      method: "POST",
      headers: { authorization: "Bearer osk_demo_owner", "content-type": "application/json" },
      body: JSON.stringify({ name: "Founders" }),
      signal,
    });
    const text = await response.text();
    const headers = Object.fromEntries(shownHeaders.map((name) => [name, response.headers.get(name)]));
    return { status: response.status, headers, text, json: jsonIn(text) };
  } catch {
    return { failed: true };
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "not JSON";
  }
}

const lists = async () => (await bench.sandbox.counts()).lists;
const last = async () => (await bench.sandbox.log({ path: "/v1", last: 1 })).requests[0];

/** Faults of a request that creates a list, whether the list is created, and what the client receives. */
const kinds: [string, FaultRequest, "before" | "after", Outcome | ((outcome: Outcome) => void)][] = [
  [
    "status before",
    { kind: "status", status: 503 },
    "before",
    { status: 503, json: { statusCode: 503, error: "Service Unavailable" } },
  ],
  ["status after", { kind: "status", status: 500, when: "after" }, "after", { status: 500 }],
  [
    "status with a body and headers",
    { kind: "status", status: 418, body: { odd: true }, headers: { "X-Odd": "yes" } },
    "before",
    { status: 418, headers: { "x-odd": "yes" }, text: '{"odd":true}' },
  ],
  [
    "status with a text",
    { kind: "status", status: 502, body: "Bad gateway", when: "after" },
    "after",
    { headers: { "content-type": expect.stringMatching(/^text\/plain/) }, text: "Bad gateway" },
  ],
  ["reset before", { kind: "reset" }, "before", { failed: true }],
  ["reset after", { kind: "reset", when: "after" }, "after", { failed: true }],
  ["truncate", { kind: "truncate" }, "after", { failed: true }],
  ["truncate before", { kind: "truncate", when: "before" }, "before", { failed: true }],
  ["truncate, as a complete answer", { kind: "truncate", complete: true }, "after", { status: 201, json: "not JSON" }],
  [
    "foreign",
    { kind: "foreign" },
    "after",
    {
      ...{ status: 201, text: expect.stringMatching(/^<!doctype html>/) },
      headers: { "content-type": expect.stringMatching(/^text\/html/) },
    },
  ],
  [
    "foreign before",
    { kind: "foreign", when: "before", status: 502, body: "<p>proxy</p>" },
    "before",
    { status: 502, text: "<p>proxy</p>" },
  ],
  ["empty", { kind: "empty" }, "after", { status: 201, text: "" }],
  ["empty before", { kind: "empty", when: "before", status: 200 }, "before", { status: 200, text: "" }],
  [
    "rateLimit",
    { kind: "rateLimit", retryAfterSeconds: 7 },
    "before",
    { status: 429, headers: { "retry-after": "7" } },
  ],
  ["rateLimit without a time", { kind: "rateLimit" }, "before", { status: 429, headers: { "retry-after": null } }],
  [
    "rateLimit with a date",
    { kind: "rateLimit", retryAfterSeconds: 60, asDate: true },
    "before",
    ({ headers }) => {
      const date = headers?.["retry-after"] ?? "";
      expect(date).toMatch(/GMT$/);
      // From the service's time, which differs from the machine's when it stands still or was moved ahead.
      expect(Date.parse(date) - Date.parse(headers?.date ?? "")).toBe(60_000);
    },
  ],
  ["rateLimit after", { kind: "rateLimit", when: "after" }, "after", { status: 429 }],
  ["delay before", { kind: "delay", milliseconds: 30 }, "after", { status: 201 }],
  ["delay after", { kind: "delay", milliseconds: 30, when: "after" }, "after", { status: 201 }],
  ["drip", { kind: "drip", pieces: 4, milliseconds: 5 }, "after", { status: 201, json: { name: "Founders" } }],
];

describe("a fault", () => {
  it.each(kinds)("%s", async (_name, fault, applied, received) => {
    const before = await lists();
    const { id } = await bench.sandbox.fault({ ...fault, method: "POST", path: "/v1/list" });
    const outcome = await post();
    if (typeof received === "function") received(outcome);
    else expect(outcome).toMatchObject(received);
    expect(await lists()).toBe(applied === "after" ? before + 1 : before);
    const record = await last();
    expect(record?.fault).toMatchObject({ id, kind: fault.kind });
    expect(record?.applied).toBe(applied === "after");
    expect(record?.created === null).toBe(applied === "before");
    expect((await post()).status).toBe(201);
  });

  it.each(["before", "after"] as const)(
    "hang %s: the connection stays open without a response until the client closes it",
    async (when) => {
      const before = await lists();
      const { id } = await bench.sandbox.fault({ kind: "hang", when, path: "/v1/list" });
      const client = new AbortController();
      const outcome = post(client.signal);
      while ((await last())?.fault?.id !== id || (when === "after" && !(await last())?.applied)) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      client.abort();
      expect(await outcome).toEqual({ failed: true });
      expect(await lists()).toBe(when === "after" ? before + 1 : before);
      expect(await last()).toMatchObject({ status: null, applied: when === "after", fault: { kind: "hang", when } });
    },
  );

  it("affects `count` matching requests after `skip` others", async () => {
    await bench.sandbox.fault({ kind: "status", status: 503, method: "post", path: "/v1/list", count: 2, skip: 1 });
    const seen: (number | undefined)[] = [];
    for (let number = 0; number < 4; number += 1) seen.push((await post()).status);
    expect(seen).toEqual([201, 503, 503, 201]);
    expect(await bench.sandbox.faults()).toEqual([]);
  });

  it.each([
    ["another method", { method: "GET" }, 201],
    ["another path", { path: "/v1/agent" }, 201],
    ["a longer path", { path: "/v1/list/*" }, 201],
    ["another user", { userId: 102 }, 201],
    ["this user", { userId: 101 }, 503],
    ["one part", { path: "/v1/*" }, 503],
    ["any number of parts", { path: "/**" }, 503],
    ["anything", {}, 503],
  ])("matches or passes: %s", async (_name, match, status) => {
    await bench.sandbox.fault({ kind: "status", status: 503, ...match });
    expect((await post()).status).toBe(status);
  });

  it("applies in the order of adding, one for each request", async () => {
    await bench.sandbox.fault({ kind: "status", status: 500 });
    await bench.sandbox.fault({ kind: "status", status: 502 });
    expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([500, 502, 201]);
  });

  it("is removed by clearFaults", async () => {
    await bench.sandbox.fault({ kind: "status", status: 500, count: 10 });
    expect(await bench.sandbox.clearFaults()).toEqual({ cleared: 1 });
    expect((await post()).status).toBe(201);
  });

  it.each([
    ["an unknown kind", { kind: "explode" }, /kind/],
    ["no status", { kind: "status" }, /status/],
    ["an unknown field", { kind: "reset", color: "red" }, /color should not exist/],
    ["a count of 0", { kind: "reset", count: 0 }, /count/],
  ])("is rejected with %s", async (_name, fault, problem) => {
    await expect(bench.sandbox.fault(fault as FaultRequest)).rejects.toThrow(problem);
  });
});
