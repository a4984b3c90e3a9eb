import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, occurrences, reported, settingsFor } from "../support/acceptance";
import { Project } from "../support/project";

const program = (name: string) => `
const { List, SourceAgent } = require("pulumi-outreach");
const leads = new List("leads", { name: "Leads" });
new SourceAgent("finder", { name: ${JSON.stringify(name)}, listId: leads.id, targetJobTitles: ["CEO"],
  targetIndustries: ["Software"], targetLocations: ["France"] });
`;

let sandbox: Sandbox;
let project: Project;
let settings: Record<string, string>;
beforeAll(async () => {
  sandbox = await startSandbox();
  settings = settingsFor(sandbox);
  project = await new Project({ program: program("Finder") }).init();
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

/** This package's resources in the state. */
async function recorded() {
  const { resources } = await project.state();
  return resources.filter(({ type }) => type.includes("outreach:"));
}

describe("on the real engine", () => {
  it("a missing key is reported once, with the setting and the environment variable", async () => {
    const outcome = await project.up([], { OUTREACH_BASE_URL: sandbox.url });
    expectCleanFailure(outcome);
    expect(occurrences(reported(outcome), "No API key")).toBe(1);
    expect(outcome.text).toContain("pulumi config set --secret outreach:apiKey");
    expect(outcome.text).toContain("OUTREACH_API_KEY");
    expect(await recorded()).toEqual([]);
  });

  it("a key in plain text in the stack's config is refused, and not repeated", async () => {
    await project.config("outreach:apiKey", "osk_plain_text");
    const outcome = await project.up([], { OUTREACH_BASE_URL: sandbox.url });
    await project.run(["config", "rm", "outreach:apiKey", "-s", project.stack]);
    expectCleanFailure(outcome);
    expect(occurrences(reported(outcome), "in plain text")).toBe(1);
    expect(outcome.text).toContain("pulumi config set --secret outreach:apiKey");
    expect(outcome.text).not.toContain("osk_plain_text");
    expect((await sandbox.log()).total).toBe(0);
  });

  it("another server at the address: one message, nothing recorded", async () => {
    const other = await pageServer();
    const { port } = other.address() as AddressInfo;
    const outcome = await project.up([], { ...settings, OUTREACH_BASE_URL: `http://127.0.0.1:${port}` });
    other.close();
    expectCleanFailure(outcome);
    expect(occurrences(reported(outcome), "GET /v1/user/me → 200")).toBe(1);
    expect(outcome.text).toMatch(/web page[\s\S]*OUTREACH_BASE_URL/);
    expect(await recorded()).toEqual([]);
  });

  it("a refused create: method, path, status, message, next step; only existing objects are recorded", async () => {
    const body = { message: "too many agents for this plan" };
    await sandbox.fault({ kind: "status", method: "POST", path: "/v1/agent", status: 422, body });
    const outcome = await project.up([], settings);
    expectCleanFailure(outcome);
    expect(occurrences(reported(outcome), "POST /v1/agent → 422")).toBe(1);
    expect(outcome.text).toMatch(/creating source agent "Finder"[\s\S]*too many agents for this plan[\s\S]*try again/);
    expect((await recorded()).map(({ type }) => type)).toEqual(["pulumi-nodejs:dynamic/outreach:List"]);
    expect((await project.state()).pending_operations ?? []).toEqual([]);
    expectSuccess(await project.up([], settings));
    expect((await sandbox.counts()).agents).toBe(1);
  });

  it("a refused change leaves the state unchanged", async () => {
    project.write(program("Finder, renamed"));
    const before = await recorded();
    await sandbox.fault({ kind: "status", method: "PATCH", path: "/v1/agent/*", status: 403, body: "" });
    const outcome = await project.up([], settings);
    expectCleanFailure(outcome);
    expect(outcome.text).toMatch(/PATCH \/v1\/agent\/\d+ → 403[\s\S]*empty[\s\S]*which user the key belongs to/);
    const withoutTimes = (resources: typeof before) =>
      resources.map(({ id, inputs, outputs }) => ({ id, inputs, outputs }));
    expect(withoutTimes(await recorded())).toEqual(withoutTimes(before));
  });

  it("a lost response: kept as pending, and settled by a refresh", async () => {
    project.write(`${program("Finder")}\nnew List("more", { name: "More" });`);
    await sandbox.fault({ kind: "status", method: "POST", path: "/v1/list", status: 500, body: { message: "oh" } });
    const short = { ...settings, OUTREACH_REQUEST_TIMEOUT_SECONDS: "1" };
    const outcome = await project.up([], short);
    expectCleanFailure(outcome);
    expect(outcome.text).toMatch(/list "More"[\s\S]*500: oh[\s\S]*pulumi up --refresh/);
    expect((await recorded()).map(({ id }) => id)).toContainEqual(expect.stringMatching(/^pending-/));
    expectSuccess(await project.up(["--refresh"], short));
    expect((await recorded()).map(({ id }) => id)).not.toContainEqual(expect.stringMatching(/^pending-/));
    const { lists } = await sandbox.objects();
    expect(lists.map(({ name }) => name)).toEqual(["Leads", "More"]);
  });

  it("a text that resolves to undefined is an error, and is not left for the AI to write", async () => {
    const late = (text: string) => `
const pulumi = require("@pulumi/pulumi");
const { Campaign, List } = require("pulumi-outreach");
const leads = new List("leads", { name: "Leads" });
new Campaign("lost", { name: "Lost", listIds: [leads.id], linkedinSeatId: 7,
  steps: [{ type: "visitProfile" }, ${text}] });
`;
    for (const text of [
      '{ type: "message", message: {}.first }',
      '{ type: "message", message: pulumi.output({}).apply((texts) => texts.first) }',
      'pulumi.output({ type: "message", message: undefined })',
    ]) {
      project.write(late(text));
      const outcome = await project.up([], settings);
      expectCleanFailure(outcome);
      expect(outcome.text).toMatch(/steps\[1\]\.message[\s\S]*messageMode/);
    }
    expect((await sandbox.counts()).campaigns).toBe(0);
  });
});

/** A server that answers every request with a web page. */
async function pageServer(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><html><body>Sign in</body></html>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
