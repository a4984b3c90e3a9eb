import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Call, ForgeError, keep, request } from "../../examples/gitops/scripts/forge.mjs";

const address = "https://api.example.com/thing";
const forge = { name: "GitHub", headers: () => ({ authorization: "Bearer t" }), hint: () => undefined };
const now = Date.parse("2026-03-01T12:00:00Z");

type Reply = readonly [status: number, body: unknown, headers?: Record<string, string>] | Error;
let asked: number[] = [];

/** Answers each request with the next reply, and records after how many seconds it arrived. */
function replies(...all: Reply[]) {
  const left = [...all];
  vi.stubGlobal("fetch", async () => {
    asked.push((Date.now() - now) / 1000);
    const reply = left.shift();
    if (reply === undefined) throw new Error("this request was not expected");
    if (reply instanceof Error) throw reply;
    const [status, body, headers = {}] = reply;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  });
}

/** The outcome, however long it takes. */
async function outcome<Value>(running: Promise<Value>): Promise<Value | Error> {
  const settled = running.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  await vi.runAllTimersAsync();
  return await settled;
}
const get = (more: Partial<Call> = {}) => outcome(request(forge, { method: "GET", address, ...more }));

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ now });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ok: Reply = [200, { fine: true }];

it("a request without a token is not sent, and not taken for one without an answer", async () => {
  replies();
  const headers = () => {
    throw new Error("The variable GITLAB_TOKEN is not set.");
  };
  const call: Call = { method: "GET", address };
  const failure = await outcome(request({ ...forge, headers }, call));
  expect([asked, String(failure)]).toEqual([[], "Error: The variable GITLAB_TOKEN is not set."]);
});

describe("a request to a forge is retried", () => {
  it.each<[string, Reply, number]>([
    ["after the time that a limit names", [403, { message: "secondary rate limit" }, { "retry-after": "30" }], 30],
    ["after the time that a 429 names", [429, {}, { "retry-after": "7" }], 7],
    [
      "when the limit is reset",
      [403, {}, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 90) }],
      90,
    ],
    [
      "when GitLab's limit is reset",
      [429, {}, { "ratelimit-remaining": "0", "ratelimit-reset": String(now / 1000 + 40) }],
      40,
    ],
    ["a minute after a limit that names no time", [403, { message: "You have exceeded a secondary rate limit" }], 60],
    ["a minute after a limit of GraphQL", [200, { errors: [{ type: "RATE_LIMITED", message: "too many" }] }], 60],
    ["after a bad gateway", [502, "<html>Bad gateway</html>"], 2],
    ["after a missing response", new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }), 2],
    ["after an HTML page instead of JSON", [200, "<html>Sign in</html>"], 2],
  ])("%s", async (_, reply, seconds) => {
    replies(reply, ok);
    expect(await get()).toEqual({ fine: true });
    expect(asked).toEqual([0, seconds]);
  });

  it("with growing delays, and then no more", async () => {
    replies([502, "a"], [503, "b"], [504, "c"], [502, { message: "d" }]);
    expect(await get()).toMatchObject({ message: `GET ${address}: GitHub answered 502: d.`, status: 502 });
    expect(asked).toEqual([0, 2, 10, 40]);
  });

  it("after a rate limit even if it writes, because it was refused", async () => {
    replies([429, {}, { "retry-after": "5" }], ok);
    expect(await get({ method: "POST", body: {}, onlyOnce: true })).toEqual({ fine: true });
  });
});

describe("a request to a forge is not retried", () => {
  it("if the limit ends later than a job can wait, and the error names the time", async () => {
    replies([403, {}, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 1800) }]);
    const failure = await get();
    expect(failure).toMatchObject({
      message: `GET ${address}: GitHub takes no more requests of this token until about 2026-03-01T12:30:00.000Z: run the job again then.`,
    });
    expect(asked).toEqual([0]);
  });

  it.each<[string, Reply]>([
    ["a 403 without a limit", [403, { message: "Resource not accessible by integration" }]],
    ["a 404", [404, { message: "Not Found" }]],
    ["a 422", [422, { message: "Validation Failed" }]],
    ["an error of GraphQL", [200, { data: null, errors: [{ message: "Field does not exist" }] }]],
  ])("after %s", async (_, reply) => {
    replies(reply);
    expect(await get()).toBeInstanceOf(ForgeError);
    expect(asked).toEqual([0]);
  });

  it.each<[string, Reply]>([
    ["a bad gateway", [502, "?"]],
    ["no answer", new TypeError("fetch failed")],
  ])("after %s if it would write twice", async (_, reply) => {
    replies(reply);
    const failure = await get({ method: "POST", body: {}, onlyOnce: true });
    expect(failure).toMatchObject({ isUncertain: true });
    expect(asked).toEqual([0]);
  });
});

describe("an entry that is kept up to date", () => {
  const gone = new ForgeError("gone", 404);
  const uncertain = new ForgeError("a bad gateway", 502);

  it.each([
    ["looked up again after a response that leaves open whether it was written", uncertain, ["just written"]],
    ["created again if somebody has deleted it in between", gone, []],
  ])("is %s", async (_, failure, foundThen) => {
    const found = ["old"];
    const writes: (string | undefined)[] = [];
    const writing = keep<string>(
      async () => found.shift(),
      async (earlier) => {
        writes.push(earlier);
        if (earlier !== "old") return;
        found.push(...foundThen);
        throw failure;
      },
    );
    expect(await outcome(writing)).toBeUndefined();
    expect(writes).toEqual(["old", foundThen[0]]);
  });

  it.each([
    ["it stays unreachable", gone, 2],
    ["the forge stays unreachable", uncertain, 4],
    ["it is refused", new ForgeError("refused", 403), 1],
  ])("is given up if %s", async (_, error, tries) => {
    let count = 0;
    const writing = keep<string>(
      async () => undefined,
      async () => {
        count += 1;
        throw error;
      },
    );
    expect(await outcome(writing)).toBe(error);
    expect(count).toBe(tries);
  });
});
