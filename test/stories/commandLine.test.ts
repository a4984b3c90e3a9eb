import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { type Outcome, outcomeOf, Project, repository } from "../support/project";
import { pulumiExecutable } from "../support/pulumiExecutable";

const command = join(repository, "provider", "bin", "pulumi-outreach.js");
let sandbox: Sandbox;
let project: Project;
let key: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  key = sandbox.accounts.owner.apiKeys[0] ?? "";
  project = new Project({});
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

interface Circumstances {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: with the Pulumi CLI. */
  readonly path?: string;
}

const withPulumi = [dirname(pulumiExecutable()), process.env.PATH].join(delimiter);

/** Runs the built command in the project's folder by default. */
function run(
  words: readonly string[],
  { folder = project.folder, env = {}, path = withPulumi }: Circumstances = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [command, ...words], {
    cwd: folder,
    env: { ...project.env, ...env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return outcomeOf(child);
}

/** Expects that the command failed without a result, and printed these lines as the reason. */
function expectFailure({ code, stdout, stderr }: Outcome, ...lines: string[]): void {
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(`error: ${lines.join("\n")}\n`);
}

const instead = "or set OUTREACH_API_KEY and OUTREACH_BASE_URL in the environment.";

describe("the settings of a command", () => {
  it("need a folder with a project", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outreach-nowhere-"));
    expectFailure(
      await run(["members"], { folder }),
      "could not read the config of the selected stack: there is no Pulumi.yaml in this folder or above it.",
      `Change to the folder of the program, ${instead}`,
    );
    rmSync(folder, { recursive: true });
  });

  it("need a stack", async () => {
    expectFailure(
      await run(["members"]),
      "could not read the config of the selected stack: no stack is selected.",
      `Name one with --stack, select one with \`pulumi stack select\`, ${instead}`,
    );
    expectFailure(
      await run(["members", "--stack", "other"]),
      "could not read the config of stack other: the stack does not exist.",
      `\`pulumi stack ls\` lists the stacks; name one of them with --stack, ${instead}`,
    );
  });

  it("need the Pulumi CLI", async () => {
    expectFailure(
      await run(["members"], { path: dirname(process.execPath) }),
      "could not read the config of the selected stack: the Pulumi CLI (pulumi) is not on the PATH.",
      `Install it, ${instead}`,
    );
  });

  it("come from the config of the selected or the named stack", async () => {
    await project.init();
    await project.config("outreach:baseUrl", sandbox.url);
    await project.config("outreach:apiKey", key, true);
    for (const words of [["members"], ["members", "--stack", project.stack]]) {
      const { code, stdout, text } = await run(words);
      expect(code, text).toBe(0);
      expect(stdout).toContain("\n102  Alice Moreau ");
      expect(text).not.toContain(key);
    }
    const unselected = await project.run(["stack", "unselect"]);
    expect(unselected.code, unselected.text).toBe(0);
    expect((await run(["members", "-s", project.stack, "--json"])).code).toBe(0);
  });

  it("come from the environment first, in which case they need no CLI", async () => {
    const env = { OUTREACH_API_KEY: "osk_demo_alice", OUTREACH_BASE_URL: sandbox.url };
    const { stdout } = await run(["members", "--json"], { env, path: "" });
    expect(JSON.parse(stdout)).toMatchObject({ keyUserId: "102" });
    const named = await run(["members", "--json", "-s", project.stack], {
      env: { OUTREACH_API_KEY: "osk_demo_alice" },
    });
    expect(JSON.parse(named.stdout)).toMatchObject({ keyUserId: "102" });
  });

  it.each([
    ["wrong", { PULUMI_CONFIG_PASSPHRASE: "wrong" }],
    ["missing", { PULUMI_CONFIG_PASSPHRASE: "", PULUMI_CONFIG_PASSPHRASE_FILE: "" }],
  ])("need the passphrase: %s", async (_, env) => {
    expectFailure(
      await run(["members", "-s", project.stack], { env }),
      "could not read the config of stack test: its secrets need a passphrase, and the one in the environment is missing or wrong.",
      `Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, ${instead}`,
    );
  });

  it("are refused if they are in plain text, misspelt or missing", async () => {
    const other = await new Project({ stack: "plain" }).init();
    const given = { folder: other.folder, env: other.env };
    await other.config("outreach:launch", "maybe");
    expect((await run(["members"], given)).stderr).toMatch(
      /^error: No API key\. .*\nNo address of the service\. .*\noutreach:launch .* must be "allow" or "never"\.\n$/,
    );
    await other.config("outreach:lauch", "never");
    expect((await run(["members"], given)).stderr).toMatch(/^error: outreach:lauch .*did you mean outreach:launch\?\n/);
    await other.run(["config", "rm", "outreach:lauch"]);
    await other.config("outreach:apiKey", "osk_plain");
    const { code, stderr } = await run(["members"], given);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: outreach:apiKey is in the stack's config in plain text\./);
    expect(stderr).not.toContain("osk_plain");
    other.remove();
  });

  it("may be used beside those of a project called outreach", async () => {
    const folder = join(project.scratch, "own");
    mkdirSync(folder);
    writeFileSync(join(folder, "Pulumi.yaml"), 'name: "outreach"\nruntime: nodejs\n');
    const own = new Project({ folder, stack: "own" });
    await own.init();
    await own.config("outreach:launchDate", "2026-01-01");
    await own.config("outreach:baseUrl", sandbox.url);
    await own.config("outreach:apiKey", key, true);
    const { code, text } = await run(["members"], { folder, env: own.env });
    expect(code, text).toBe(0);
    rmSync(own.scratch, { recursive: true, force: true });
  });
});
