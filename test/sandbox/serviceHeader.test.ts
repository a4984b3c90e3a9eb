import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${sandbox.url}${path}`, { headers });
const key = () => ({ authorization: `Bearer ${sandbox.accounts.owner.apiKeys[0]}` });
const faults = [
  ["a replaced answer", { kind: "status", status: 500, body: "failed" }],
  ["an answer in pieces", { kind: "truncate" }],
  ["a page of something else", { kind: "foreign" }],
  ["an answer that comes slowly", { kind: "drip" }],
] as const;

it.each([
  ["an object", () => ask("/v1/user/me", key()), 200],
  ["a missing key", () => ask("/v1/user/me"), 401],
  ["an unknown address", () => ask("/v1/nothing", key()), 404],
  ["another host", () => ask("/", { host: "outreach.example.com" }), undefined],
  ["its page", () => ask("/_control/", { accept: "text/html" }), 200],
] as const)("marks the response to %s as not from a real service", async (_what, answer, status) => {
  const response = await answer();
  if (status !== undefined) expect(response.status).toBe(status);
  expect(response.headers.get("x-outreach-service")).toBe("pulumi-outreach-sandbox");
});

it.each(faults)("marks %s", async (_what, fault) => {
  await sandbox.fault({ ...fault, path: "/v1/user/me" });
  const response = await ask("/v1/user/me", key());
  expect(response.headers.get("x-outreach-service")).toBe("pulumi-outreach-sandbox");
  await response.body?.cancel().catch(() => undefined);
});
