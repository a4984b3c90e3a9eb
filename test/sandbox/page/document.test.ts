import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { usePage } from "./pageBench.js";

const bench = usePage();
const at = (path: string) => `${bench.sandbox.url}${path}`;

describe("the address of the service", () => {
  it.each([
    ["a browser", "text/html,application/xhtml+xml,*/*;q=0.8", 302],
    ["a program that accepts anything", "*/*", 200],
    ["a program that accepts JSON", "application/json", 200],
  ])("sends %s to the page or to the status", async (_name, accept, status) => {
    const response = await fetch(at("/"), { headers: { accept }, redirect: "manual" });
    expect(response.status).toBe(status);
    expect(response.headers.get("vary")).toBe("accept");
    if (status === 302) expect(response.headers.get("location")).toBe("/_control/");
    else expect(await response.json()).toEqual({ status: "ok" });
  });
});

describe("the document of the page", () => {
  it("runs no inline script except the import map, which the policy allows by its hash", async () => {
    const response = await fetch(at("/_control/"));
    const policy = response.headers.get("content-security-policy") ?? "";
    const text = await response.text();
    const inline = [...text.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, script = ""]) => script);
    expect(inline).toHaveLength(1);
    const digest = createHash("sha256")
      .update(inline[0] ?? "")
      .digest("base64");
    expect(policy).toContain(`script-src 'self' 'sha256-${digest}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(text).not.toMatch(/ style=| on[a-z]+=/);
  });

  it("loads nothing from other servers, and every file that it and its modules name exists", async () => {
    const text = await (await fetch(at("/_control/"))).text();
    const { imports }: { imports: Record<string, string> } = JSON.parse(/importmap">([^<]+)</.exec(text)?.[1] ?? "{}");
    const waiting = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = ""]) => path);
    const seen = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      expect(path).toMatch(/^\/_control\/page\//);
      const response = await fetch(at(path));
      expect([path, response.status]).toEqual([path, 200]);
      if (!/\.m?js$/.test(path)) continue;
      expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
      const code = (await response.text()).replace(/\/\*[\s\S]*?\*\//g, "");
      expect(code).not.toContain("process.env");
      for (const [, specifier = ""] of code.matchAll(/(?:\bfrom ?|\bimport\(|^import )"([^"]+)"/gm)) {
        waiting.push(imports[specifier] ?? new URL(specifier, at(path)).pathname);
      }
    }
    const views = readdirSync(new URL("../../../sandbox/page/views", import.meta.url));
    for (const view of views) expect([...seen]).toContain(`/_control/page/views/${view}`);
    for (const library of Object.values(imports)) expect([...seen]).toContain(library);
  });

  it("is not sent again while it is unchanged", async () => {
    const first = await fetch(at("/_control/page/main.js"));
    const again = await fetch(at("/_control/page/main.js"), {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect([first.status, again.status]).toEqual([200, 304]);
  });

  it.each(["../package.json", "..%2fpackage.json", "%2e%2e/src/cli.ts", "tsconfig.json", "views", "nothing.js"])(
    "serves no other file: %s",
    async (path) => {
      expect(await bench.status("GET", `/_control/page/${path}`, {})).toBe(404);
    },
  );
});

describe("web pages of other origins", () => {
  it.each([
    ["under another host name", { host: "evil.example.com" }],
    ["with another origin", { origin: "http://evil.example.com" }],
    ["of another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["with an origin that is hidden", { origin: "null" }],
  ])("cannot read or write: %s", async (_name, headers) => {
    for (const path of ["/_control/page/data/now", "/_control/page/live", "/_control/page/main.js"]) {
      expect([path, await bench.status("GET", path, headers)]).toEqual([path, 403]);
    }
    const json = { "content-type": "application/json", ...headers };
    for (const operation of ["setActive", "renameList", "editAgent", "advance", "fault", "clearFaults", "reset"]) {
      expect([operation, await bench.status("POST", `/_control/${operation}`, json)]).toEqual([operation, 403]);
    }
  });

  it.each(["cross-site", "same-site"])("cannot load data as a script or an image: %s", async (site) => {
    expect(await bench.status("GET", "/_control/page/data/now", { "sec-fetch-site": site })).toBe(403);
  });

  it("may link to the page, which itself can read and write", async () => {
    expect(await bench.status("GET", "/_control/", { "sec-fetch-site": "cross-site" })).toBe(200);
    const own = { origin: bench.sandbox.url, "sec-fetch-site": "same-origin" };
    expect(await bench.status("GET", "/_control/page/data/now", own)).toBe(200);
    expect(await bench.status("POST", "/_control/clearFaults", { ...own, "content-type": "application/json" })).toBe(
      200,
    );
  });
});

describe("every response to the page", () => {
  it.each(["page/data/now", "page/data/contacts", "page/main.js", "page/style.css", "counts"])(
    "has its own type, and is for no other site: %s",
    async (path) => {
      const { headers } = await fetch(at(`/_control/${path}`));
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      if (!path.startsWith("page/") || path.startsWith("page/data/")) {
        expect(headers.get("cache-control")).toBe("no-store");
      }
    },
  );

  it("has the same headers after a change", async () => {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const { status, headers } = await fetch(at("/_control/clearFaults"), request);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it("has the same headers in the event stream", async () => {
    const stop = new AbortController();
    const { headers } = await fetch(at("/_control/page/live"), { signal: stop.signal });
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    stop.abort();
  });
});
