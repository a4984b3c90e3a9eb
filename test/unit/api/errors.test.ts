import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAccount } from "../../../provider/src/api/service";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { about, body, failure, html, nest, openFast, refuseCampaigns } from "./failing";
import { fastClock } from "./fakeClock";
import { open, settingsFor } from "./opening";
import { type Handler, inTurn, json, listening, type PlainService, plainService, reset, text } from "./plainService";

let service: PlainService;
beforeEach(async () => {
  service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }) });
});
afterEach(() => service.close());

describe("reads and changes are retried a few times", () => {
  const failedRead = () => failure(open(service.origin).account.find("Campaign", "5", about, { fresh: true }));

  test.each<[string, Handler]>([
    ["500", nest(500, "oops")],
    ["502, HTML", text(502, html)],
    ["503", json(503, {}, { "retry-after": "0" })],
    ["reset", reset],
  ])("%s", async (_, handler) => {
    refuseCampaigns(service, inTurn(handler, handler, json(200, { id: 5, name: "b" })));
    const { account } = open(service.origin);
    expect(await account.update("Campaign", "5", { name: "b" }, about)).toEqual({ id: "5", name: "b" });
    refuseCampaigns(service, inTurn(handler, handler, json(200, { id: 5, name: "b" })));
    const found = { status: "found", answer: { id: "5", name: "b" } };
    expect(await account.find("Campaign", "5", about, { fresh: true })).toEqual(found);
  });

  test.each<[string, Handler, string]>([
    ["500", nest(500, "oops"), "→ 500"],
    ["empty", text(200, ""), "the answer is empty"],
    ["cut off", text(200, '{"id":5,"na'), "is not JSON, or was cut off"],
    ["reset", reset, "the connection broke before an answer arrived"],
  ])("%s each time", async (_, handler, part) => {
    refuseCampaigns(service, handler);
    const error = await failedRead();
    expect(error.message).toContain("GET /v1/campaign/5");
    expect(error.message).toContain(part);
    expect(service.received.filter(({ path }) => path === "/v1/campaign/5")).toHaveLength(5);
  });

  test("a web page instead of an object is not retried", async () => {
    refuseCampaigns(service, text(200, html));
    const error = await failedRead();
    expect(error.message).toContain("this address answers with a web page: check baseUrl (OUTREACH_BASE_URL)");
    expect(service.received.filter(({ path }) => path === "/v1/campaign/5")).toHaveLength(1);
  });

  test("a different object in a response is refused", async () => {
    refuseCampaigns(service, json(200, { id: 6, name: "other" }));
    const error = await failedRead();
    expect(error.message).toContain("the answer is campaign 6");
  });

  test("a refused change of a campaign names its lists as a possible cause", async () => {
    refuseCampaigns(service, nest(400, "each value in listIds must be a string"));
    const error = await failure(open(service.origin).account.update("Campaign", "5", { listIds: [1] }, about));
    expect(error.message).toContain("numbers or as texts");
  });

  test("a change accepts a response without an object", async () => {
    refuseCampaigns(service, text(204, ""));
    expect(await open(service.origin).account.update("Campaign", "5", { name: "b" }, about)).toBeUndefined();
  });
});

describe("the limit", () => {
  const sent = (method: string) => service.received.filter((received) => received.method === method).length;

  test.each([
    ["0", "0"],
    ["a moment that is over", "Thu, 15 Jan 2015 12:00:00 GMT"],
    ["an invalid time", "soon"],
    ["more seconds than any limit means", "9".repeat(400)],
    ["nothing", undefined],
  ])("that asks to wait for %s is retried at most five times", async (_, header) => {
    const headers: Record<string, string> = header === undefined ? {} : { "retry-after": header };
    refuseCampaigns(service, json(429, { message: "Slow down" }, headers));
    const { account } = openFast(service, { waitBudgetSeconds: 10_000 });
    const error = await failure(account.create("Campaign", body, about));
    expect(error.message).toBe(
      `campaign "Fintech Q1": could not create the campaign: POST /v1/campaign → 429
the service's limit (1000 requests a minute) is used up; it has refused this 5 times in a row without a time to wait (no usable Retry-After); it answered: Slow down
nothing was changed: run the same command again later`,
    );
    expect(sent("POST")).toBe(5);
  });

  test("with a time is waited for as long as the settings allow", async () => {
    refuseCampaigns(service, json(429, { message: "Too many" }, { "retry-after": "1" }));
    const { account } = openFast(service, { waitBudgetSeconds: 60 }, { clock: fastClock(100) });
    const error = await failure(account.create("Campaign", body, about));
    expect(error.message).toContain("it asks for a wait of 1 s");
    expect(error.message).toContain("or raise waitBudgetSeconds (now 60)");
    expect(sent("POST")).toBeGreaterThan(5);
  });

  test("does not count as an attempt of a request that fails for another reason", async () => {
    const limit = json(429, {}, { "retry-after": "1" });
    const busy = json(503, {});
    refuseCampaigns(service, inTurn(limit, limit, limit, limit, busy, limit, busy, json(200, { id: 5, name: "b" })));
    const changed = await openFast(service).account.update("Campaign", "5", { name: "b" }, about);
    expect(changed).toEqual({ id: "5", name: "b" });
    expect(sent("PATCH")).toBe(8);
  });

  test("for the day stops the operation with an error that names it", async () => {
    refuseCampaigns(service, json(429, { message: "Daily limit exceeded" }, { "retry-after": "30000" }));
    const error = await failure(open(service.origin).account.create("Campaign", body, about));
    expect(error.message).toContain(
      "the service's daily limit of requests is used up; it asks for a wait of 8.4 h; it answered: Daily limit exceeded",
    );
    expect(error.message).toContain("nothing was changed: run the same command again in 8.4 h");
    expect(error.category).toBe("rateLimit");
  });

  test("stops every operation that may not wait that long, without another request", async () => {
    refuseCampaigns(service, json(429, { message: "Too many" }, { "retry-after": "700" }));
    const { account } = open(service.origin);
    await failure(account.create("Campaign", body, about));
    const sent = service.received.length;
    const error = await failure(hasLogs(account, about, "5"));
    expect(error.message).toContain("GET /v1/campaign/5/logs → not sent");
    expect(error.message).toMatch(
      /the service's limit \(1000 requests a minute\) is used up; it asks for a wait of (12 min|[67]\d\d s)/,
    );
    expect(service.received).toHaveLength(sent);
  });
});

describe("an error before anything can be sent", () => {
  const logger = { debug() {}, info() {}, warn() {} };

  test("names the address and the setting of a refused connection", async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(open(`http://127.0.0.1:${port}`).account.create("List", { name: "a" }, 'list "a"'));
    expect(error.message).toContain("GET /v1/user/me → not sent");
    expect(error.message).toContain(`nothing accepts connections at 127.0.0.1:${port}`);
    expect(error.message).toContain("OUTREACH_BASE_URL");
    expect(error.category).toBe("unreachable");
  });

  test("names a host that does not exist", async () => {
    const error = await failure(open("https://no-such-host.invalid").account.actingUser());
    expect(error.message).toMatch(/no-such-host\.invalid (is not known to DNS|could not be looked up)/);
  });

  test.each([
    ["http://outreach.example.com", "must start with https://"],
    ["http://127.0.0.1.example.com", "must start with https://"],
    ["http://10.0.0.1", "must start with https://"],
    ["http://localhost.example.com", "must start with https://"],
    ["ftp://localhost", "must start with https://"],
    ["https://user:pass@example.com", "user name or password"],
    ["https://example.com?x=1", "query"],
    ["example.com", "not a URL"],
  ])("the address %s is refused before anything is sent", (origin, part) => {
    expect(() => openAccount(settingsFor(origin), { logger }, [])).toThrow(part);
  });

  test.each(["http://localhost:1", "http://127.0.0.1:1/prefix", "http://[::1]:1", "https://outreach.example.com/api"])(
    "the address %s is accepted",
    (origin) => {
      expect(() => open(origin)).not.toThrow();
    },
  );

  test.each(["", "two words", "line\nend", "“quoted”"])("the key %j is refused without being quoted", (apiKey) => {
    expect(() => openAccount(settingsFor("http://localhost:1", { apiKey }), { logger }, [])).toThrow(
      /^apiKey \(OUTREACH_API_KEY\) is empty or contains/,
    );
  });

  test("a proxy that is not an address is refused without being quoted", () => {
    const proxies = { httpsProxy: "http//user:secret@proxy" };
    expect(() => open("https://outreach.example.com", {}, { proxies })).toThrow(
      /^the address of the proxy is not a URL/,
    );
  });
});
