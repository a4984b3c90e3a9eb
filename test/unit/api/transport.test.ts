import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Bytes } from "../../../provider/src/api/bytes";
import { systemClock } from "../../../provider/src/api/clock";
import { explainConnectionFailure } from "../../../provider/src/api/connection";
import { type Outcome, openTransport, type Proxies, type Transport } from "../../../provider/src/api/transport";
import { listening, type PlainService, plainService, reset, text } from "./plainService";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function service(...args: Parameters<typeof plainService>): Promise<PlainService> {
  const opened = await plainService(...args);
  closing.push(() => opened.close());
  return opened;
}

function transport(origin: string, proxies: Proxies = {}, longest?: number): Transport {
  const opened = openTransport(origin, proxies, systemClock, longest);
  closing.push(() => opened.close());
  return opened;
}

const get = (path = "/v1/list") => ({ method: "GET", path, headers: { authorization: "Bearer secret-key" } }) as const;

describe("one request", () => {
  test("appends the path to the prefix of the base address", async () => {
    const { origin, received } = await service({ "*": text(200, "[]") });
    const outcome = await transport(`${origin}/gateway`).send(get("/v1/list?a=b%20c"), 5000);
    expect(outcome).toMatchObject({ what: "answered", status: 200, text: "[]" });
    expect(received[0]?.path).toBe("/gateway/v1/list?a=b%20c");
  });

  test("follows no redirect", async () => {
    const { origin, received } = await service({
      "GET /v1/list": text(302, "", { location: "/elsewhere" }),
      "GET /elsewhere": text(200, "[]"),
    });
    const outcome = await transport(origin).send(get(), 5000);
    expect(outcome).toMatchObject({ what: "answered", status: 302, headers: { location: "/elsewhere" } });
    expect(received).toHaveLength(1);
  });

  test("reads at most the allowed size, whatever the stated length", async () => {
    const { origin } = await service({
      "GET /v1/list": (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(10_000)));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
      },
    });
    const outcome = await transport(origin, {}, 3 * 1024 * 1024).send(get(), 20_000);
    expect(outcome).toEqual({ what: "lost", cause: "the answer is longer than 3 MB", status: 200, hopeless: true });
  });

  test.each([
    ["one byte", 1],
    ["a few bytes", 7],
    ["more than a block", 1_500_000],
  ])("joins chunks of %s, also if one ends within a character", (_, size) => {
    const text = "\uFEFFö€😀 x".repeat(60_000);
    const whole = Buffer.from(text);
    const bytes = new Bytes();
    for (let from = 0; from < whole.length; from += size) bytes.append(whole.subarray(from, from + size));
    expect(bytes.length).toBe(whole.length);
    expect(bytes.text() === text.slice(1)).toBe(true);
    expect([bytes.length, bytes.text()]).toEqual([0, ""]);
  });

  test("times out while it reads a slow body", async () => {
    const { origin } = await service({
      "GET /v1/list": (_, response) => {
        response.writeHead(200);
        response.write("[");
      },
    });
    expect(await transport(origin).send(get(), 300)).toMatchObject({ what: "lost", status: 200 });
  });

  test("keeps the status of a refusal whose body was cut off", async () => {
    const { origin } = await service({
      "GET /v1/list": (_, response) => {
        response.writeHead(400, { "content-length": "1000" });
        response.write("no, because", () => response.destroy());
      },
    });
    expect(await transport(origin).send(get(), 5000)).toMatchObject({ what: "answered", status: 400 });
  });

  test("is not sent if its time-out ends before it is connected", async () => {
    const { origin, received } = await service({ "*": () => undefined });
    const own = transport(origin);
    // The maximum number of connections, all busy.
    const busy = Array.from({ length: 64 }, () => own.send(get(), 2_000));
    await expect.poll(() => received.length).toBe(64);
    expect(await own.send(get("/v1/late"), 200)).toMatchObject({ what: "neverSent", hopeless: false });
    await Promise.all(busy);
    expect(received.some(({ path }) => path === "/v1/late")).toBe(false);
  });

  test("explains a TLS error of a server without TLS", async () => {
    const { origin } = await service();
    const outcome = await transport(origin.replace("http:", "https:")).send(get(), 5000);
    expect(outcome).toMatchObject({ what: "neverSent", hopeless: true });
    expect(JSON.stringify(outcome)).toContain("does not speak TLS as expected");
  });
});

describe("proxies", () => {
  async function proxy(answer = "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n") {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      response.end();
    });
    const tunnels = new Set<Duplex>();
    server.on("connect", (request: IncomingMessage, socket) => {
      asked.push(request);
      tunnels.add(socket);
      socket.on("error", () => undefined);
      socket.end(answer);
    });
    const port = await listening(server);
    closing.push(
      () =>
        new Promise((resolve) => {
          for (const tunnel of tunnels) tunnel.destroy();
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return { address: `http://127.0.0.1:${port}`, asked };
  }

  test("HTTPS goes through the proxy without revealing the key to it", async () => {
    const { address, asked } = await proxy();
    const outcome = await transport("https://outreach.invalid", { httpsProxy: address }).send(get(), 5000);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["CONNECT outreach.invalid:443"]);
    expect(JSON.stringify(asked[0]?.headers)).not.toContain("secret-key");
    expect(outcome).toMatchObject({ what: "neverSent", hopeless: true });
    expect(JSON.stringify(outcome)).toContain("the proxy refused to connect to outreach.invalid (status 407)");
  });

  test.each([
    ["a page", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>Please sign in</html>", true],
    ["nothing", "HTTP/1.1 200 OK\r\n\r\n", false],
  ])("a proxy that answers CONNECT with %s is named, without its password", async (_, answer, hopeless) => {
    const { address } = await proxy(answer);
    const withPassword = address.replace("//", "//user:hidden@");
    const outcome = await transport("https://outreach.invalid", { httpsProxy: withPassword }).send(get(), 5000);
    const cause = `no TLS connection to outreach.invalid could be established through the proxy ${new URL(address).host}: the proxy most likely answered with its own web page`;
    expect(outcome).toMatchObject({ what: "neverSent", hopeless, cause });
    expect(JSON.stringify(outcome)).not.toContain("hidden");
  });

  test.each(["outreach.invalid", ".invalid", "*", "other.example,outreach.invalid:443"])(
    "NO_PROXY %s is respected",
    async (noProxy) => {
      const { address, asked } = await proxy();
      await transport("https://outreach.invalid", { httpsProxy: address, noProxy }).send(get(), 5000);
      expect(asked).toHaveLength(0);
    },
  );

  test("HTTP to this machine never goes through a proxy", async () => {
    const { address, asked } = await proxy();
    const { origin } = await service({ "*": text(200, "[]") });
    const outcome = await transport(origin, { httpsProxy: address }).send(get(), 5000);
    expect(outcome.what).toBe("answered");
    expect(asked).toHaveLength(0);
  });

  test("the environment is not read", async () => {
    const { address, asked } = await proxy();
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["https_proxy", "HTTPS_PROXY"]) vi.stubEnv(name, address);
    await transport("https://outreach.invalid").send(get(), 5000);
    expect(asked).toHaveLength(0);
  });
});

describe("a failed connection is explained", () => {
  const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
  const refusedAt = (address: string) => failure("ECONNREFUSED", { address });
  const extra = "NODE_EXTRA_CA_CERTS";
  test.each<[string, unknown, string, string, boolean]>([
    ["self-signed", failure("DEPTH_ZERO_SELF_SIGNED_CERT"), "self-signed", extra, true],
    [
      "unknown authority",
      failure("SELF_SIGNED_CERT_IN_CHAIN"),
      "authority that this machine does not know",
      extra,
      true,
    ],
    ["no chain", failure("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "does not lead to an authority", extra, true],
    ["expired", failure("CERT_HAS_EXPIRED"), "has expired", "clock", true],
    ["not yet valid", failure("CERT_NOT_YET_VALID"), "not valid yet", "clock", true],
    ["other host", failure("ERR_TLS_CERT_ALTNAME_INVALID"), "for another host name", "host name in baseUrl", true],
    ["no TLS", failure("ERR_SSL_WRONG_VERSION_NUMBER"), "does not speak TLS", "port", true],
    ["unknown name", failure("ENOTFOUND"), "not known to DNS", "baseUrl", true],
    ["DNS down", failure("EAI_AGAIN"), "could not be looked up right now", "baseUrl", false],
    ["refused", refusedAt("10.0.0.7"), "nothing accepts connections at host.example (10.0.0.7)", "running", false],
    [
      "several addresses",
      new AggregateError([refusedAt("::1"), refusedAt("127.0.0.1")]),
      "(::1, 127.0.0.1)",
      "running",
      false,
    ],
    ["nested", new Error("outer", { cause: failure("EHOSTUNREACH") }), "cannot be reached", "network", false],
    ["time", failure("UND_ERR_CONNECT_TIMEOUT"), "did not accept a connection in time", "baseUrl", false],
    ["something else", failure("EPIPE"), "(EPIPE)", "baseUrl", false],
    ["nothing at all", undefined, "no connection to host.example", "baseUrl", false],
  ])("%s", (_, error, cause, advice, hopeless) => {
    const explained = explainConnectionFailure(error, { host: "host.example" });
    expect(explained.cause).toContain(cause);
    expect(explained.advice).toContain(advice);
    expect(explained.hopeless).toBe(hopeless);
  });
});

test("an error states whether the request was sent", async () => {
  const outcomes: Outcome["what"][] = [];
  const { origin } = await service({ "*": reset });
  outcomes.push((await transport(origin).send(get(), 5000)).what);
  outcomes.push((await transport("http://127.0.0.1:1").send(get(), 5000)).what);
  expect(outcomes).toEqual(["lost", "neverSent"]);
});
