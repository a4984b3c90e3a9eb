import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { about, body, failure, html, nest, openFast, refuseCampaigns } from "./failing";
import { key, open } from "./opening";
import { type Handler, inTurn, json, type PlainService, plainService, reset, text } from "./plainService";

let service: PlainService;
beforeEach(async () => {
  service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }) });
});
afterEach(() => service.close());

const creates = () => service.received.filter(({ method }) => method === "POST").length;
const tooMany = json(429, { message: "Too many" }, { "retry-after": "0" });

describe("a refused create reports the attempt, the response and the next step", () => {
  test.each<[string, Handler, string[]]>([
    [
      "400",
      nest(400, "listIds must not be empty"),
      ["POST /v1/campaign → 400", "the service answered: listIds must not be empty", "correct what"],
    ],
    ["400 with several", nest(400, ["a must be b", "c must be d"]), ["the service answered: a must be b; c must be d"]],
    ["400, HTML", text(400, html), ["a web page, not JSON", "check baseUrl"]],
    ["400, empty", text(400, ""), ["the answer is empty", "correct what"]],
    ["400, truncated", text(400, '{"message":"list'), ['was cut off: {"message":"list']],
    ["400, other JSON", json(400, { problem: 1 }), ["the answer has no message"]],
    ["400, an array", json(400, [1]), ["the answer has no message"]],
    ["400, null", text(400, "null"), ["the answer has no message"]],
    ["400, detail", json(400, { detail: "no such seat" }), ["the service answered: no such seat"]],
    ["400, nested error", json(400, { error: { message: "no seat" } }), ["the service answered: no seat"]],
    ["400, control characters", nest(400, "bad\u001b[31m\r\nname\u202e"), ["the service answered: bad name"]],
    ["400, endless", nest(400, "x".repeat(100_000)), [`${"x".repeat(499)}…`]],
    ["400, quoting the key", nest(400, `unexpected ${key} here`), ["unexpected [key] here"]],
    [
      "400, quoting the key where the message is cut",
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
    refuseCampaigns(service, handler);
    const creation = open(service.origin).account.create("Campaign", body, about);
    // A response that is not in the service's own words leads to a check of the existing objects.
    const refused = creation.then((made) => (made.status === "doubtful" ? Promise.reject(made.error) : made));
    const error = await failure(refused);
    const [first] = error.message.split("\n");
    expect(first).toContain('campaign "Fintech Q1": could not create the campaign: POST /v1/campaign');
    for (const part of parts) expect(error.message).toContain(part);
    expect(creates()).toBe(1);
    expect(error.operation).toMatchObject({ method: "POST", path: "/v1/campaign" });
  });
});

describe("a create that may have taken effect is never repeated", () => {
  const cut: Handler = (_, response) => {
    response.writeHead(201, { "content-length": "100" });
    response.write('{"id":1,');
    setImmediate(() => response.destroy());
  };
  const impossible = (id: string) => `the service answered 201 with the id ${id}, which no new campaign can have`;

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
    ["201, no id of an object", json(201, { id: 0 }), impossible("0")],
    ["201, a path", json(201, { id: ".." }), impossible('".."')],
    ["201, our own", json(201, { id: "pending-1" }), impossible('"pending-1"')],
    ["201, wrapped", json(201, { data: { id: -5 } }), impossible("-5")],
    ["201, no number", json(201, { id: "a7" }), impossible('"a7"')],
    ["201, broken", json(201, { id: 1.5 }), impossible("1.5")],
    ["201, an object", json(201, { id: { a: 1 } }), impossible('{"a":1}')],
    ["201, too large for a number", text(201, '{"id":1152921504606846976}'), impossible('"1152921504606846976"')],
    [
      "201, unprintable",
      json(201, { id: `\u009b31m\u202e${key}${"x".repeat(5000)}` }),
      impossible(`" [key]${"x".repeat(52)}…`),
    ],
    ["201, HTML", text(201, html), "the service answered 201 with a body that cannot be read"],
    ["201, truncated within JSON", text(201, '{"id":1'), "the service answered 201 with a body that cannot be read"],
    ["201, no id", json(201, { ok: true }), "the service answered 201 with a body without an id"],
    ["201, connection broken in the body", cut, "the connection broke in the middle of the answer"],
    ["reset", reset, "the connection broke before an answer arrived"],
    ["hang", () => undefined, "no answer within 0.2 s (requestTimeoutSeconds)"],
    ["303", text(303, "", { location: "/v1/campaign/9" }), "the service answered 303"],
  ])("%s", async (answer, handler, cause) => {
    refuseCampaigns(service, handler);
    const { account } = open(service.origin, { requestTimeoutSeconds: answer === "hang" ? 0.2 : 20 });
    const lost = { status: "lost", token: expect.any(String), cause: `POST /v1/campaign: ${cause}` };
    expect(await account.create("Campaign", body, about)).toEqual(lost);
    expect(creates()).toBe(1);
  });

  test("except after a 429", async () => {
    const { name } = body;
    refuseCampaigns(service, inTurn(tooMany, tooMany, json(201, { id: 5, name })));
    const { account } = openFast(service);
    expect(await account.create("Campaign", body, about)).toEqual({ status: "created", answer: { id: "5", name } });
    expect(creates()).toBe(3);
    // The acting user, and one listing between two attempts.
    expect(account.counts()).toMatchObject({ requests: 6, retries: 2 });
  });

  test("and not after a 429 that the service itself did not send", async () => {
    refuseCampaigns(service, inTurn(text(429, html, { "retry-after": "1" }), json(201, { id: 5, name: "a" })));
    const { account } = openFast(service);
    expect(await account.create("Campaign", body, about)).toMatchObject({ status: "lost" });
    // Nor if there is no time left to wait.
    refuseCampaigns(service, text(429, html, { "retry-after": "30000" }));
    expect(await account.create("Campaign", body, about)).toMatchObject({ status: "lost" });
    expect(creates()).toBe(2);
  });

  test("and it is not sent if the engine has died, also after a wait", async () => {
    refuseCampaigns(service, inTurn(tooMany, json(201, { id: 5 })));
    // Counted at the service: an attempt that was never sent is repeated.
    const beforeCreate = async () => {
      if (creates() > 0) throw new Error("the engine is gone");
    };
    const { account } = openFast(service, {}, { beforeCreate });
    await expect(account.create("Campaign", body, about)).rejects.toThrow("the engine is gone");
    expect(creates()).toBe(1);
  });
});
