import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Rehearsal, rehearsalSchema } from "../../provider/src/rehearse/model";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { type Outcome, outcomeOf, Project, repository } from "../support/project";
import { pulumiExecutable } from "../support/pulumiExecutable";

const command = join(repository, "provider", "dist", "cli.js");

/** Plays the real service, which the environment and the programs name. */
let real: Sandbox;
let project: Project;
/** For the temporary folders of rehearsals, which must leave it empty. */
let temporary: string;
beforeAll(async () => {
  real = await startSandbox({ rateLimit: false });
  project = new Project({});
  temporary = mkdtempSync(join(tmpdir(), "outreach-rehearse-test-"));
});
afterAll(async () => {
  await real.close();
  project.remove();
  rmSync(temporary, { recursive: true });
});

function start(words: readonly string[], folder = project.folder, path = withPulumi) {
  const env = {
    ...project.env,
    PATH: path,
    TMPDIR: temporary,
    OUTREACH_BASE_URL: real.url,
    OUTREACH_API_KEY: "osk_demo_owner",
    PULUMI_BACKEND_URL: "https://backend.example.com",
    PULUMI_ACCESS_TOKEN: "pul-real",
  };
  return spawn(process.execPath, [command, "rehearse", ...words], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}
const withPulumi = [dirname(pulumiExecutable()), process.env.PATH].join(delimiter);

/** A digest of a folder's files. */
function contentsOf(folder: string): string {
  const digest = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules"));
  for (const path of entries.sort()) digest.update(`${path}\n`).update(readFileSync(path));
  return `${entries.length} files ${digest.digest("hex")}`;
}

/** Also expects that the folder is unchanged, nothing is left, and the real service got no requests. */
async function rehearse(words: readonly string[], folder = project.folder): Promise<Outcome> {
  const before = contentsOf(folder);
  const outcome = await outcomeOf(start(words, folder));
  expect(contentsOf(folder)).toBe(before);
  expect(readdirSync(temporary)).toEqual([]);
  expect((await real.log()).requests).toEqual([]);
  return outcome;
}

function resultOf({ code, stdout, text }: Outcome): Rehearsal {
  expect(code, text).toBe(0);
  return rehearsalSchema.parse(JSON.parse(stdout));
}

/** Writes the project's program and the config files of its stacks. */
function write(program: string, configs: Readonly<Record<string, string>> = {}): void {
  for (const file of readdirSync(project.folder)) {
    if (/^Pulumi\..+\.yaml$/.test(file)) rmSync(join(project.folder, file));
  }
  project.write(`const pulumi = require("@pulumi/pulumi");\nconst outreach = require("pulumi-outreach");\n${program}`);
  for (const [stack, text] of Object.entries(configs)) {
    writeFileSync(join(project.folder, `Pulumi.${stack}.yaml`), text);
  }
}

const campaign = `{
  name: "First", linkedinSeatId: 4242, active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName] of [Company]" })],
}`;

describe("the full-cycle example", () => {
  it("runs for 30 days with 200 people, and its folder stays unchanged", async () => {
    const example = join(repository, "examples", "full-cycle");
    const page = join(project.scratch, "rehearsal.html");
    const rehearsal = resultOf(await rehearse(["--json", "--html", page], example));
    expect(rehearsal).toMatchObject({ project: "outreach-full-cycle", stack: "rehearsal", days: 30, contacts: 200 });
    expect(rehearsal.calendar).toHaveLength(30);
    expect(rehearsal.seats).toMatchObject([{ seat: 7, campaigns: ["fintech"] }]);
    const [only] = rehearsal.campaigns;
    expect(only).toMatchObject({ name: "Fintech Q1", declaredActive: false, people: { all: 200 } });
    expect(only?.sent.messages).toBeGreaterThan(50);
    expect(rehearsal.assumptions.join("\n")).toContain("Switched on by the rehearsal on the first day");
    expect(readFileSync(page, "utf8")).toContain("Fintech Q1");
  });
});

describe("a program with a stack's config", () => {
  const config = `encryptionsalt: v1:unreadable
config:
  outreach:apiKey:
    secure: v1:never:decrypted
  outreach:impersonateUserId: "555"
  outreach:launch: never
  outreach-test:greeting: Hello
  outreach-test:token:
    secure: v1:never:decrypted
  outreach-test:nested:
    - plain
    - secure: v1:never:decrypted
`;

  it("runs with its plain values, placeholders for its secrets, and the members, seats and lists that it names", async () => {
    write(
      `
const config = new pulumi.Config();
if (config.require("greeting") !== "Hello") throw new Error("the plain value is missing");
if (config.requireObject("nested")[0] !== "plain") throw new Error("the object is missing");
if (pulumi.getStack() !== "prod") throw new Error(pulumi.getStack());
for (const name of ["PULUMI_ACCESS_TOKEN"]) if (process.env[name]) throw new Error(name + " got through");
const alice = new outreach.Provider("alice", {
  baseUrl: "${real.url}", apiKey: config.requireSecret("token"), impersonateEmail: "alice@fernhill.example.com",
});
const own = new outreach.FullCycle("own", {
  list: { name: "Own" },
  sourceAgent: { name: "Finder", agentType: "website-visitor", adopt: 99 },
  campaign: ${campaign},
});
new outreach.Campaign("hers", {
  name: "Hers", listIds: [777], emailSeatIds: [31],
  steps: [outreach.step.email({ subject: "Hi", message: "[FirstName], from [SenderFirstName]" })],
}, { provider: alice });
`,
      { prod: config, other: "config: {}\n" },
    );
    const outcome = await rehearse(["--stack", "acme/test/prod", "--days", "6", "--contacts", "30", "--json"]);
    const rehearsal = resultOf(outcome);
    const people = rehearsal.campaigns.map((each) => `${each.name}: ${each.people.all}`);
    expect(people.sort()).toEqual(["First: 15", "Hers: 15"]);
    expect(rehearsal.seats.map(({ seat, kind }) => `${kind} ${seat}`)).toEqual(["linkedin 4242", "email 31"]);
    const assumed = rehearsal.assumptions.join("\n");
    expect(assumed).toContain("Secrets of the stack's config had a placeholder as their value: outreach-test:token.");
    expect(assumed).toContain("and were no secrets: outreach-test:nested.");
    expect(assumed).toContain(
      "Lists that the program uses and does not declare exist, without contacts of their own: 777.",
    );
    expect(assumed).toContain("The address and the key of these providers were not used: alice.");
    expect(outcome.text).not.toContain("never:decrypted");
  });

  it("has agents that skip the companies in outreach.do-not-contact", async () => {
    write(`
      const leads = new outreach.List("leads", { name: "Leads" });
      const { searchKeyword, hiring, technology, recentActivity } = outreach.signal;
      const variables = [searchKeyword("banking"), hiring(), technology("stripe"), recentActivity()];
      new outreach.SourceAgent("finder", { name: "Finder", listId: leads.id, variables });
      const steps = [outreach.step.message({ message: "Hello [Company]!" })];
      new outreach.Campaign("hello", { name: "Hello", listIds: [leads.id], linkedinSeatId: 7, steps });
    `);
    const words = ["--days", "4", "--contacts", "20", "--json"];
    const companyOf = ({ campaigns }: Rehearsal) =>
      /^Hello (.+)!$/.exec(campaigns[0]?.steps[0]?.texts[0]?.text ?? "")?.[1];
    const company = companyOf(resultOf(await rehearse(words)));
    const file = join(project.folder, "outreach.do-not-contact");
    writeFileSync(file, `${company}\n`);
    const other = companyOf(resultOf(await rehearse(words)));
    rmSync(file);
    expect([company, other]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
    expect(other).not.toBe(company);
  });

  it("requires --stack if it has several", async () => {
    write("", { prod: config, other: config });
    expect(await rehearse([])).toMatchObject({ code: 2, stderr: "error: name a stack with --stack: other, prod\n" });
    expect(await rehearse(["--stack", "porod"])).toMatchObject({
      code: 2,
      stderr:
        "error: stack porod has no config file (Pulumi.porod.yaml) in this project; those with one are other, prod\n",
    });
  });
});

describe("a program that cannot be rehearsed", () => {
  const refused = async (program: string, ...parts: string[]) => {
    write(program);
    const { code, stdout, stderr } = await rehearse(["--json"]);
    expect([code, stdout]).toEqual([1, ""]);
    for (const part of parts) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/^\s*at .*:\d+/m);
  };

  it("has resources of another provider, which is not even started", () =>
    refused(
      `class Random extends pulumi.CustomResource {}
new outreach.List("leads", { name: "Leads" });
new Random("random:index/randomId:RandomId", "suffix", {});`,
      "resources of other providers, which a rehearsal must not touch: those of the provider random.",
    ));

  it("has its own dynamic resources, which are not created", () =>
    refused(
      `class Own extends pulumi.dynamic.Resource {
  constructor(name) { super({ create: () => { throw new Error("it was created"); } }, name, {}); }
}
new Own("bucket");`,
      "which a rehearsal must not touch: bucket (pulumi-nodejs:dynamic:Resource).",
    ));

  it("has dynamic resources that it declares only when ids are known, which are not created either", async () => {
    const mark = join(project.scratch, "created");
    await refused(
      `class Own extends pulumi.dynamic.Resource {
  constructor(name, options) {
    super({ create: () => { require("node:fs").writeFileSync(${JSON.stringify(mark)}, ""); return { id: "1" }; } }, name, {}, options);
  }
}
class Group extends pulumi.ComponentResource { constructor(name) { super("test:index:Group", name); } }
const group = new Group("group");
const list = new outreach.List("leads", { name: "Leads" });
list.id.apply(() => new Own("bucket", { parent: group }));`,
      "Bringing the program up failed",
      "the program makes bucket (pulumi-nodejs:dynamic:Resource) while it is brought up",
    );
    expect(existsSync(mark)).toBe(false);
  });

  it("reads another stack", () =>
    refused(
      `new pulumi.StackReference("acme/infrastructure/prod");`,
      "the program reads other stacks, which a rehearsal cannot see: acme/infrastructure/prod.",
    ));

  it("breaks rules", () =>
    refused(
      `new outreach.Campaign("first", { name: "First" });`,
      "The preview failed, so there is nothing to rehearse:",
      "listIds: is missing",
    ));

  it("declares no campaign", () =>
    refused(`new outreach.List("leads", { name: "Leads" });`, "the program declares no campaign"));

  it("does not exist", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outreach-nowhere-"));
    expect(await outcomeOf(start([], folder))).toMatchObject({
      code: 1,
      stderr: "error: there is no Pulumi.yaml in this folder or above it.\nChange to the folder of the program.\n",
    });
    rmSync(folder, { recursive: true });
  });

  it("needs the Pulumi CLI", async () => {
    write("");
    const { code, stderr } = await outcomeOf(start([], project.folder, dirname(process.execPath)));
    expect([code, stderr]).toEqual([1, expect.stringContaining("the Pulumi CLI (pulumi) is not on the PATH.")]);
  });
});

it.each([
  ["Ctrl-C", ["SIGINT"], 130],
  ["two Ctrl-Cs", ["SIGINT", "SIGINT"], 130],
  ["the end of the terminal", ["SIGHUP"], 143],
] as const)("stops everything it has started at %s, even a program that hangs", async (_, signals, code) => {
  const mark = join(project.scratch, "running");
  mkdirSync(project.scratch, { recursive: true });
  rmSync(mark, { force: true });
  write(`require("node:fs").writeFileSync(${JSON.stringify(mark)}, String(process.pid)); setInterval(() => {}, 1000);
module.exports = new Promise(() => {});`);
  const child = start([]);
  const outcome = outcomeOf(child);
  const running = await eventually(() => Number(readFileSync(mark, "utf8")));
  expect(readdirSync(temporary)).not.toEqual([]);
  for (const signal of signals) child.kill(signal);
  expect(await outcome).toMatchObject({ code, stdout: "" });
  expect(readdirSync(temporary)).toEqual([]);
  await eventually(() => {
    expect(() => process.kill(running, 0)).toThrow("ESRCH");
  });
});

/** Repeats `work` until it succeeds. */
async function eventually<T>(work: () => T): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (attempt === 600) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
