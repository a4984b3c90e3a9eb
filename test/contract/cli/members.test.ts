import { type Sandbox, startSandbox } from "pulumi-outreach-sandbox";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { commandLine } from "../../support/commandLine";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  vi.stubEnv("OUTREACH_BASE_URL", sandbox.url);
  useKey(sandbox.accounts.owner.apiKeys[0]);
  vi.stubEnv("OUTREACH_CACHE_FOLDER", "");
});
afterEach(async () => {
  // Nothing is ever written.
  const { requests } = await sandbox.log({});
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  vi.unstubAllEnvs();
  await sandbox.close();
});

function useKey(key: string | undefined): void {
  vi.stubEnv("OUTREACH_API_KEY", key);
}

const members = (...words: string[]) => commandLine(["members", ...words]);
const path = "/v1/organization/members";

describe("pulumi-outreach members", () => {
  it("lists the active members in three requests, and counts the others", async () => {
    const { code, stdout, stderr } = await members();
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "ID   NAME          E-MAIL                       ROLE    ACTIVE  NOTE",
        "101  Olivia Hart   olivia@fernhill.example.com  owner   yes     the key's own user",
        "102  Alice Moreau  alice@fernhill.example.com   member  yes",
        "103  Bruno Keller  bruno@fernhill.example.com   member  yes",
        "",
      ].join("\n"),
    );
    expect(stderr).toBe("1 inactive member is not shown; --all shows it.\n");
    const { requests } = await sandbox.log({});
    expect(requests.map(({ path }) => path).sort()).toEqual([
      "/v1/organization",
      "/v1/organization/members",
      "/v1/user/me",
    ]);
  });

  it("lists all members with --all", async () => {
    const { stdout, stderr } = await members("--all");
    expect(stdout).toMatch(/^104 {2}Casper Wye {2,}casper@fernhill\.example\.com {2}member {2}no$/m);
    expect(stderr).toBe("");
  });

  it("prints one JSON document with --json", async () => {
    const { code, stdout, stderr } = await members("--json");
    expect([code, stderr]).toEqual([0, ""]);
    const alice = { id: "102", email: "alice@fernhill.example.com", name: "Alice Moreau", role: "member" };
    expect(JSON.parse(stdout)).toEqual({
      ...{ version: 1, keyUserId: "101", ownerId: "101", canActForMembers: true, warnings: [], notShown: 1 },
      members: [
        expect.objectContaining({ id: "101" }),
        { ...alice, isActive: true, notes: [] },
        expect.objectContaining({ id: "103" }),
      ],
    });
    expect(JSON.parse((await members("--json", "--all")).stdout)).toMatchObject({
      members: { length: 4 },
      notShown: 0,
    });
  });

  it("acts as the key's own user, whichever member the settings name", async () => {
    vi.stubEnv("OUTREACH_IMPERSONATE_USER_ID", "103");
    expect((await members()).code).toBe(0);
    const { requests } = await sandbox.log({});
    expect(new Set(requests.map(({ userId }) => userId))).toEqual(new Set([101]));
  });

  it("reports that the key is not the owner's", async () => {
    useKey(sandbox.accounts.members[0]?.apiKeys[0]);
    const { code, stdout, stderr } = await members();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^102 .* the key's own user$/m);
    expect(stderr).toContain(
      "warning: the key belongs to user 102, who is not the owner of the organization (user 101 is): only the owner's key may act for members.\n",
    );
    expect(JSON.parse((await members("--json")).stdout)).toMatchObject({ canActForMembers: false, keyUserId: "102" });
  });

  it("works without the operation that names the owner", async () => {
    await sandbox.configure({ specOnly: true });
    const { code, stdout, stderr } = await members("--all");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^101 .* admin {3}yes /m);
    expect(JSON.parse((await members("--json")).stdout)).not.toHaveProperty("canActForMembers");
  });

  it("fails for an invalid key", async () => {
    useKey("osk_unknown");
    const { code, stdout, stderr } = await members();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*\/v1\/user\/me → 401\nthe service answered: Invalid API key\n.*OUTREACH_API_KEY/);
    expect(stderr).not.toContain("osk_unknown");
  });

  it.each([
    ["an empty list", { kind: "foreign", body: "[]", contentType: "application/json" }],
    ["404", { kind: "status", status: 404, body: { message: "Organization not found", statusCode: 404 } }],
    ["400", { kind: "status", status: 400, body: { message: "No organization", statusCode: 400 } }],
  ] as const)("fails for a user without an organization, whose members are %s", async (_, fault) => {
    await sandbox.fault({ kind: "alter", path: "/v1/user/me", set: { organizationId: null }, count: 9 });
    await sandbox.fault({ ...fault, path, count: 9 });
    const { code, stdout, stderr } = await members("--json");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "error: could not list the organization's members: user 101, whose key it is, belongs to no organization.\nUse the key of an organization's owner (OUTREACH_API_KEY).\n",
    );
  });

  it("reports an empty list", async () => {
    await sandbox.fault({ kind: "foreign", path, body: "[]", contentType: "application/json" });
    expect(await members()).toEqual({ code: 0, stdout: "", stderr: "The service lists no such members.\n" });
  });

  it.each([
    ["an object", '{"message":"fine"}'],
    ["a text", '"fine"'],
  ])("fails if the response is %s", async (_, body) => {
    await sandbox.fault({ kind: "foreign", path, body, contentType: "application/json" });
    const { code, stdout, stderr } = await members();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      "error: could not list the organization's members: the answer of GET /v1/organization/members is not a list.\n",
    );
  });

  it("fails for a service that returns web pages", async () => {
    const body = "<!doctype html><h1>Hi</h1>";
    await sandbox.fault({ kind: "foreign", path, body, contentType: "text/html", count: 99 });
    const { code, stdout, stderr } = await members();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: could not list the organization's members: GET .* → 200\nthe answer is a web page, not JSON\n.*OUTREACH_BASE_URL/,
    );
  });

  it("notes members who share an address, ignoring case and spaces", async () => {
    const added = await sandbox.addMember({
      organizationId: 1,
      firstName: "Alice",
      lastName: "Two",
      email: " ALICE@fernhill.example.com",
    });
    const { stdout } = await members();
    expect(stdout).toMatch(new RegExp(`^102 .* the same e-mail address as ${added.id}$`, "m"));
    expect(stdout).toMatch(new RegExp(`^${added.id} .* the same e-mail address as 102$`, "m"));
  });

  it("names members without a readable id, and reports an incomplete list", async () => {
    const body = JSON.stringify({ members: [{ id: 101 }, { id: "../x" }, "Bruno"], total: 7 });
    await sandbox.fault({ kind: "foreign", path, body, contentType: "application/json" });
    const { code, stdout, stderr } = await members();
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n101 +owner +the key's own user\n$/);
    expect(stderr).toBe(
      "warning: 2 of the members that the service lists have no readable id: left out.\nwarning: the service counts 7 members and lists 3 of them.\n",
    );
  });

  const hostile: Readonly<Record<string, string>> = {
    "ANSI escapes": "\u001b[2J\u001b[31mEve\u001b]0;title\u0007",
    "line ends": "Eve\r\n102  Alice Moreau",
    "right-to-left marks": "Eve \u202etxt.exe\u200f",
    "10,000 characters": "x".repeat(10_000),
    emoji: "👩‍👩‍👧‍👧 Eve 🇫🇷 日本語",
    "C1 codes": "\u009b31mEve\u0090",
  };
  it.each(Object.entries(hostile))("shows a name with %s in one row, without terminal sequences", async (_, name) => {
    const { id } = await sandbox.addMember({
      organizationId: 1,
      firstName: name,
      lastName: "Last",
      email: "eve@fernhill.example.com",
    });
    for (const columns of [undefined, 80]) {
      const { stdout, stderr } = await commandLine(["members"], { columns, environment: { NO_COLOR: "1" } });
      const lines = stdout.trimEnd().split("\n");
      expect(lines.filter((line) => line.startsWith(`${id} `))).toHaveLength(1);
      expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(4);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u200e\u200f]/u);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns ?? 300);
    }
    const { stdout } = await members("--json");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u200e\u200f]/u);
    expect(JSON.parse(stdout)).toMatchObject({ members: { 3: { id: String(id), name: `${name} Last` } } });
  });

  it("lists 500 members", async () => {
    for (let index = 0; index < 497; index++) {
      const person = { firstName: "Member", lastName: String(index), email: `member${index}@fernhill.example.com` };
      await sandbox.addMember({ organizationId: 1, ...person });
    }
    const { code, stdout } = await members();
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(501);
    expect(JSON.parse((await members("--json")).stdout)).toMatchObject({ members: { length: 500 }, warnings: [] });
  });
});
