import { describe, expect, it, test } from "vitest";
import { proxyCheck } from "../../../provider/src/follow/doctor/proxy";
import { type Versions, versionChecks } from "../../../provider/src/follow/doctor/versions";

const proxied = (origin: string, httpsProxy: string | undefined, noProxy?: string) => {
  const { status, text } = proxyCheck(origin, { httpsProxy, noProxy });
  return `${status}: ${text}`;
};
const proxy = "http://me:pass9word@proxy.example.com:3128";
const through = "requests to api.example.com go through proxy.example.com:3128";
const direct = "requests to api.example.com go directly: NO_PROXY has";

describe("the proxy of requests", () => {
  test.each([
    [undefined, "ok: none (HTTPS_PROXY is not set)"],
    ["proxy", "broken: HTTPS_PROXY is not a URL"],
    [proxy, `ok: ${through}`],
  ])("HTTPS_PROXY %s", (httpsProxy, expected) => {
    expect(proxied("https://api.example.com", httpsProxy)).toBe(expected);
  });

  test.each([
    ["api.example.com", `ok: ${direct} api.example.com`],
    ["other.example.com", `ok: ${through}`],
    [".example.com", `ok: ${direct} .example.com`],
    ["*.example.com", `ok: ${direct} *.example.com`],
    ["*", `ok: ${direct} *`],
    ["a b,  API.example.com:443", `ok: ${direct} API.example.com:443`],
    ["api.example.com:8443", `ok: ${through}`],
    ["example.com", `warning: ${through}: example.com in NO_PROXY means that host alone`],
    ["ample.com", `ok: ${through}`],
  ])("NO_PROXY %s", (noProxy, expected) => {
    expect(proxied("https://api.example.com", proxy, noProxy)).toBe(expected);
  });

  it("does not apply to plain http, and its password is not shown", () => {
    expect(proxied("http://localhost:8080", proxy)).toBe("ok: HTTPS_PROXY does not apply to localhost:8080");
    expect(JSON.stringify(proxyCheck(undefined, { httpsProxy: proxy }))).not.toContain("pass9word");
  });
});

describe("the versions", () => {
  const fine: Versions = { node: "22.1.0", own: "0.1.0", sdk: "3.248.0", cli: { version: "3.254.0" }, inProject: true };
  const statuses = (versions: Partial<Versions>) =>
    Object.fromEntries(versionChecks({ ...fine, ...versions }).map(({ name, status }) => [name, status]));
  const allFine = { node: "ok", package: "ok", sdk: "ok", cli: "ok" };

  test.each([
    [{}, {}],
    [{ node: "20.18.1" }, {}],
    [{ node: "20.18.0" }, { node: "broken" }],
    [{ node: "18.99.99" }, { node: "broken" }],
    [{ node: "v21.0.0-nightly" }, {}],
    [{ sdk: "3.215.9" }, { sdk: "broken" }],
    [{ sdk: "4.0.0" }, {}],
    [{ sdk: undefined }, { sdk: "warning" }],
    [{ sdk: undefined, inProject: false }, { sdk: "unknown" }],
    [{ installed: "0.1.0" }, {}],
    [{ installed: "0.2.0" }, { package: "warning" }],
    [{ cli: { version: "3.253.9" } }, { cli: "warning" }],
    [{ cli: { problem: "none" } }, { cli: "warning" }],
  ])("%j", (versions, expected) => expect(statuses(versions)).toEqual({ ...allFine, ...expected }));
});
