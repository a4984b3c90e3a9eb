import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "pulumi-outreach-sandbox";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commandLine } from "../../support/commandLine";
import { byHand, oddAccount, smallAccount } from "../../support/export/byHand";

let sandbox: Sandbox;
let scratch: string;
let target: string;
beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), "outreach-export-"));
  target = join(scratch, "outreach");
  await open({});
});
afterEach(async () => {
  // Whatever happened, nothing was written to the service, and nothing half-written is left.
  const { requests } = await sandbox.log({});
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(filesIn(scratch).filter((path) => path.includes(".tmp"))).toEqual([]);
  vi.unstubAllEnvs();
  await sandbox.close();
  rmSync(scratch, { recursive: true });
});

async function open(options: Parameters<typeof startSandbox>[0]): Promise<void> {
  await sandbox?.close();
  sandbox = await startSandbox({ rateLimit: false, ...options });
  vi.stubEnv("OUTREACH_BASE_URL", sandbox.url);
  vi.stubEnv("OUTREACH_API_KEY", sandbox.accounts.owner.apiKeys[0]);
  vi.stubEnv("OUTREACH_CACHE_FOLDER", join(scratch, "cache"));
}

const exporting = (...words: string[]) => commandLine(["export", ...words]);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("cache"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const read = (path: string) => readFileSync(join(target, path), "utf8");
const program = ["Pulumi.yaml", "README.md", "import.json", "index.ts", "package.json", "tsconfig.json"];

describe("pulumi-outreach export", () => {
  it("writes a whole project in four requests", async () => {
    await smallAccount(sandbox);
    await sandbox.clearLog();
    const { code, stdout, stderr } = await exporting(target);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Exported 1 list, 1 source agent and 1 campaign of user 101");
    expect(filesIn(target)).toEqual(
      [".gitignore", ".outreach-export.json", ...program, "texts/fintech-q1/2-message.txt"].sort(),
    );
    expect(read("texts/fintech-q1/2-message.txt")).toBe("Hi [FirstName],\n\nI saw what [Compny] builds.\n");
    expect(read("index.ts")).toContain('acknowledge: ["as-is:steps[1].message"]');
    // The service shows only which campaign a list was attached to last.
    expect(read("index.ts")).toMatch(/\/\/ The service does not show the lists[^\n]+\nnew outreach.Campaign/);
    const { requests } = await sandbox.log({});
    expect(requests.map(({ path }) => path).sort()).toEqual(["/v1/agent", "/v1/campaign", "/v1/list", "/v1/user/me"]);
  });

  it("never writes the key", async () => {
    await smallAccount(sandbox);
    await sandbox.clearLog();
    await exporting(target);
    const [key = ""] = sandbox.accounts.owner.apiKeys;
    expect(filesIn(target).filter((path) => read(path).includes(key))).toEqual([]);
    expect(read("Pulumi.yaml")).toContain(`outreach:baseUrl: ${sandbox.url}`);
    expect(read("Pulumi.yaml")).not.toContain("impersonate");
  });

  it("exports a member's objects, and lets the project act for the member", async () => {
    const member = { "x-impersonate-user-id": "102" };
    await smallAccount(sandbox);
    await byHand(sandbox, "/v1/list", { name: "Alice's" }, member);
    await sandbox.clearLog();
    expect((await exporting(target, "--as", "alice@fernhill.example.com")).code).toBe(0);
    expect(read("Pulumi.yaml")).toContain('outreach:impersonateUserId: "102"');
    expect(read("index.ts")).toContain(`new outreach.List("alice-s", { name: "Alice's" });`);
    expect(read("import.json")).toContain(String.raw`\"actingUserId\":\"102\"`);
    const { requests } = await sandbox.log({});
    expect(requests.length).toBeLessThanOrEqual(12);
  });

  it("only lists with --list", async () => {
    await oddAccount(sandbox);
    await sandbox.clearLog();
    const { code, stdout } = await exporting("--list");
    expect(code).toBe(0);
    expect(filesIn(scratch)).toEqual([]);
    expect(stdout).toMatch(/^list +\d+ +🎉 +list *$/m);
    expect(stdout).toMatch(/^list +\d+ +Fintech founders +fintech-founders-2 *$/m);
    expect(stdout).toMatch(/^campaign +\d+ +日本 .*left out: the service does not show its e-mail seats/m);
    // A name cannot forge the table.
    expect(stdout).not.toMatch(/[\u202e\u2028]/);
    const json = JSON.parse((await exporting("--list", "--json")).stdout);
    expect(json).toMatchObject({ userId: "101", exported: expect.any(Array), leftOut: expect.any(Array) });
    expect(json.files).toBeUndefined();
  });

  it("prints one JSON document with --json", async () => {
    const { campaign } = await smallAccount(sandbox);
    await sandbox.clearLog();
    const { stdout } = await exporting(target, "--json");
    const json = JSON.parse(stdout);
    expect(json).toMatchObject({ folder: target, leftOut: [], requests: 4, files: { changed: [], kept: [] } });
    expect(json.exported.at(-1)).toMatchObject({ kind: "Campaign", id: String(campaign), resource: "fintech-q1" });
  });
});

describe("--only", () => {
  it("takes kinds, ids and names, and writes references to the others as ids", async () => {
    const { list, agent } = await smallAccount(sandbox);
    await byHand(sandbox, "/v1/list", { name: "Other" });
    await sandbox.clearLog();
    await exporting(target, "--only", String(agent), "Other");
    expect(read("index.ts")).toContain(`listId: ${list},`);
    expect(read("index.ts").match(/new outreach\.\w+/g)).toEqual(["new outreach.List", "new outreach.SourceAgent"]);
    const other = await exporting("--list", "--only", "campaigns", "--only", "agent", "--json");
    expect(JSON.parse(other.stdout).exported.map(({ kind }: { kind: string }) => kind)).toEqual([
      "SourceAgent",
      "Campaign",
    ]);
  });

  it("refuses a word that names nothing, with the nearest one", async () => {
    await smallAccount(sandbox);
    await sandbox.clearLog();
    const { code, stdout, stderr } = await exporting(target, "--only", "Fintech Q2");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("Did you mean Fintech Q1?");
    expect((await exporting("--only")).code).toBe(2);
  });
});

describe("what the service does not show", () => {
  it("is asked for in a map file, once", async () => {
    await oddAccount(sandbox);
    await sandbox.clearLog();
    const first = await exporting(target);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain("is left out: the service does not show its e-mail seats");
    const template = read("outreach.map.yaml");
    expect(template).toContain("#   22  olivia2@fernhill.example.com");
    const ids = [...template.matchAll(/^ {2}# "(\d+)":/gm)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    // A person fills it in.
    const filled = template.replace(/^ {2}# /gm, "  ").replaceAll("emailSeatIds: []", "emailSeatIds: [22]");
    const lists = (await sandbox.objects()).lists;
    writeFileSync(join(target, "outreach.map.yaml"), filled.replaceAll("listIds: []", `listIds: [${lists[3]?.id}]`));
    const second = await exporting(target, "--overwrite");
    expect(second.stderr).toBe("");
    expect(second.stdout).toContain("4 campaigns");
    expect(read("outreach.map.yaml")).toContain("emailSeatIds: [22]");
    expect(read("index.ts")).toContain("emailSeatIds: [22],");
  });

  it("is not asked for if the answers hold it", async () => {
    await open({ campaignCarriesLists: true, addUnknownFields: true, decorateSignals: true });
    await oddAccount(sandbox);
    await sandbox.clearLog();
    const { stdout, stderr } = await exporting(target);
    expect(stderr).toBe("");
    expect(stdout).toContain("Exported 4 lists, 3 source agents and 4 campaigns");
    const { requests } = await sandbox.log({});
    expect(requests.map(({ path }) => path)).not.toContain("/v1/email-seat");
    expect(read("index.ts")).not.toMatch(/internalRevision|labels|strength|last_usage/);
  });

  it.each([
    ["campaigns: [", /:1: /],
    ["campaign: {}", /:1: the file has the unknown key "campaign"/],
    ['campaigns:\n  "1":\n    listIds: [456]\n', /:2: the account has no campaign 1\./],
    ['campaigns:\n  "CAMPAIGN":\n    listIds: []\n', /:3: campaigns\.\d+\.listIds must hold at least one id/],
    ['campaigns:\n  "CAMPAIGN":\n    listIds: [LIST, 12]\n', /:3: the account has no list 12\./],
    ['campaigns:\n  "CAMPAIGN":\n    listsIds: [LIST]\n', /:3: campaigns\.\d+ has the unknown key "listsIds"/],
    ['campaigns:\n  "CAMPAIGN":\n    listIds: ["a"]\n', /:3: campaigns\.\d+\.listIds\.0 /],
    ["campaigns: &a\n  b: *a\n", /:1: a map file has no anchors/],
  ])("is refused in a wrong map file, with the line: %j", async (text, expected) => {
    const { list, campaign } = await smallAccount(sandbox);
    await sandbox.clearLog();
    const file = join(scratch, "my.map.yaml");
    writeFileSync(file, text.replace("CAMPAIGN", String(campaign)).replace("LIST", String(list)));
    const { code, stdout, stderr } = await exporting(target, "--map", file);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(expected);
    expect(stderr).toContain("my.map.yaml");
    expect(filesIn(scratch)).toEqual(["my.map.yaml"]);
  });

  it("must be in the map file that is named", async () => {
    expect((await exporting(target, "--map", join(scratch, "none.yaml"))).code).toBe(2);
  });
});

describe("a service that does not show everything", () => {
  it("stops the export if it lists nothing", async () => {
    await open({ specOnly: true });
    const { code, stdout, stderr } = await exporting(target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("this service has no operation that lists lists, so nothing was written");
    expect(filesIn(scratch)).toEqual([]);
  });

  it.each([
    ["cut in the middle", { kind: "truncate", path: "/v1/campaign", count: 9 } as const],
    ["cut in the middle of the JSON", { kind: "truncate", complete: true, path: "/v1/agent", count: 9 } as const],
    ["not a list", { kind: "status", status: 200, body: { total: 4 }, path: "/v1/list", count: 9 } as const],
    [
      "a part",
      {
        kind: "status",
        status: 200,
        body: { lists: [{ id: 1, name: "a" }], total: 3 },
        path: "/v1/list",
        count: 9,
      } as const,
    ],
    [
      "unreadable in part",
      { kind: "status", status: 200, body: [{ id: 1, name: "a" }, { name: "b" }], path: "/v1/list", count: 9 } as const,
    ],
  ])("stops the export if a listing is %s", async (_, fault) => {
    await smallAccount(sandbox);
    await sandbox.clearLog();
    await sandbox.fault(fault);
    // Long enough for one more try.
    vi.stubEnv("OUTREACH_WAIT_BUDGET_SECONDS", "0.1");
    const { code, stdout, stderr } = await exporting(target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: /);
    expect(filesIn(scratch)).toEqual([]);
  });

  it("has nothing to export for an empty account", async () => {
    const { code, stderr } = await exporting(target);
    expect(code).toBe(1);
    expect(stderr).toContain("user 101 has no lists, source agents or campaigns");
    expect((await exporting("--list")).code).toBe(0);
  });
});

describe("a folder that is there already", () => {
  beforeEach(async () => {
    await smallAccount(sandbox);
    await sandbox.clearLog();
  });

  it("gets the same files again without a word, and different ones only with --overwrite", async () => {
    await exporting(target);
    const before = filesIn(target).map(read);
    expect((await exporting(target)).code).toBe(0);
    expect(filesIn(target).map(read)).toEqual(before);
    const { lists } = await sandbox.objects();
    await sandbox.renameList({ listId: lists[0]?.id ?? 0, name: "Renamed" });
    const { code, stdout, stderr } = await exporting(target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("It would overwrite import.json, index.ts.");
    expect(filesIn(target).map(read)).toEqual(before);
    writeFileSync(join(target, "index.ts"), `${read("index.ts")}// Mine.\n`);
    expect((await exporting(target)).stderr).toContain("somebody has edited them since: index.ts");
    expect((await exporting(target, "--overwrite")).code).toBe(0);
    expect(read("index.ts")).toContain("Renamed");
  });

  it("loses what is no longer a part of the export, unless it was edited", async () => {
    await exporting(target);
    const { campaigns } = await sandbox.objects();
    await sandbox.deleteCampaign({ campaignId: campaigns[0]?.id ?? 0 });
    expect((await exporting(target)).stderr).toContain("It would remove texts/fintech-q1/2-message.txt");
    expect((await exporting(target, "--overwrite")).code).toBe(0);
    expect(readdirSync(target)).not.toContain("texts");
  });

  it("keeps files of the user's own", async () => {
    mkdirSync(target);
    const own = { "notes.txt": "mine", "README.md": "# Mine", "package.json": "{}" };
    for (const [path, text] of Object.entries(own)) writeFileSync(join(target, path), text);
    const { code, stderr } = await exporting(target);
    expect(code).toBe(0);
    expect(stderr).toContain("Your own package.json, README.md stayed as they are");
    for (const [path, text] of Object.entries(own)) expect(read(path)).toBe(text);
    expect((await exporting(target, "--overwrite")).code).toBe(0);
    for (const [path, text] of Object.entries(own)) expect(read(path)).toBe(text);
  });

  it.each(["index.ts", "import.json", "texts"])("is refused if its own %s would be replaced", async (name) => {
    mkdirSync(target);
    writeFileSync(join(target, name), "mine");
    const { code, stderr } = await exporting(target, "--overwrite");
    expect(code).toBe(1);
    expect(stderr).toContain(`it holds files of its own where the export would write ${name}`);
    expect(filesIn(target)).toEqual([name]);
    expect(read(name)).toBe("mine");
  });

  it("is refused if a link leads out of it", async () => {
    mkdirSync(target);
    mkdirSync(join(scratch, "elsewhere"));
    symlinkSync(join(scratch, "elsewhere"), join(target, "texts"));
    expect((await exporting(target)).code).toBe(1);
    expect(filesIn(join(scratch, "elsewhere"))).toEqual([]);
  });

  it("must be a folder, and must be named", async () => {
    writeFileSync(target, "mine");
    expect((await exporting(target)).code).toBe(2);
    expect(readFileSync(target, "utf8")).toBe("mine");
    expect((await exporting()).code).toBe(2);
  });

  it("is whole or not written if a file cannot be", async () => {
    await exporting(target);
    const before = filesIn(target).map(read);
    writeFileSync(join(target, ".outreach-export.json"), "broken");
    const { code, stderr } = await exporting(target, "--overwrite");
    expect([code, stderr.includes("cannot be read")]).toEqual([1, true]);
    writeFileSync(join(target, ".outreach-export.json"), before[1] ?? "");
    expect(filesIn(target).map(read)).toEqual(before);
  });
});
