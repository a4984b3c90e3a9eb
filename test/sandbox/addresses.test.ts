import { describe, expect, it } from "vitest";
import { useSandbox } from "./support.js";

const bench = useSandbox();

describe("an address that is written in another way", () => {
  it.each([
    ["without a key", undefined, 401],
    ["with a key", "Bearer osk_demo_owner", 200],
  ])("is the same operation: %s", async (_name, authorization, status) => {
    const headers = new Headers(authorization === undefined ? [] : [["authorization", authorization]]);
    expect((await fetch(`${bench.sandbox.url}/%761/list`, { headers })).status).toBe(status);
  });
});

describe("a response of the control", () => {
  it.each(["cross-site", "same-site"])("is refused to a page on another site (%s)", async (site) => {
    const { controlUrl } = bench.sandbox;
    const answer = await fetch(`${controlUrl}/objects`, { headers: { "sec-fetch-site": site } });
    expect(answer.status).toBe(403);
  });

  it("cannot be sniffed as another type, nor loaded by another origin", async () => {
    const { headers } = await fetch(`${bench.sandbox.controlUrl}/objects`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it("has no event stream for a HEAD request", async () => {
    expect((await fetch(`${bench.sandbox.controlUrl}/page/live`, { method: "HEAD" })).status).toBe(404);
  });
});

describe("an answer of the control", () => {
  it("has a code for an operation that it does not have, which the service's own answers do not", async () => {
    const notFound = { error: "Not Found", statusCode: 404 };
    expect((await bench.call("POST", "/_control/teleport", {})).body).toEqual({
      ...notFound,
      ...{ message: "Cannot POST /_control/teleport", code: "unknownOperation" },
    });
    expect((await bench.call("POST", "/v1/teleport", {})).body).toEqual({
      ...{ ...notFound, message: "Cannot POST /v1/teleport" },
    });
  });
});
