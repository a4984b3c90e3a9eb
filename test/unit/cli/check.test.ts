import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedProgram, checkProgram, type DeclaredResource } from "../../../provider/src/cli/check/build";
import { checkMarkdown, checkShape, printCheck } from "../../../provider/src/cli/check/print";
import { configFor, readProgram } from "../../../provider/src/cli/check/project";
import { commands } from "../../../provider/src/cli/commands";
import { providerText, providerType, typeToken } from "../../../provider/src/host/token";
import { defaultRules, readRules } from "../../../provider/src/review/content/rules";
import { commandLine, recordedTerminal } from "../../support/commandLine";
import { repository } from "../../support/project";
import { assertPublished } from "../../support/publishedSchemas";

const declared = (kind: "List" | "Campaign", name: string, inputs: object, id = "900001"): DeclaredResource => ({
  ...{ type: typeToken(kind), name, id },
  inputs: { ...inputs, __provider: providerText(kind) },
});
const leads = declared("List", "leads", { name: "Leads" });
const campaign = (name: string, text: unknown, more: object = {}) =>
  declared("Campaign", name, {
    ...{ name, listIds: ["900001"], emailSeatIds: [21] },
    steps: [{ type: "email", subject: "Hello", message: text }],
    ...more,
  });
const fine = campaign("fine", "Hello from our team, we would like to talk to you.");
/** The SDK's mark for a secret. */
const secret = (value: unknown) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value });

const checked = (resources: readonly DeclaredResource[], more: Partial<CheckedProgram> = {}, rules = defaultRules) => {
  const found = checkProgram(
    { ...{ project: "team", stack: "check", config: {}, failures: [], leftOut: [], resources }, ...more },
    rules,
  );
  assertPublished(["check", "--json"], JSON.stringify(found));
  return checkShape.parse(found);
};

describe("a check of a program's declarations", () => {
  it("finds nothing in a program without mistakes", () => {
    expect(checked([leads, fine])).toMatchObject({
      ...{ version: 1, verdict: "fine", resources: 2, problems: [], findings: [], failures: [] },
    });
  });

  it("names every broken rule of every resource, with its path", () => {
    const { verdict, problems } = checked([
      declared("List", "empty", { name: "" }),
      campaign("first", 5),
      campaign("second", "Hello", { listIds: [], name: secret("xxx\u0007") }),
      fine,
    ]);
    expect(verdict).toBe("failed");
    expect(problems.map(({ noun, resource, path }) => [noun, resource, path])).toEqual([
      ["list", "empty", "name"],
      ["campaign", "first", "steps[0].message"],
      ["campaign", "second", "name"],
      ["campaign", "second", "listIds"],
    ]);
    expect(JSON.stringify(problems)).not.toContain("xxx");
  });

  it("names problems that only the constructor sees, once", () => {
    const line = "name: must not be a resource";
    const { problems } = checked([{ ...leads, inputs: { ...leads.inputs, __problems: [line] } }]);
    expect(problems).toMatchObject([{ resource: "leads", text: line }]);
  });

  it("names a resource that is declared twice", () => {
    expect(checked([leads, leads]).problems).toMatchObject([
      { resource: "leads", text: "is declared twice: give each list its own name" },
    ]);
  });

  it("uses acknowledgements and settings from the config", () => {
    const started = campaign("started", "Hello from our team, we would like to talk to you.", { active: true });
    expect(checked([leads, started]).problems).toEqual([]);
    expect(checked([leads, started], { config: { "outreach:launch": "never" } }).problems).toHaveLength(1);
  });

  describe("of resources under an explicit provider", () => {
    const alice = (settings: Record<string, unknown>, more: Record<string, unknown> = {}): DeclaredResource => ({
      ...{ type: providerType, name: "alice", id: "provider-1" },
      inputs: {
        ...Object.fromEntries(
          Object.entries({ ...settings, ...more }).map(([name, value]) => [`outreach:${name}`, value]),
        ),
        "outreach:explicit": Object.keys(settings).join(","),
      },
    });
    const under = (resource: DeclaredResource): DeclaredResource => ({
      ...resource,
      provider: `urn:pulumi:check::team::${providerType}::alice::provider-1`,
    });
    const text = "Hello from our team, we would like to talk to you.";
    const started = campaign("started", text, { active: true });
    const invited = campaign("invited", text, {
      ...{ linkedinSeatId: 7, emailSeatIds: undefined },
      steps: [{ type: "invitationNote", note: "x".repeat(250) }],
    });
    const paths = (resources: readonly DeclaredResource[], config: Record<string, string> = {}) =>
      checked(resources, { config }).problems.map(({ resource, path }) => `${resource} ${path}`);

    it("takes launch from the provider, and only for its own resources", () => {
      expect(paths([leads, alice({ launch: "never" }), under(started)])).toEqual(["started active"]);
      expect(paths([leads, alice({ launch: "never" }), started])).toEqual([]);
      expect(paths([leads, alice({ launch: "allow" }), under(started)], { "outreach:launch": "never" })).toEqual([]);
      // As the constructor copies it from the stack's config.
      expect(paths([leads, alice({}, { launch: "never" }), under(started)])).toEqual(["started active"]);
    });

    it("takes premiumSeats and acknowledge from the provider", () => {
      const config = { "outreach:premiumSeats": "8" };
      expect(paths([leads, invited], config)).toEqual(["invited steps[0].note"]);
      expect(paths([leads, alice({ premiumSeats: "7,8" }), under(invited)], config)).toEqual([]);
      expect(paths([leads, alice({ premiumSeats: "8" }), under(invited)])).toEqual(["invited steps[0].note"]);
      const odd = campaign("odd", "Hello [Frstname], we would like to talk to you.");
      expect(paths([leads, alice({ acknowledge: "rename" }), under(odd)])).toEqual(["odd steps[0].message"]);
      const codes = secret("rename,as-is:steps[0].message");
      expect(paths([leads, alice({ acknowledge: codes }), under(odd)])).toEqual([]);
      expect(paths([leads, alice({ acknowledge: codes }), odd])).toEqual(["odd steps[0].message"]);
    });

    it("names the provider of an invalid setting, and of one that is known only in the update", () => {
      const { failures, verdict } = checked([leads, alice({ premiumSeats: "seven" }), under(invited)]);
      expect(failures).toEqual([
        "Provider “alice”: outreach:premiumSeats (or OUTREACH_PREMIUM_SEATS) must be seat ids, separated by commas.",
      ]);
      expect(verdict).toBe("failed");
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      const found = checked([leads, alice({ launch: unknown }), under(started)]);
      expect([found.problems, found.failures]).toEqual([[], []]);
      expect(found.leftOut).toContain("Settings that only the update knows were not used: launch of Provider “alice”.");
    });
  });

  it.each([
    ["[7]", []],
    ['["7", 8]', []],
    ["8", ["invited"]],
    ["seat 7", ["outreach:premiumSeats (or OUTREACH_PREMIUM_SEATS) must be seat ids, separated by commas."]],
    ["7.5", ["outreach:premiumSeats (or OUTREACH_PREMIUM_SEATS) must be seat ids, separated by commas."]],
  ])("reads premiumSeats from the config like an update: %s", (premiumSeats, found) => {
    const invited = campaign("invited", "", {
      ...{ linkedinSeatId: 7, emailSeatIds: undefined },
      steps: [{ type: "invitationNote", note: "x".repeat(250) }],
    });
    const { problems, failures } = checked([leads, invited], { config: { "outreach:premiumSeats": premiumSeats } });
    expect([...problems.map(({ resource }) => resource), ...failures]).toEqual(found);
  });

  it("has the findings of a review about texts, with their codes, and no others", () => {
    const { verdict, findings } = checked([
      leads,
      campaign("doubtful", "Hello [Nme], see http://a.example.com for more of this", { active: true }),
    ]);
    expect(verdict).toBe("needs-approval");
    expect(findings.map(({ level, code, resource, path }) => [level, code, resource, path])).toEqual([
      ["danger", "content:insecure-link", "doubtful", "steps[0].message"],
      ["danger", "content:unknown-variable", "doubtful", "steps[0].message"],
    ]);
  });

  it("finds one text for two campaigns on one list", () => {
    const second = { ...fine, name: "other", inputs: { ...fine.inputs, name: "Other" } };
    expect(checked([leads, fine, second]).findings.map(({ code }) => code)).toEqual(["content:same-text-to-list"]);
  });

  it("follows outreach.review.yaml", async () => {
    const rules = await readRules("levels:\n  insecureLink: notice\n", "outreach.review.yaml");
    const resources = [leads, campaign("link", "Hello, see http://a.example.com for more of this")];
    expect(checked(resources).verdict).toBe("needs-approval");
    expect(checked(resources, {}, rules).verdict).toBe("fine");
  });

  it("shows no secret text, and reports that it was not checked", () => {
    const found = checked([leads, campaign("hidden", secret("Hello [Nme], this is a secret"))]);
    expect(found.findings).toEqual([]);
    expect(found.leftOut.join("\n")).toContain("were not checked: those in hidden.");
    expect(JSON.stringify(found)).not.toContain("this is a secret");
  });

  it("fails for a program that failed, and still prints what it declared before", () => {
    const failures = ["Cannot find module './a'\nRequire stack:\n- /home/somebody/index.js"];
    expect(checked([campaign("first", 5)], { failures })).toMatchObject({
      ...{ verdict: "failed", failures: ["Cannot find module './a'"], problems: [{ resource: "first" }] },
    });
  });
});

describe("the output of a check", () => {
  const hostile = "\u001b[31m</details><b>@team";
  const found = checked([leads, campaign(`a${hostile}`, 5)], { failures: [hostile] });

  it("is text", () => {
    const { terminal, stdout } = recordedTerminal({ columns: 80 });
    printCheck(found, terminal);
    expect(stdout.text).toContain("Check of team/check: 3 errors in 2 resources");
    expect(stdout.text).toContain("Broken rules");
    expect(stdout.text).not.toContain("\u001b[31m");
  });

  it("is Markdown in which names are escaped", () => {
    const text = checkMarkdown(found);
    expect(text).toContain("### Broken rules");
    expect(text.match(/<[^>]*>/g)).toEqual(["<details>", "<summary>", "</summary>", "</details>"]);
    for (const part of ["\u001b", "@team"]) expect(text).not.toContain(part);
  });
});

describe("the config of a check", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "outreach-check-test-"));
    mkdirSync(join(folder, "stacks"));
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      "name: team\nruntime: nodejs\nstackConfigDir: stacks\nconfig:\n  seat:\n    default: 7\n  team:plain: text\n  none:\n    type: string\n",
    );
    writeFileSync(
      join(folder, "stacks", "Pulumi.prod.yaml"),
      "config:\n  seat: 8\n  team:token:\n    secure: v1:abc\n  outreach:apiKey:\n    secure: v1:abc\n  team:object:\n    a: [1]\n",
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is the project's without a stack", async () => {
    expect(await configFor(await readProgram(folder), undefined, [])).toEqual({
      ...{ values: { "team:seat": "7", "team:plain": "text" }, secret: [], leftOut: [] },
    });
  });

  it("is the stack's, with placeholders for secrets, and the command line's", async () => {
    const { values, secret: hidden } = await configFor(await readProgram(folder), "prod", [["seat", "9"]]);
    expect(values).toEqual({
      "team:seat": "9",
      "team:plain": "text",
      "team:object": '{"a":[1]}',
      "team:token": "rehearsal-placeholder",
      "outreach:apiKey": "rehearsal-placeholder",
    });
    expect(hidden).toEqual(["team:token", "outreach:apiKey"]);
  });

  it.each(["dev", "../prod"])("needs the stack's file: %s", async (stack) => {
    await expect(configFor(await readProgram(folder), stack, [])).rejects.toThrow(/has no config file/);
  });
});

describe("the command line of a check", () => {
  it.each([
    [["--config", "seat"], "--config <setting...> takes KEY=VALUE"],
    [["--stak", "x"], "there is no option --stak; did you mean --stack?"],
  ])("refuses %j", async (words, message) => {
    const { code, stdout, stderr } = await commandLine(["check", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("is explained in docs/review.md", () => {
    const guide = readFileSync(join(repository, "docs", "review.md"), "utf8");
    const { options = [] } = commands.find(({ name }) => name === "check") ?? {};
    const names = options.map(({ usage }) => /--[\w-]+/.exec(usage)?.[0] ?? usage);
    expect(names).toContain("--config");
    const section = /^## Without a key.*?(?=^## )/ms.exec(guide)?.[0] ?? "";
    expect(names.filter((option) => !section.includes(`\`${option}`))).toEqual([]);
  });
});
