import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FaultRequest } from "../../sandbox/src/index";
import { type DynamicHost, type EngineDouble, HostError, type Values } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { agentArgs, campaignArgs, checked, HostRun, type Kind, listArgs, make } from "../support/hostRun";
import { casesOf } from "../support/long";

const page = "<!doctype html><html><body>Sign in</body></html>";

let run: HostRun;
let engine: EngineDouble;
let host: DynamicHost;

beforeAll(async () => {
  run = await HostRun.open();
  engine = await run.engine();
  host = await run.host({ engine });
});
beforeEach(() => run.sandbox.clearLog());
afterEach(() => run.sandbox.clearFaults());
afterAll(() => run.close());

/** The error of a create that must fail. */
async function failure(provider: DynamicHost, kind: Kind, args: Values): Promise<HostError> {
  const urn = urnOf(kind);
  const inputs = await checked(provider, urn, kind, args);
  const error: unknown = await provider.create(urn, inputs).then(
    (made) => new Error(`it was created as ${made.id}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof HostError)) throw error;
  return error;
}

/** The message has one to three lines; it and the process's output contain no stack trace and no key. */
function expectReadable(error: HostError, provider = host): void {
  const lines = error.message.split("\n");
  expect(lines.length).toBeLessThanOrEqual(3);
  for (const line of lines) expect(line.trim()).not.toBe("");
  const said = error.message + provider.output.join("");
  expect(said).not.toMatch(/^\s+at .*[:)]/m);
  expect(said).not.toContain(run.key);
}

const paths: Record<Kind, string> = { List: "/v1/list", SourceAgent: "/v1/agent", Campaign: "/v1/campaign" };
const argsOn = (listId: unknown): Record<Kind, Values> => ({
  List: listArgs,
  SourceAgent: agentArgs(listId),
  Campaign: campaignArgs([listId]),
});
const argsOf = argsOn(12);
const kinds = ["List", "SourceAgent", "Campaign"] as const;

describe("a create that the service refuses", () => {
  const words = "the service's own words";
  const bodies: [string, unknown, string][] = [
    ["its error body", { message: words, error: "Error", statusCode: 400 }, words],
    ["several messages", { message: [words, "and more"] }, words],
    ["a body with an id", { id: "req_123", message: words }, words],
    ["a web page", page, "web page"],
    ["plain text", "no way", "no way"],
    ["an empty body", "", "empty"],
    ["JSON without a message", { ok: false }, "no message"],
    ["JSON that is cut off", '{"message": "cut', "cut off"],
  ];
  const next: [number, RegExp][] = [
    [400, /correct what the service names|baseUrl/],
    [401, /the key was not accepted: check apiKey \(OUTREACH_API_KEY\)/],
    [403, /check which user the key belongs to/],
    [404, /baseUrl|another user/],
    [409, /pulumi refresh/],
    [422, /correct what the service names|baseUrl/],
  ];
  const all = next.flatMap(([status, advice], row) =>
    bodies.map(([what, body, says], column) => ({ status, what, body, says, advice, row, column })),
  );
  // Each status and each body once; `test:full` tries all combinations.
  const cases = casesOf(all, ({ row, column }) => column === row || (row === 0 && column >= next.length));

  it.each(cases)("with $status and $what: reports it, and records nothing", async ({ status, body, says, advice }) => {
    await run.sandbox.fault({ kind: "status", method: "POST", path: paths.List, status, body });
    const error = await failure(host, "List", listArgs);
    expect(error.initFailed).toBeUndefined();
    expectReadable(error);
    expect(error.message).toContain(`creating list "${listArgs.name}"`);
    expect(error.message).toContain(`POST ${paths.List} → ${status}`);
    expect(error.message).toContain(says);
    expect(error.message).toMatch(advice);
    expect((await run.requests()).filter((request) => request === `POST ${paths.List}`)).toHaveLength(1);
    expect((await run.sandbox.counts()).lists).toBe(0);
  });

  it.each(kinds)("reports method, path, status and message for a %s as well", async (kind) => {
    await run.sandbox.fault({
      kind: "status",
      method: "POST",
      path: paths[kind],
      status: 422,
      body: { message: words },
    });
    const error = await failure(host, kind, argsOf[kind]);
    expect(error.initFailed).toBeUndefined();
    expectReadable(error);
    expect(error.message).toContain(`POST ${paths[kind]} → 422`);
    expect(error.message).toContain(words);
  });

  it("shows the service's text without line breaks and control characters", async () => {
    const body = { message: "no\u001b[31m\nerror: fake\u202e" };
    await run.sandbox.fault({ kind: "status", method: "POST", path: paths.List, status: 400, body });
    const error = await failure(host, "List", listArgs);
    expectReadable(error);
    expect(error.message).toContain("the service answered: no error: fake");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none must be left
    expect(error.message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe("a create whose outcome is unknown", () => {
  it.each<[string, FaultRequest, string]>([
    ["500 with a message", { kind: "status", status: 500, body: { message: "out of order" } }, "500: out of order"],
    ["an empty response", { kind: "empty", when: "before", status: 201 }, "the service answered 201 with a body"],
    ["a closed connection", { kind: "reset" }, "connection"],
  ])("after %s: it is kept as pending, with all its inputs, and nothing is sent twice", async (_what, fault, cause) => {
    const lost = await Promise.all(
      kinds.map(async (kind) => {
        await run.sandbox.fault({ ...fault, method: "POST", path: paths[kind] });
        return { kind, error: await failure(host, kind, { ...argsOf[kind], name: "Lost" }) };
      }),
    );
    for (const { kind, error } of lost) {
      expect(error.initFailed).toMatchObject({
        id: expect.stringMatching(/^pending-/),
        properties: { name: "Lost", __provider: expect.stringContaining("pulumi-outreach/runtime") },
      });
      const [reason = ""] = error.initFailed?.reasons ?? [];
      expect(reason).toContain(cause);
      expect(reason).toContain("pulumi up --refresh");
      expect(reason).not.toContain(run.key);
      expect((await run.requests()).filter((request) => request === `POST ${paths[kind]}`)).toHaveLength(1);
    }
    const { lists, agents, campaigns } = await run.sandbox.counts();
    expect({ lists, agents, campaigns }).toEqual({ lists: 0, agents: 0, campaigns: 0 });
  });

  it.each<[string, FaultRequest]>([
    ["a truncated body", { kind: "truncate" }],
    ["JSON that is cut", { kind: "truncate", complete: true }],
    ["an empty body", { kind: "empty" }],
    ["a web page", { kind: "foreign" }],
    ["a connection that ends", { kind: "reset", when: "after" }],
  ])("but which took effect (%s): the only new object is found and adopted", async (what, fault) => {
    await run.sandbox.fault({ ...fault, method: "POST", path: paths.List });
    const urn = urnOf("List", what.replaceAll(" ", "-"));
    const inputs = await checked(host, urn, "List", { name: `Found after ${what}` });
    const { id, outputs } = await host.create(urn, inputs);
    const { lists } = await run.sandbox.objects();
    expect(lists.filter(({ name }) => name === `Found after ${what}`).map((list) => list.id)).toEqual([Number(id)]);
    expect(outputs.name).toBe(`Found after ${what}`);
    expect(engine.warnings()).toContainEqual(expect.stringMatching(new RegExp(`after ${what}.*was lost`)));
  });
});

describe("a create that a web page refuses", () => {
  let own: HostRun;
  let provider: DynamicHost;
  let listId: string;

  // With a separate service, because the tests above must not count the objects created here.
  beforeAll(async () => {
    own = await HostRun.open();
    provider = await own.host();
    ({ id: listId } = await make(provider, "List", { name: "Shared" }));
  });
  afterAll(() => own.close());

  it.each(kinds)("and which took effect nevertheless: the only new %s is found and adopted", async (kind) => {
    const name = `Behind a page ${kind}`;
    await own.sandbox.fault({ kind: "foreign", method: "POST", path: paths[kind], status: 404, when: "after" });
    const { id } = await make(provider, kind, { ...argsOn(listId)[kind], name }, "behind");
    const { lists, agents, campaigns } = await own.sandbox.objects();
    const made = [...lists, ...agents, ...campaigns].filter((object) => object.name === name);
    expect(made.map((object) => String(object.id))).toEqual([id]);
  });

  it.each(kinds)("and which did not take effect: reports after a search that a %s may exist", async (kind) => {
    const name = `Not behind a page ${kind}`;
    await own.sandbox.fault({ kind: "foreign", method: "POST", path: paths[kind], status: 404, when: "before" });
    const error = await failure(provider, kind, { ...argsOn(listId)[kind], name });
    expect(error.initFailed).toBeUndefined();
    expect(error.message).toContain(`POST ${paths[kind]} → 404`);
    expect(error.message).toContain("it may have been created nevertheless: look in the app");
    expect((await own.requests()).filter((request) => request === `GET ${paths[kind]}`).length).toBeGreaterThan(1);
  });
});

describe("an address without the service", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      "nothing listens",
      { OUTREACH_BASE_URL: "http://127.0.0.1:1", OUTREACH_WAIT_BUDGET_SECONDS: "0.1" },
      /not sent[\s\S]*OUTREACH_BASE_URL/,
    ],
    ["an unknown host", { OUTREACH_BASE_URL: "https://outreach.invalid" }, /outreach\.invalid[\s\S]*OUTREACH_BASE_URL/],
    ["plain HTTP to another machine", { OUTREACH_BASE_URL: "http://outreach.example.com" }, /https/i],
    [
      "not a web address",
      { OUTREACH_BASE_URL: "ftp://outreach.example.com" },
      /OUTREACH_BASE_URL\) must start with https/,
    ],
    [
      "no address",
      { OUTREACH_BASE_URL: "" },
      /No address of the service[\s\S]*outreach:baseUrl[\s\S]*OUTREACH_BASE_URL/,
    ],
    ["no key", { OUTREACH_API_KEY: "" }, /No API key[\s\S]*outreach:apiKey[\s\S]*OUTREACH_API_KEY/],
  ])("%s: one message that names the setting", async (_what, settings, expected) => {
    const provider = await run.host({ env: { ...run.env, ...settings } });
    const urn = urnOf("List");
    const error = await provider
      .check(urn, "List", {}, listArgs)
      .then(({ inputs }) => provider.create(urn, inputs))
      .then(
        () => new Error("it was created"),
        (reason: unknown) => reason,
      );
    if (!(error instanceof HostError)) throw error;
    expect(error.message).toMatch(expected);
    expect(error.initFailed).toBeUndefined();
    expectReadable(error, provider);
    expect((await run.requests()).filter((request) => request.startsWith("POST "))).toEqual([]);
  });

  it.each<[string, FaultRequest, RegExp]>([
    ["a web page", { kind: "foreign", status: 200 }, /web page[\s\S]*baseUrl/],
    ["an empty body", { kind: "empty", status: 200, count: 5 }, /GET \/v1\/user\/me → 200[\s\S]*baseUrl/],
    ["a truncated body", { kind: "truncate", complete: true, count: 5 }, /GET \/v1\/user\/me → 200[\s\S]*baseUrl/],
    ["401", { kind: "status", status: 401 }, /GET \/v1\/user\/me → 401[\s\S]*OUTREACH_API_KEY/],
  ])("%s in response to the request for the user: nothing is created", async (_what, fault, expected) => {
    const provider = await run.host({ env: { ...run.env, OUTREACH_WAIT_BUDGET_SECONDS: "0.1" } });
    await run.sandbox.fault({ ...fault, method: "GET", path: "/v1/user/me" });
    const error = await failure(provider, "List", listArgs);
    expect(error.message).toMatch(expected);
    expect(error.initFailed).toBeUndefined();
    expectReadable(error, provider);
    expect((await run.requests()).filter((request) => request.startsWith("POST "))).toEqual([]);
  });
});
