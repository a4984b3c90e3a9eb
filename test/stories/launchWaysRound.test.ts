import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { runIn } from "../support/acceptance";
import { outsidePipelines } from "../support/agentEnvironments";
import { asRealService, type Gateway } from "../support/gateway";
import { type Outcome, Project } from "../support/project";

/** Campaigns that start, each declared in a different way; only their lists until the file `starts` exists. */
const program = `
const pulumi = require("@pulumi/pulumi");
const outreach = require("pulumi-outreach");
const { existsSync } = require("node:fs");
const { apiKey, baseUrl } = JSON.parse(process.env.OF_PROVIDER);
const steps = [outreach.step.visitProfile(), outreach.step.message({ message: "Hello" })];
const own = new outreach.Provider("own", { apiKey, baseUrl });
const inherits = new outreach.Provider("inherits");
const ways = {
  plain: [true],
  secret: [pulumi.secret(true)],
  late: [pulumi.output(new Promise((resolve) => setTimeout(resolve, 10, true)))],
  transformed: [undefined, { transformations: [({ props, opts }) => ({ props: { ...props, active: true }, opts })] }],
  ofProvider: [true, { provider: own }],
  ofHeir: [true, { provider: inherits }],
};
const starts = existsSync("starts");
for (const [name, [active, options]] of Object.entries(ways)) {
  const list = new outreach.List("list-" + name, { name }, options?.provider && options);
  if (starts) new outreach.Campaign(name, { name, listIds: [list.id], linkedinSeatId: 7, steps, active }, options);
}
if (starts) new outreach.FullCycle("cycle", {
  list: { name: "cycle" },
  sourceAgent: { name: "cycle", agentType: "website-visitor" },
  campaign: { name: "cycle", linkedinSeatId: 7, steps, active: true },
});
`;
const ways = ["plain", "secret", "late", "transformed", "ofProvider", "ofHeir", "cycle"];

/** Runs the engine from a user's program. */
const automation = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
(async () => {
  const stack = await LocalWorkspace.selectStack({ stackName: "test", workDir: process.cwd() });
  await stack.up({ onOutput: (text) => process.stdout.write(text), continueOnError: true });
})().catch(() => { process.exitCode = 1; });
`;

let sandbox: Sandbox;
let gateway: Gateway;
let project: Project;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  gateway = await asRealService(sandbox.url);
  const settings = { apiKey: "osk_demo_owner", baseUrl: gateway.url };
  const env = { OF_PROVIDER: JSON.stringify(settings), OUTREACH_API_KEY: settings.apiKey, ...outsidePipelines };
  project = await new Project({ program, env: { ...env, OUTREACH_BASE_URL: gateway.url } }).init();
  writeFileSync(join(project.folder, "automation.cjs"), automation);
  // A person once allowed launches, and the state of the provider that inherits its settings still contains that.
  await project.config("outreach:launch", "allow");
  expect((await project.up()).code).toBe(0);
  expect((await project.run(["config", "rm", "outreach:launch", "-s", "test"])).code).toBe(0);
  writeFileSync(join(project.folder, "starts"), "");
});
afterAll(async () => {
  project?.remove();
  gateway?.close();
  await sandbox?.close();
});

const active = async () =>
  (await sandbox.objects()).campaigns.flatMap(({ name, active: isActive }) => (isActive ? [name] : [])).sort();

const byAgent = { CLAUDECODE: "1" };
const up = (words: readonly string[] = [], environment = {}) =>
  project.run(["up", "--yes", "--continue-on-error", "--non-interactive", "-s", "test", ...words], {
    ...byAgent,
    ...environment,
  });
/** Runs with this setting in the stack's config. */
async function withConfig(key: string, value: string): Promise<Outcome> {
  await project.config(key, value);
  try {
    return await up(["--skip-preview"]);
  } finally {
    await project.run(["config", "rm", key, "-s", "test"]);
  }
}

const refusedByAgent = "shows that claude-code started this run. Nothing was sent for it.";

describe("a coding agent starts nothing, regardless of how it runs the engine", () => {
  it.each<[string, () => Promise<Outcome>]>([
    ["with a preview before it", () => up()],
    ["without a preview", () => up(["--skip-preview"])],
    ["with a refresh", () => up(["--skip-preview", "--refresh"])],
    ["by the Automation API", () => runIn(project, process.execPath, ["automation.cjs"], byAgent)],
    ["if the environment allows launches", () => up(["--skip-preview"], { OUTREACH_LAUNCH: "allow" })],
    ["if the project's own config allows them", () => withConfig("outreach-test:launch", "allow")],
  ])("%s", async (_, run) => {
    const { code, text } = await run();
    expect(code, text).not.toBe(0);
    for (const name of ways) expect(text).toMatch(new RegExp(`campaign "${name}": it would start.*${refusedByAgent}`));
    expect(await active()).toEqual([]);
  });

  it.each([
    ["outreach:launch", "Allow"],
    ["outreach:launch", "true"],
    ["outreach:launch", " allow"],
    ["outreach:Launch", "allow"],
    ["outreach:lauch", "allow"],
  ])("if its stack's config has %s: %j", async (key, value) => {
    const { code, text } = await withConfig(key, value);
    expect(code, text).not.toBe(0);
    expect(text).toContain("launch");
    expect(await active()).toEqual([]);
  });

  // The engine does not update a provider that is not a target: its process gets the settings of the last update.
  it("through a provider whose settings in the state are older than the stack's config", async () => {
    const urn = "urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:Campaign::ofHeir";
    const { code, text } = await up(["--skip-preview", "--target", urn]);
    expect(code, text).not.toBe(0);
    expect(text).toContain(refusedByAgent);
    expect(await active()).toEqual([]);
  });
});

it("a person starts all of them", async () => {
  const { code, text } = await up(["--skip-preview"], { CLAUDECODE: "" });
  expect(code, text).toBe(0);
  expect(await active()).toEqual([...ways].sort());
});
