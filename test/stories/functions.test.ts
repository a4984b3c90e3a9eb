import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn, expectCleanFailure, expectSuccess, reported, settingsFor } from "../support/acceptance";
import { outcomeOf, Project } from "../support/project";

/** Calls each function, some twice. Some depend on a list of the program, and some act for a member. */
const program = `
const outreach = require("pulumi-outreach");
const pulumi = require("@pulumi/pulumi");
const alice = new outreach.Provider("alice", { impersonateUserId: 102 });
const before = outreach.getListsOutput();
const list = new outreach.List("leads", { name: "Leads" });
const contacts = outreach.getContactsOutput({ listId: list.id });
module.exports = {
  before: before.apply((lists) => lists.map(({ name }) => name)),
  again: outreach.getListsOutput().length,
  byId: outreach.getListOutput({ id: list.id }).name,
  byName: outreach.getListOutput({ name: list.name }).id,
  after: list.id.apply(async () => (await outreach.getLists()).map(({ name }) => name)),
  shared: outreach.getListOutput({ name: "Shared" }).id,
  hidden: outreach.getListOutput({ name: pulumi.secret("Shared") }).name,
  user: outreach.getUserOutput().id,
  member: outreach.getUserOutput({}, { provider: alice }).id,
  seats: outreach.getEmailSeatsOutput({}, { provider: alice }).apply((seats) => seats.map(({ id }) => id)),
  members: outreach.getOrganizationMembersOutput().length,
  agents: outreach.getSourceAgentsOutput().length,
  agent: outreach.getSourceAgentOutput({ name: "Finder" }).listId,
  campaigns: outreach.getCampaignsOutput().length,
  campaign: outreach.getCampaignOutput({ name: "Q1" }).active,
  contacts: contacts.total,
  contact: outreach.getContactsOutput({ limit: 1 }).apply(({ contacts: [{ id }] }) => outreach.getContact({ id })).firstName,
  campaignLogs: outreach.getCampaignOutput({ name: "Q1" }).apply(({ id }) => outreach.getCampaignLogs({ campaignId: id })).length,
  agentLogs: outreach.getSourceAgentOutput({ name: "Finder" }).apply(({ id }) => outreach.getAgentLogs({ agentId: id })).length,
  health: pulumi.all([outreach.getServiceHealthOutput(), outreach.getContactHealthOutput()]).apply((both) => both.map(({ isHealthy }) => isHealthy)),
};
`;

let sandbox: Sandbox;
let project: Project;
let shared: number;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  const [key] = sandbox.accounts.owner.apiKeys;
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return z.object({ id: z.number() }).parse(await answer.json()).id;
  };
  shared = await post("/v1/list", { name: "Shared" });
  await post("/v1/agent", { name: "Finder", listId: shared });
  await post("/v1/campaign", {
    name: "Q1",
    active: false,
    listIds: [shared],
    linkedinSeatId: 7,
    steps: [{ type: "visitProfile" }],
  });
  await sandbox.addContacts({ userId: 101, contacts: [{ firstName: "Ada", lastName: "Test", listId: shared }] });
  project = await new Project({ program, env: settingsFor(sandbox) }).init();
  await sandbox.clearLog();
});
afterAll(async () => {
  project.remove();
  await sandbox.close();
});

/** The sorted requests since the last call, marked if they act for the member. */
async function requests(): Promise<string[]> {
  const log = (await sandbox.log({})).requests;
  await sandbox.clearLog();
  return log.map(({ method, path, userId }) => `${method} ${path}${userId === 102 ? " for 102" : ""}`).sort();
}

const preview = (env = {}) => project.run(["preview", "--non-interactive", "--color", "never", "-s", "test"], env);

/** The requests of the functions whose arguments are known. */
const known = [
  "GET /health",
  "GET /v1/agent",
  "GET /v1/campaign",
  "GET /v1/contact",
  "GET /v1/contact/ID",
  "GET /v1/contact/health",
  "GET /v1/email-seat for 102",
  "GET /v1/list",
  "GET /v1/organization/members",
  // The member is verified, then read.
  ...["GET /v1/user/me", "GET /v1/user/me for 102", "GET /v1/user/me for 102"],
  ...["GET /v1/agent/ID/logs", "GET /v1/campaign/ID/logs"],
].sort();
const withoutIds = (paths: readonly string[]) => paths.map((path) => path.replace(/\d{6,}/, "ID")).sort();

describe("functions in a program", () => {
  it("send one request at a preview if their arguments are known, and otherwise stay unknown", async () => {
    const shown = await preview();
    expectSuccess(shown);
    // The machine does not know the key's user yet: both accounts of the program may request it.
    const asked = withoutIds(await requests());
    const isKeyOwner = (request: string) => request === "GET /v1/user/me";
    expect(asked.filter((request) => !isKeyOwner(request))).toEqual(known.filter((request) => !isKeyOwner(request)));
    expect(asked.filter(isKeyOwner).length).toBeLessThanOrEqual(3);
    const outputs = shown.text.slice(shown.text.indexOf("Outputs:"));
    for (const unknown of ["after", "byId", "byName", "contacts"]) {
      expect(outputs).toMatch(new RegExp(`^    ${unknown} +: \\[unknown\\]$`, "m"));
    }
    expect(outputs).toMatch(/^ {4}hidden +: \[secret\]$/m);
    expect(outputs).toMatch(/^ {4}member +: 102$/m);
  });

  it("return in an update the objects that it has just created", async () => {
    expectSuccess(await project.up());
    const { stdout } = await project.run(["stack", "output", "--json", "--show-secrets", "-s", "test"]);
    const created = (await sandbox.objects()).lists.find(({ name }) => name === "Leads")?.id;
    expect(JSON.parse(stdout)).toEqual({
      ...{ before: ["Shared"], again: 1, after: ["Shared", "Leads"], byId: "Leads", byName: String(created) },
      ...{ shared: String(shared), hidden: "Shared", user: 101, member: 102, seats: [31], members: 4 },
      ...{ agents: 1, agent: shared, campaigns: 1, campaign: false, contacts: 0, contact: "Ada" },
      ...{ campaignLogs: 0, agentLogs: expect.any(Number), health: [true, true] },
    });
    const { resources } = await project.state();
    const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
    expect(stack?.outputs?.hidden).toHaveProperty("ciphertext");
    expect((await requests()).filter((request) => !request.startsWith("GET"))).toEqual(["POST /v1/list"]);
    expect(everythingIn(project.scratch)).not.toContain(settingsFor(sandbox).OUTREACH_API_KEY);
  });

  it("send the same requests at the next preview, which shows no change", async () => {
    expectSuccess(await project.run(["preview", "--expect-no-changes", "--non-interactive", "-s", "test"]));
    expect(withoutIds(await requests())).toEqual([...known, "GET /v1/contact"].sort());
  });

  it("send no requests if a program calls none", async () => {
    project.write('const { List } = require("pulumi-outreach");\nnew List("leads", { name: "Leads" });\n');
    expectSuccess(await preview());
    expect(await requests()).toEqual([]);
  });
});

describe("a program whose function fails", () => {
  it.each([
    ["as an Output of the stack", 'exports.id = outreach.getListOutput({ name: "None" }).id;'],
    ["as an unused Output", 'outreach.getListOutput({ name: "None" });'],
    ["as a promise", 'module.exports = async () => ({ id: (await outreach.getList({ name: "None" })).id });'],
    [
      "as an argument",
      'new outreach.SourceAgent("finder", { name: "A", listId: outreach.getListOutput({ name: "None" }).id });',
    ],
  ])("fails with the reason, %s", async (_, text) => {
    project.write(`const outreach = require("pulumi-outreach");\n${text}\n`);
    const failed = await preview();
    expectCleanFailure(failed);
    const said = reported(failed);
    expect(said).toMatch(/getList(Output)?: could not read list "None": no list of the acting user has this name\./);
    expect(said).toContain(`There are: "Shared" (${shared}), "Leads" (`);
    expect(said.split("could not read list")).toHaveLength(2);
  });

  it("fails if it throws during a request", async () => {
    await sandbox.fault({ kind: "delay", path: "/v1/list", milliseconds: 300 });
    project.write(
      'require("pulumi-outreach").getListsOutput();\nthrow Object.assign(new Error("of the program"), { stack: "" });\n',
    );
    const failed = await preview();
    expect([failed.code === 0, failed.text.includes("of the program")]).toEqual([false, true]);
  });
});

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

describe("Ctrl-C", () => {
  it("ends a program that waits for a response", async () => {
    await requests();
    await sandbox.fault({ kind: "hang", path: "/v1/list", count: 9 });
    const note = join(project.scratch, "pid");
    project.write(
      `require("node:fs").writeFileSync(${JSON.stringify(note)}, String(process.pid));\nexports.lists = require("pulumi-outreach").getListsOutput();\n`,
    );
    const child = project.start(["preview", "--non-interactive", "-s", "test"]);
    const ended = outcomeOf(child);
    while (!(await sandbox.log({ path: "/v1/list" })).requests.length) await pause(20);
    child.kill("SIGINT");
    expect((await ended).code).not.toBe(0);
    // Long before the request would time out or be retried.
    while (isRunning(Number(readFileSync(note, "utf8")))) await pause(20);
    expect((await sandbox.log({ path: "/v1/list" })).requests).toMatchObject([{ status: null }]);
  });
});
