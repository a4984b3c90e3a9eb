import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { Bench } from "./support.js";

const bench = new Bench();
afterEach(() => bench.stop());

/** The status and the text of a response, with any headers: fetch sets the host itself. */
function send(method: string, path: string, headers: Record<string, string>): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${bench.sandbox.url}${path}`, { method, headers }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += String(part);
      });
      response.on("end", () => resolve([response.statusCode, text]));
    });
    sent.on("error", reject).end();
  });
}

const key = { authorization: "Bearer osk_demo_owner" };

describe("a request under another host name", () => {
  it("reaches neither the service nor the control: a page can make its name resolve to this machine", async () => {
    await bench.start({});
    for (const path of ["/v1/user/me", "/v1/contact", "/health", "/", "/_control/state", "/_control/"]) {
      for (const host of ["rebound.example.com", "rebound.example.com:8787", "127.0.0.1.example.com"]) {
        const [status, text] = await send("GET", path, { host, ...key });
        expect([path, host, status]).toEqual([path, host, 403]);
        expect(text).not.toContain("Olivia");
      }
    }
    const [, text] = await send("GET", "/v1/user/me", { host: "rebound.example.com", ...key });
    expect(text).toContain(
      'The sandbox answers requests to this machine only, and not to the host \\"rebound.example.com\\"',
    );
    expect(text).toContain("--allow-host");
    expect((await bench.sandbox.log()).requests).toEqual([]);
  });

  it.each(["localhost", "LOCALHOST:1234", "127.0.0.1:1", "[::1]:8787"])(
    "does not include the loopback name %s",
    async (host) => {
      await bench.start({});
      expect((await send("GET", "/v1/user/me", { host, ...key }))[0]).toBe(200);
      expect((await send("GET", "/_control/state", { host }))[0]).toBe(200);
    },
  );

  it("may be allowed by an option", async () => {
    await bench.start({ allowHosts: ["Sandbox.internal"] });
    expect((await send("GET", "/v1/user/me", { host: "sandbox.internal:8787", ...key }))[0]).toBe(200);
    expect((await send("GET", "/_control/state", { host: "sandbox.internal" }))[0]).toBe(200);
    expect((await send("GET", "/v1/user/me", { host: "other.internal", ...key }))[0]).toBe(403);
    const headers = { host: "sandbox.internal", origin: "http://evil.example.com" };
    expect((await send("GET", "/_control/state", headers))[0]).toBe(403);
  });
});

describe("an operation of the control", () => {
  it("does not run without a body and its type: a page on another site can send such a request", async () => {
    await bench.start({});
    await bench.list();
    expect((await send("POST", "/_control/reset", {}))[0]).toBe(400);
    expect((await send("POST", "/_control/reset", { "content-type": "text/plain" }))[0]).toBe(415);
    expect((await bench.sandbox.counts()).lists).toBe(1);
    expect((await send("POST", "/_control/reset", { "content-type": "application/json" }))[0]).toBe(200);
    expect((await bench.sandbox.counts()).lists).toBe(0);
  });
});
