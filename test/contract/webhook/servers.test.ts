import { gzipSync } from "node:zlib";
import express from "express";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { delivery, signed } from "../../support/webhook/deliveries";
import { listening } from "../../support/webhook/listening";
import { listen, route, servers } from "../../support/webhook/servers";

const all = Object.entries(servers);
/** These leave reading to the listener. */
const reading = all.filter(([name]) => !/raw/.test(name));

const json = { "content-type": "application/json" };
const post = (url: string, { headers, rawBody }: { headers: Record<string, string>; rawBody: string | Uint8Array }) =>
  fetch(url, { method: "POST", headers, body: rawBody });

describe.each(all)("%s", (name, serve) => {
  it("keeps the raw body: spaces, any script, and any content type or none", async () => {
    const { listener, handled, reasons } = listening();
    const url = await serve(listener);
    const body = '{ "id" : 4711,\n\t"firstName":"Zo\\u00eb \u{1F989}", "a": 1.0 }\n';
    // Only JSON is read by a parser of JSON.
    const types = name.includes("kept") ? [json] : [json, { "content-type": "text/plain; charset=utf-16" }, {}];
    for (const [index, type] of types.entries()) {
      const { headers, rawBody } = signed(body, String(1767225600 + index));
      const { "content-type": _json, ...others } = headers;
      const answer = await post(url, { headers: { ...others, ...type }, rawBody: Buffer.from(rawBody) });
      expect([answer.status, await answer.text()]).toEqual([200, "handled\n"]);
    }
    expect(reasons).toEqual([]);
    expect(handled.map(({ contact }) => contact.firstName)).toEqual(types.map(() => "Zoë 🦉"));
  });

  it("handles a repeated delivery once, and refuses one that is not genuine", async () => {
    const { listener, handled, reasons } = listening();
    const url = await serve(listener);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(url, delivery)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await Promise.all(answers.map((answer) => answer.text()))).sort()[0]).toBe("handled\n");
    const forged = await post(url, { ...delivery, rawBody: '{"id":4712}' });
    expect([forged.status, await forged.text()]).toEqual([401, "unauthorized\n"]);
    const invalid = await post(url, signed(Buffer.from('{"id":1,"a":"\xff"}', "latin1")));
    expect([invalid.status, await invalid.text()]).toEqual([400, "bad request\n"]);
    expect(reasons).toEqual(["wrong-signature", "unreadable-body"]);
    expect(handled).toHaveLength(1);
  });

  it("answers 405 to another method, and 500 if handling fails", async () => {
    const { listener, reasons } = listening({ onContact: () => Promise.reject(new Error("no")) });
    const url = await serve(listener);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    const failed = await post(url, delivery);
    expect([failed.status, await failed.text()]).toEqual([500, "failed\n"]);
    expect(reasons).toEqual(["wrong-method", "handler-failed"]);
  });
});

describe.each(reading)("%s", (_name, serve) => {
  it("refuses more than maxBodyBytes, announced or not, and continues", async () => {
    const { listener, handled, reasons } = listening({ maxBodyBytes: 1000 });
    const url = await serve(listener);
    const large = { ...delivery, rawBody: Buffer.alloc(1001) };
    expect((await post(url, large)).status).toBe(413);
    const stream = new Blob([large.rawBody]).stream();
    const { headers } = delivery;
    const answer = await fetch(url, { method: "POST", headers, body: stream, duplex: "half" });
    expect([answer.status, await answer.text()]).toEqual([413, "too large\n"]);
    expect((await post(url, signed(`{"id":1,"a":"${"a".repeat(1000 - 15)}"}`))).status).toBe(200);
    expect(reasons).toEqual(["too-large", "too-large"]);
    expect(handled).toHaveLength(1);
  });

  it("refuses a compressed body, and decompresses nothing", async () => {
    const { listener, reasons } = listening();
    const url = await serve(listener);
    const { headers, rawBody } = signed(gzipSync('{"id":1}'));
    const answer = await post(url, { headers: { ...headers, "content-encoding": "gzip" }, rawBody });
    expect(answer.status).toBe(415);
    expect(reasons).toEqual(["compressed-body"]);
  });
});

describe("a body that was parsed before", () => {
  it("is refused by express after express.json()", async () => {
    const { listener, handled, reasons } = listening();
    const app = express();
    app.use(express.json());
    app.post(route, listener.express);
    const answer = await post(await listen(app), delivery);
    expect(answer.status).toBe(500);
    expect([reasons, handled]).toEqual([["body-is-parsed"], []]);
  });

  it("is refused by hono after c.req.json()", async () => {
    const { listener, handled, reasons } = listening();
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.post(route, listener.hono);
    const { headers, rawBody } = delivery;
    const answer = await app.request(route, { method: "POST", headers, body: rawBody });
    expect(answer.status).toBe(500);
    expect([reasons, handled]).toEqual([["body-is-parsed"], []]);
  });
});

describe("the path", () => {
  it("is the only one that node and fetch handle", async () => {
    const { listener, reasons } = listening({ path: route });
    const url = await listen(listener.node);
    expect((await fetch(new URL("/favicon.ico", url))).status).toBe(404);
    expect((await post(`${url}?from=app`, delivery)).status).toBe(200);
    expect((await listener.fetch(new Request("http://localhost/other", { method: "POST" }))).status).toBe(404);
    expect(reasons).toEqual(["wrong-path", "wrong-path"]);
  });

  it("is registered by fastify's plugin; other routes keep their parsers", async () => {
    const { listener, handled } = listening();
    const url = await servers.fastify(listener);
    const echo = await fetch(new URL("/echo", url), { method: "POST", headers: json, body: '{ "id": 1 }' });
    expect(await echo.text()).toBe('{"id":1}');
    expect((await post(`${url}/`, delivery)).status).toBe(200);
    expect(handled).toHaveLength(1);
  });
});
