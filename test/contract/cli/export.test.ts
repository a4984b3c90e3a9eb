import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { commandLine } from "../../support/commandLine";
import { byHand, oddAccount, smallAccount } from "../../support/export/byHand";
import { ExportStage, filesIn } from "./exportStage";

const stage = new ExportStage();
const program = ["Pulumi.yaml", "README.md", "import.json", "index.ts", "package.json", "tsconfig.json"];

describe("pulumi-outreach export", () => {
  it("writes a complete project with four requests", async () => {
    await smallAccount(stage);
    await stage.sandbox.clearLog();
    const { code, stdout, stderr } = await stage.run(stage.target);
    expect([code, stderr]).toEqual([0, expect.stringContaining("For 1 of them they were concluded")]);
    expect(stdout).toContain("Exported 1 list, 1 source agent and 1 campaign of user 101");
    expect(filesIn(stage.target)).toEqual(
      [".gitignore", ".outreach-export.json", ...program, "texts/fintech-q1/2-message.txt"].sort(),
    );
    expect(stage.read("texts/fintech-q1/2-message.txt")).toBe("Hi [FirstName],\n\nI saw what [Compny] builds.\n");
    expect(stage.read("index.ts")).toContain('acknowledge: ["as-is:steps[1].message"]');
    // The service shows only the latest campaign of a list.
    expect(stage.read("index.ts")).toMatch(/\/\/ The service does not show its lists[^;]+\nnew outreach.Campaign/);
    const { requests } = await stage.sandbox.log({});
    expect(requests.map(({ path }) => path).sort()).toEqual(["/v1/agent", "/v1/campaign", "/v1/list", "/v1/user/me"]);
  });

  it("never writes the key", async () => {
    await smallAccount(stage);
    await stage.sandbox.clearLog();
    await stage.run(stage.target);
    const [key = ""] = stage.sandbox.accounts.owner.apiKeys;
    expect(filesIn(stage.target).filter((path) => stage.read(path).includes(key))).toEqual([]);
    expect(stage.read("Pulumi.yaml")).toContain(`outreach:baseUrl: ${stage.sandbox.url}`);
    expect(stage.read("Pulumi.yaml")).not.toContain("impersonate");
  });

  it("exports a member's objects, and makes the project act for the member", async () => {
    await smallAccount(stage);
    await byHand({ sandbox: stage.sandbox, as: 102 }, "/v1/list", { name: "Alice's" });
    await stage.sandbox.clearLog();
    expect((await stage.run(stage.target, "--as", "alice@fernhill.example.com")).code).toBe(0);
    expect(stage.read("Pulumi.yaml")).toContain('outreach:impersonateUserId: "102"');
    expect(stage.read("index.ts")).toContain(`new outreach.List("alice-s", { name: "Alice's" });`);
    expect(stage.read("import.json")).toContain(String.raw`\"actingUserId\":\"102\"`);
    const { requests } = await stage.sandbox.log({});
    expect(requests.length).toBeLessThanOrEqual(12);
  });

  it("only lists with --list", async () => {
    await oddAccount(stage);
    await stage.sandbox.clearLog();
    const { code, stdout } = await stage.run("--list");
    expect(code).toBe(0);
    expect(filesIn(stage.scratch)).toEqual([]);
    expect(stdout).toMatch(/^list +\d+ +🎉 +list *$/m);
    expect(stdout).toMatch(/^list +\d+ +Fintech founders +fintech-founders-2 *$/m);
    expect(stdout).toMatch(/^campaign +\d+ +日本 .*left out: the service does not show its e-mail seats/m);
    // A name cannot forge the table.
    expect(stdout).not.toMatch(/[\u202e\u2028]/);
    const json = JSON.parse((await stage.run("--list", "--json")).stdout);
    expect(json).toMatchObject({ userId: "101", exported: expect.any(Array), leftOut: expect.any(Array) });
    expect(json.files).toBeUndefined();
  });

  it("fits the terminal, and shows a note about several objects once", async () => {
    await smallAccount(stage);
    const step = {
      type: "email",
      delayAfterLastStep: 1,
      messageMode: "same",
      subject: "Hi",
      message: "Hi [FirstName]",
    };
    const mails = { emailSeatIds: [21], language: "en-US", steps: [step] };
    for (const name of ["Mails A", "Mails B"]) {
      const list = await byHand(stage, "/v1/list", { name: `${name} leads` });
      await byHand(stage, "/v1/campaign", { ...mails, name, listIds: [list] });
    }
    await stage.sandbox.clearLog();
    const said = "the service does not show its e-mail seats: name them in a map file";
    const { stdout } = await stage.run("--list");
    expect(stdout.match(/^campaign +\d+ +Mails [AB] +left out: see \[1\]$/gm)).toHaveLength(2);
    expect(stdout.endsWith(`\n\n[1]  ${said}\n`)).toBe(true);
    for (const columns of [120, 80, 48]) {
      const narrow = await commandLine(["export", "--list"], { columns, environment: { NO_COLOR: "1" } });
      expect(Math.max(...narrow.stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(columns);
    }
    const { stderr } = await stage.run(stage.target);
    expect(stderr).toMatch(/campaign "Mails A" \(id \d+\), campaign "Mails B" \(id \d+\) are left out, each for/);
    expect(stderr.split(said)).toHaveLength(2);
  });

  it("prints one JSON document with --json", async () => {
    const { campaign } = await smallAccount(stage);
    await stage.sandbox.clearLog();
    const { stdout } = await stage.run(stage.target, "--json");
    const json = JSON.parse(stdout);
    expect(json).toMatchObject({ folder: stage.target, leftOut: [], requests: 4, files: { changed: [], kept: [] } });
    expect(json.exported.at(-1)).toMatchObject({ kind: "Campaign", id: String(campaign), resource: "fintech-q1" });
  });
});

describe("--only", () => {
  it("takes kinds, ids and names, and writes references to the others as ids", async () => {
    const { list, agent } = await smallAccount(stage);
    await byHand(stage, "/v1/list", { name: "Other" });
    await stage.sandbox.clearLog();
    await stage.run(stage.target, "--only", String(agent), "Other");
    expect(stage.read("index.ts")).toContain(`listId: ${list},`);
    expect(stage.read("index.ts").match(/new outreach\.\w+/g)).toEqual([
      "new outreach.List",
      "new outreach.SourceAgent",
    ]);
    const other = await stage.run("--list", "--only", "campaigns", "--only", "agent", "--json");
    expect(JSON.parse(other.stdout).exported.map(({ kind }: { kind: string }) => kind)).toEqual([
      "SourceAgent",
      "Campaign",
    ]);
  });

  it("refuses an unknown name, and suggests the nearest one", async () => {
    await smallAccount(stage);
    await stage.sandbox.clearLog();
    const { code, stdout, stderr } = await stage.run(stage.target, "--only", "Fintech Q2");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("Did you mean Fintech Q1?");
    expect((await stage.run("--only")).code).toBe(2);
  });
});

describe("data that the service does not show", () => {
  it("is requested in a map file, once", async () => {
    await oddAccount(stage);
    await stage.sandbox.clearLog();
    const first = await stage.run(stage.target);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain("is left out: the service does not show its e-mail seats");
    expect((await stage.run("--list")).stdout).not.toContain("…");
    const template = stage.read("outreach.map.yaml");
    expect(template).toContain("#   22  olivia2@fernhill.example.com");
    const ids = [...template.matchAll(/^ {2}# "(\d+)":/gm)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    // A person fills it in.
    const filled = template.replace(/^ {2}# /gm, "  ").replaceAll("emailSeatIds: []", "emailSeatIds: [22]");
    const lists = (await stage.sandbox.objects()).lists;
    writeFileSync(
      join(stage.target, "outreach.map.yaml"),
      filled.replaceAll("listIds: []", `listIds: [${lists[3]?.id}]`),
    );
    const second = await stage.run(stage.target, "--overwrite");
    expect(second.stderr).not.toContain("left out");
    expect(second.stdout).toContain("4 campaigns");
    expect(stage.read("outreach.map.yaml")).toContain("emailSeatIds: [22]");
    expect(stage.read("index.ts")).toContain("emailSeatIds: [22],");
  });

  it("is not requested if the responses contain it", async () => {
    await stage.open({ campaignCarriesLists: true, addUnknownFields: true, decorateSignals: true });
    await oddAccount(stage);
    await stage.sandbox.clearLog();
    const { stdout, stderr } = await stage.run(stage.target);
    expect(stderr).toBe("");
    expect(stdout).toContain("Exported 4 lists, 3 source agents and 4 campaigns");
    const { requests } = await stage.sandbox.log({});
    expect(requests.map(({ path }) => path)).not.toContain("/v1/email-seat");
    expect(stage.read("index.ts")).not.toMatch(/internalRevision|labels|strength|last_usage/);
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
  ])("is refused in an invalid map file, with the line number: %j", async (text, expected) => {
    const { list, campaign } = await smallAccount(stage);
    await stage.sandbox.clearLog();
    const file = join(stage.scratch, "my.map.yaml");
    writeFileSync(file, text.replace("CAMPAIGN", String(campaign)).replace("LIST", String(list)));
    const { code, stdout, stderr } = await stage.run(stage.target, "--map", file);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(expected);
    expect(stderr).toContain("my.map.yaml");
    expect(filesIn(stage.scratch)).toEqual(["my.map.yaml"]);
  });

  it("must be in the named map file", async () => {
    expect((await stage.run(stage.target, "--map", join(stage.scratch, "none.yaml"))).code).toBe(2);
  });
});

describe("a service that does not show everything", () => {
  it("stops the export if it lists nothing", async () => {
    await stage.open({ specOnly: true });
    const { code, stdout, stderr } = await stage.run(stage.target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("this service has no operation that lists lists, so nothing was written");
    expect(filesIn(stage.scratch)).toEqual([]);
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
    await smallAccount(stage);
    await stage.sandbox.clearLog();
    await stage.sandbox.fault(fault);
    // Long enough for a retry.
    vi.stubEnv("OUTREACH_WAIT_BUDGET_SECONDS", "0.1");
    const { code, stdout, stderr } = await stage.run(stage.target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: /);
    expect(filesIn(stage.scratch)).toEqual([]);
  });

  it("names objects that other objects use but the service does not list", async () => {
    const { list } = await smallAccount(stage);
    await stage.sandbox.clearLog();
    await stage.sandbox.fault({ kind: "omit", ids: [list], path: "/v1/list", count: 9 });
    const { exported } = JSON.parse((await stage.run("--list", "--json")).stdout);
    expect(exported).toMatchObject([
      {
        kind: "SourceAgent",
        notes: [`The service does not list list ${list}, which it uses: it may have been deleted.`],
      },
    ]);
  });

  it("has nothing to export for an empty account", async () => {
    const { code, stderr } = await stage.run(stage.target);
    expect(code).toBe(1);
    expect(stderr).toContain("user 101 has no lists, source agents or campaigns");
    expect((await stage.run("--list")).code).toBe(0);
  });
});
