import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Surroundings } from "../../../provider/src/api/account";
import { ServiceError } from "../../../provider/src/api/errors";
import { openAccount } from "../../../provider/src/api/service";
import type { Settings } from "../../../provider/src/api/settings";
import { hasLogs } from "../../../provider/src/resources/campaign/known";
import { fastClock } from "./fakeClock";
import { key, open, settingsFor } from "./opening";
import { type Handler, inTurn, json, type PlainService, plainService, text } from "./plainService";

let service: PlainService;
beforeEach(async () => {
  service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }) });
});
afterEach(() => service.close());

/** Where a minute passes in some milliseconds. */
const openFast = (changes: Partial<Settings> = {}, surroundings: Partial<Surroundings> = {}) =>
  open(service.origin, { requestTimeoutSeconds: 2000, ...changes }, { clock: fastClock(1000), ...surroundings });

const about = 'campaign "Fintech Q1"';
const body = { name: "Fintech Q1", active: false, listIds: [1], steps: [] };

async function failure(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    (value) => new Error(`no failure: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  // What must hold for every error, whatever it is about.
  expect(error.message.split("\n").length).toBeLessThanOrEqual(3);
  expect(error.message).not.toMatch(/[^\P{C}\n]/u);
  expect(error.stack).toBe(`ServiceError: ${error.message}`);
  expect("id" in error).toBe(false);
  expect(JSON.stringify([error.message, error.stack, { ...error }])).not.toContain(key.slice(0, 6));
  return error;
}

const refuse = (handler: Handler) => {
  service.routes.set("POST /v1/campaign", handler);
  service.routes.set("PATCH /v1/campaign/5", handler);
  service.routes.set("GET /v1/campaign/5", handler);
  service.routes.set("GET /v1/campaign", json(404, { message: "Cannot GET /v1/campaign", statusCode: 404 }));
};

const html = "<!DOCTYPE html>\n<html><body><h1>Welcome to nginx</h1></body></html>";
const nest = (status: number, message: unknown) => json(status, { message, statusCode: status, error: "Some Error" });

describe("a refused create says what was attempted, what was answered and what to do", () => {
  test.each<[string, Handler, string[]]>([
    [
      "400",
      nest(400, "listIds must not be empty"),
      ["POST /v1/campaign → 400", "the service answered: listIds must not be empty", "correct what"],
    ],
    ["400 with several", nest(400, ["a must be b", "c must be d"]), ["the service answered: a must be b; c must be d"]],
    ["400, HTML", text(400, html), ["a web page, not JSON", "check baseUrl"]],
    ["400, empty", text(400, ""), ["the answer is empty", "correct what"]],
    ["400, cut off", text(400, '{"message":"list'), ['was cut off: {"message":"list']],
    ["400, other JSON", json(400, { problem: 1 }), ["the answer has no message"]],
    ["400, an array", json(400, [1]), ["the answer has no message"]],
    ["400, null", text(400, "null"), ["the answer has no message"]],
    ["400, detail", json(400, { detail: "no such seat" }), ["the service answered: no such seat"]],
    ["400, nested error", json(400, { error: { message: "no seat" } }), ["the service answered: no seat"]],
    ["400, control characters", nest(400, "bad\u001b[31m\r\nname\u202e"), ["the service answered: bad name"]],
    ["400, endless", nest(400, "x".repeat(100_000)), [`${"x".repeat(499)}…`]],
    ["400, quoting the key", nest(400, `unexpected ${key} here`), ["unexpected [key] here"]],
    [
      "400, quoting the key where the words are cut",
      nest(400, `${"x".repeat(490)}${key}`),
      [`${"x".repeat(490)}[key]`],
    ],
    ["401", nest(401, "Unauthorized"), ["→ 401", "the key was not accepted: check apiKey (OUTREACH_API_KEY)"]],
    ["401, empty", text(401, ""), ["the answer is empty", "check apiKey"]],
    ["403", nest(403, "Forbidden"), ["its user may not do this"]],
    [
      "404",
      nest(404, "List 9 not found"),
      ["the service answered: List 9 not found", "deleted, or belong to another user"],
    ],
    ["404, unknown route", nest(404, "Cannot POST /v1/campaign"), ["has no such operation, or baseUrl"]],
    ["404, HTML", text(404, html), ["a web page", "check baseUrl"]],
    ["404, empty", text(404, ""), ["check baseUrl"]],
    ["405", text(405, ""), ["has no such operation"]],
    ["409", nest(409, "exists"), ["pulumi refresh"]],
    ["422", nest(422, ["steps.0.note too long"]), ["→ 422", "steps.0.note too long"]],
    [
      "request id",
      json(400, { message: "no" }, { "x-request-id": "req-77" }),
      ["the service answered: no (request req-77)"],
    ],
    [
      "301",
      text(301, "", { location: "https://other.example/v1/campaign?token=1" }),
      ["redirects to https://other.example/v1/campaign;", "are not followed"],
    ],
  ])("%s", async (_, handler, parts) => {
    refuse(handler);
    const creation = open(service.origin).account.create("Campaign", body, about);
    // What is not in the service's own words is handed over for a look at what exists.
    const error = await failure(
      creation.then((made) => (made.status === "doubtful" ? Promise.reject(made.error) : made)),
    );
    expect(error.message.split("\n")[0]).toContain(
      'campaign "Fintech Q1": could not create the campaign: POST /v1/campaign',
    );
    for (const part of parts) expect(error.message).toContain(part);
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(error.operation).toMatchObject({ method: "POST", path: "/v1/campaign" });
  });
});

describe("a create that may have taken effect is never repeated", () => {
  const cut: Handler = (_, response) => {
    response.writeHead(201, { "content-length": "100" });
    response.write('{"id":1,');
    setImmediate(() => response.destroy());
  };
  test.each<[string, Handler, string]>([
    ["500", nest(500, "Internal server error"), "the service answered 500: Internal server error"],
    ["502, HTML", text(502, html), "the service answered 502"],
    ["503", json(503, { message: "busy" }, { "retry-after": "1" }), "the service answered 503: busy"],
    ["201, empty", text(201, ""), "the service answered 201 with a body without an id"],
    [
      "201, nested",
      text(201, "[".repeat(200_000) + "]".repeat(200_000)),
      "the service answered 201 with a body that cannot be read",
    ],
    [
      "201, no id of an object",
      json(201, { id: 0 }),
      "the service answered 201 with the id 0, which no new campaign can have",
    ],
    [
      "201, a path",
      json(201, { id: ".." }),
      'the service answered 201 with the id "..", which no new campaign can have',
    ],
    [
      "201, our own",
      json(201, { id: "pending-1" }),
      'the service answered 201 with the id "pending-1", which no new campaign can have',
    ],
    [
      "201, wrapped",
      json(201, { data: { id: -5 } }),
      "the service answered 201 with the id -5, which no new campaign can have",
    ],
    [
      "201, no number",
      json(201, { id: "a7" }),
      'the service answered 201 with the id "a7", which no new campaign can have',
    ],
    ["201, broken", json(201, { id: 1.5 }), "the service answered 201 with the id 1.5, which no new campaign can have"],
    [
      "201, an object",
      json(201, { id: { a: 1 } }),
      'the service answered 201 with the id {"a":1}, which no new campaign can have',
    ],
    [
      "201, more than a number holds",
      text(201, '{"id":1152921504606846976}'),
      'the service answered 201 with the id "1152921504606846976", which no new campaign can have',
    ],
    [
      "201, unprintable",
      json(201, { id: `\u009b31m\u202e${key}${"x".repeat(5000)}` }),
      `the service answered 201 with the id " [key]${"x".repeat(52)}…, which no new campaign can have`,
    ],
    ["201, HTML", text(201, html), "the service answered 201 with a body that cannot be read"],
    ["201, cut off within JSON", text(201, '{"id":1'), "the service answered 201 with a body that cannot be read"],
    ["201, no id", json(201, { ok: true }), "the service answered 201 with a body without an id"],
    ["201, connection broken in the body", cut, "the connection broke in the middle of the answer"],
    [
      "reset",
      (_, response) => void response.socket?.resetAndDestroy(),
      "the connection broke before an answer arrived",
    ],
    ["hang", () => undefined, "no answer within 0.2 s (requestTimeoutSeconds)"],
    ["303", text(303, "", { location: "/v1/campaign/9" }), "the service answered 303"],
  ])("%s", async (_, handler, cause) => {
    refuse(handler);
    const { account } = open(service.origin, { requestTimeoutSeconds: 0.2 });
    expect(await account.create("Campaign", body, about)).toEqual({
      status: "lost",
      cause: `POST /v1/campaign: ${cause}`,
    });
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("but it is after a 429, until it is answered", async () => {
    refuse(
      inTurn(
        json(429, { message: "Too many" }, { "retry-after": "0" }),
        json(429, { message: "Too many" }, { "retry-after": "0" }),
        json(201, { id: 5, name: body.name }),
      ),
    );
    const { account } = openFast();
    expect(await account.create("Campaign", body, about)).toEqual({
      status: "created",
      answer: { id: "5", name: body.name },
    });
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(3);
    // Who it is, and one look between two attempts.
    expect(account.counts()).toMatchObject({ requests: 6, retries: 2 });
  });

  test("and a 429 in other words than the service's says nothing of what it did", async () => {
    refuse(inTurn(text(429, html, { "retry-after": "1" }), json(201, { id: 5, name: "a" })));
    const { account } = openFast();
    expect(await account.create("Campaign", body, about)).toMatchObject({ status: "lost" });
    // Nor where nothing more may be waited for.
    refuse(text(429, html, { "retry-after": "30000" }));
    expect(await account.create("Campaign", body, about)).toMatchObject({ status: "lost" });
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  test("and nothing is sent where the engine that asked has died, also after a wait", async () => {
    refuse(inTurn(json(429, { message: "Too many" }, { "retry-after": "0" }), json(201, { id: 5 })));
    let alive = true;
    const beforeCreate = async () => {
      if (!alive) throw new Error("the engine is gone");
      alive = false;
    };
    const { account } = openFast({}, { beforeCreate });
    await expect(account.create("Campaign", body, about)).rejects.toThrow("the engine is gone");
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("reads and changes are repeated, a few times", () => {
  test.each<[string, Handler]>([
    ["500", nest(500, "oops")],
    ["502, HTML", text(502, html)],
    ["503", json(503, {}, { "retry-after": "0" })],
    ["reset", (_, response) => void response.socket?.resetAndDestroy()],
  ])("%s", async (_, handler) => {
    refuse(inTurn(handler, handler, json(200, { id: 5, name: "b" })));
    const { account } = open(service.origin);
    expect(await account.update("Campaign", "5", { name: "b" }, about)).toEqual({ id: "5", name: "b" });
    refuse(inTurn(handler, handler, json(200, { id: 5, name: "b" })));
    expect(await account.find("Campaign", "5", about, { fresh: true })).toEqual({
      status: "found",
      answer: { id: "5", name: "b" },
    });
  });

  test.each<[string, Handler, string]>([
    ["500", nest(500, "oops"), "→ 500"],
    ["empty", text(200, ""), "the answer is empty"],
    ["cut off", text(200, '{"id":5,"na'), "is not JSON, or was cut off"],
    [
      "reset",
      (_, response) => void response.socket?.resetAndDestroy(),
      "the connection broke before an answer arrived",
    ],
  ])("%s for ever", async (_, handler, part) => {
    refuse(handler);
    const error = await failure(open(service.origin).account.find("Campaign", "5", about, { fresh: true }));
    expect(error.message).toContain("GET /v1/campaign/5");
    expect(error.message).toContain(part);
    expect(service.received.filter(({ path }) => path === "/v1/campaign/5")).toHaveLength(5);
  });

  test("a web page in place of an object is no reason to ask again", async () => {
    refuse(text(200, html));
    const error = await failure(open(service.origin).account.find("Campaign", "5", about, { fresh: true }));
    expect(error.message).toContain("this address answers with a web page: check baseUrl (OUTREACH_BASE_URL)");
    expect(service.received.filter(({ path }) => path === "/v1/campaign/5")).toHaveLength(1);
  });

  test("an object in place of another is refused", async () => {
    refuse(json(200, { id: 6, name: "other" }));
    const error = await failure(open(service.origin).account.find("Campaign", "5", about, { fresh: true }));
    expect(error.message).toContain("the answer is campaign 6");
  });

  test("a refused change of a campaign names the doubt about its lists", async () => {
    refuse(nest(400, "each value in listIds must be a string"));
    const error = await failure(open(service.origin).account.update("Campaign", "5", { listIds: [1] }, about));
    expect(error.message).toContain("numbers or as texts");
  });

  test("an answer without an object is fine for a change", async () => {
    refuse(text(204, ""));
    expect(await open(service.origin).account.update("Campaign", "5", { name: "b" }, about)).toBeUndefined();
  });
});

describe("the limit", () => {
  const sent = (method: string) => service.received.filter((received) => received.method === method).length;

  test.each([
    ["0", "0"],
    ["a moment that is over", "Thu, 15 Jan 2015 12:00:00 GMT"],
    ["what is no time", "soon"],
    ["more seconds than any limit means", "9".repeat(400)],
    ["nothing", undefined],
  ])("that asks for %s is asked five times, not for ever", async (_, header) => {
    refuse(json(429, { message: "Slow down" }, header === undefined ? {} : { "retry-after": header }));
    const { account } = openFast({ waitBudgetSeconds: 10_000 });
    const error = await failure(account.create("Campaign", body, about));
    expect(error.message).toBe(
      `campaign "Fintech Q1": could not create the campaign: POST /v1/campaign → 429
the service's limit (1000 requests a minute) is used up; it has refused this 5 times in a row without a time to wait (no usable Retry-After); it answered: Slow down
nothing was changed: run the same command again later`,
    );
    expect(sent("POST")).toBe(5);
  });

  test("that says how long is waited for as long as the settings allow", async () => {
    refuse(json(429, { message: "Too many" }, { "retry-after": "1" }));
    const { account } = openFast({ waitBudgetSeconds: 60 }, { clock: fastClock(100) });
    const error = await failure(account.create("Campaign", body, about));
    expect(error.message).toContain("it asks for a wait of 1 s");
    expect(error.message).toContain("or raise waitBudgetSeconds (now 60)");
    expect(sent("POST")).toBeGreaterThan(5);
  });

  test("takes nothing from the attempts of what fails for another reason", async () => {
    const limit = json(429, {}, { "retry-after": "1" });
    const busy = json(503, {});
    refuse(inTurn(limit, limit, limit, limit, busy, limit, busy, json(200, { id: 5, name: "b" })));
    expect(await openFast().account.update("Campaign", "5", { name: "b" }, about)).toEqual({ id: "5", name: "b" });
    expect(sent("PATCH")).toBe(8);
  });

  test("of the day stops with a clear word", async () => {
    refuse(json(429, { message: "Daily limit exceeded" }, { "retry-after": "30000" }));
    const error = await failure(open(service.origin).account.create("Campaign", body, about));
    expect(error.message).toContain(
      "the service's daily limit of requests is used up; it asks for a wait of 8.4 h; it answered: Daily limit exceeded",
    );
    expect(error.message).toContain("nothing was changed: run the same command again in 8.4 h");
    expect(error.category).toBe("rateLimit");
  });

  test("stops everybody who may not wait that long, without another request", async () => {
    refuse(json(429, { message: "Too many" }, { "retry-after": "700" }));
    const { account } = open(service.origin);
    await failure(account.create("Campaign", body, about));
    const sent = service.received.length;
    const error = await failure(hasLogs({ account, about: about }, "5"));
    expect(error.message).toContain("GET /v1/campaign/5/logs → not sent");
    expect(error.message).toMatch(
      /the service's limit \(1000 requests a minute\) is used up; it asks for a wait of (12 min|[67]\d\d s)/,
    );
    expect(service.received).toHaveLength(sent);
  });
});

describe("where nothing can be sent", () => {
  test("a refused connection names the address and the setting", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(open(`http://127.0.0.1:${port}`).account.create("List", { name: "a" }, 'list "a"'));
    expect(error.message).toContain("GET /v1/user/me → not sent");
    expect(error.message).toContain(`nothing accepts connections at 127.0.0.1:${port}`);
    expect(error.message).toContain("OUTREACH_BASE_URL");
    expect(error.category).toBe("unreachable");
  });

  test("a host name that does not exist", async () => {
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
    const logger = { debug() {}, info() {}, warn() {} };
    expect(() => openAccount(settingsFor(origin), { logger }, [])).toThrow(part);
  });

  test.each(["http://localhost:1", "http://127.0.0.1:1/prefix", "http://[::1]:1", "https://outreach.example.com/api"])(
    "the address %s is fine",
    (origin) => {
      expect(() => open(origin)).not.toThrow();
    },
  );

  test.each(["", "two words", "line\nend", "“quoted”"])("the key %j is refused without being quoted", (apiKey) => {
    const logger = { debug() {}, info() {}, warn() {} };
    expect(() => openAccount(settingsFor("http://localhost:1", { apiKey }), { logger }, [])).toThrow(
      /^apiKey \(OUTREACH_API_KEY\) is empty or contains/,
    );
  });

  test("a proxy that is no address is refused without being quoted", () => {
    const proxies = { httpsProxy: "http//user:secret@proxy" };
    expect(() => open("https://outreach.example.com", {}, { proxies })).toThrow(
      /^the address of the proxy is not a URL/,
    );
  });
});
