import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, projectOf, runIn, settingsFor, shortUrn } from "../support/acceptance";
import { largeAccount, oddAccount } from "../support/export/byHand";
import { outreachCommand } from "../support/outreachCommand";
import { type Outcome, type Project, repository } from "../support/project";

// The owner's account is odd, Alice's is the example's, Bruno's has 300 objects.
let sandbox: Sandbox;
const projects: Project[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false, addUnknownFields: true, decorateSignals: true });
  await oddAccount({ sandbox });
  // The ids of objects depend on when they were created, so these cannot collide.
  await sandbox.advance({ hours: 1 });
  await largeAccount({ sandbox, as: 103 }, 100, 12);
});
afterAll(async () => {
  await sandbox.close();
  for (const project of projects) project.remove();
});

/** An empty folder for an export, without a stack. */
function emptyProject(env: Record<string, string> = {}): Project {
  const project = projectOf([], { ...settingsFor(sandbox), ...env });
  mkdirSync(project.folder);
  projects.push(project);
  return project;
}

function exported(project: Project, ...words: string[]): Promise<Outcome> {
  return outreachCommand(project, ["export", ".", ...words]);
}

const imported = (project: Project) =>
  project.run([
    "import",
    "--file",
    "import.json",
    "--generate-code=false",
    "--protect=false",
    "--yes",
    "-s",
    project.stack,
  ]);

async function writes(): Promise<string[]> {
  const { requests } = await sandbox.log();
  return requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
}

/** A preview, an update, a refresh and an update after it change nothing, and write nothing to the service. */
async function expectNoChanges(project: Project, count: number, env: Record<string, string> = {}): Promise<void> {
  await sandbox.clearLog();
  const preview = await project.preview(["--expect-no-changes"], env);
  expectSuccess(preview);
  expect(preview.changeSummary).toEqual({ same: count + 1 });
  expect(await sandbox.log()).toMatchObject({ requests: [] });
  expectSuccess(await project.up(["--expect-no-changes"], env));
  const before = await project.state();
  expectSuccess(await project.refresh(["--expect-no-changes"], env));
  expectSuccess(await project.up(["--expect-no-changes"], env));
  // A refresh records the key with which an imported object was read.
  const known = (outputs: object | undefined) => JSON.stringify(outputs ?? {}).replace(/,\\"actor\\":\\"\w+\\"/g, "");
  const told = ({ resources }: typeof before) =>
    Object.fromEntries(resources.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs: known(outputs) }]));
  expect(told(await project.state())).toEqual(told(before));
  expect(await writes()).toEqual([]);
}

describe("the example", () => {
  let project: Project;
  beforeAll(() => {
    const env = { ...settingsFor(sandbox), OUTREACH_API_KEY: "osk_demo_alice", LINKEDIN_SEAT: "11" };
    project = projectOf([["examples/adopt-existing", "."]], env);
    projects.push(project);
    // As after npm install.
    symlinkSync(join(repository, "node_modules"), join(project.folder, "node_modules"));
  });

  it("brings a manually created account under Pulumi, and writes nothing to the service", async () => {
    expectSuccess(await runIn(project, process.execPath, ["account.mjs"]));
    await sandbox.clearLog();
    const adopted = await runIn(project, "bash", ["adopt.sh", "outreach", "test"]);
    expectSuccess(adopted);
    expect(adopted.text).toContain("= 4 imported");
    expect(adopted.text).toContain("5 unchanged");
    expect(await writes()).toEqual([]);
    const program = readFileSync(join(project.folder, "outreach", "index.ts"), "utf8");
    expect(program).toContain('message: text("fintech-q1/3-message.txt")');
    expect(program).toContain('acknowledge: ["as-is:variables[3]"]');
  });
});

describe("an account with odd objects", () => {
  let project: Project;

  it.each([
    ["without the lists and seats of campaigns in responses", false],
    ["with them", true],
  ])("is exported and imported without a change, %s", async (_, campaignCarriesLists) => {
    await sandbox.configure({ campaignCarriesLists });
    project = emptyProject();
    const first = await exported(project);
    expectSuccess(first);
    if (!campaignCarriesLists) {
      const file = join(project.folder, "outreach.map.yaml");
      const { campaigns } = await sandbox.objects();
      const filled = readFileSync(file, "utf8")
        .replace(/^ {2}# /gm, "  ")
        .replace(/"(\d+)":.*\n(.*listIds: \[\]\n)?(.*emailSeatIds: \[\]\n)?/g, (entry, id) => {
          const { listIds = [] } = campaigns.find((campaign) => campaign.id === Number(id)) ?? {};
          return entry.replace("listIds: []", `listIds: [${listIds}]`).replace("SeatIds: []", "SeatIds: [22]");
        });
      writeFileSync(file, filled);
      expectSuccess(await exported(project, "--overwrite"));
    }
    await project.init();
    expectSuccess(await imported(project));
    // With type checking.
    await expectNoChanges(project, 11, { PULUMI_NODEJS_TRANSPILE_ONLY: "false" });
  });

  it("continues like any other program: an edited text is one update", async () => {
    const file = join(project.folder, "texts", "q1", "2-message.txt");
    writeFileSync(file, `${readFileSync(file, "utf8")}\nP.S. Hello.\n`);
    const preview = await project.preview();
    expectSuccess(preview);
    const changed = preview.steps.filter(({ op }) => op !== "same");
    expect(changed.map(({ urn, op }) => [shortUrn(urn), op])).toEqual([["Campaign::q1", "update"]]);
    expect(changed.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {}))).toEqual(["steps[1].message"]);
  });

  it("is refused for another service or another user", async () => {
    const elsewhere = await project.run(["preview", "-s", "test"], { OUTREACH_BASE_URL: "http://127.0.0.1:1" });
    expectCleanFailure(elsewhere);
    expect(elsewhere.text).toContain(`it belongs to the service at ${sandbox.url}`);
    const other = await project.run(["preview", "-s", "test"], { OUTREACH_IMPERSONATE_USER_ID: "102" });
    expectCleanFailure(other);
    expect(other.text).toContain("it belongs to user 101, and this run acts as user 102");
  });
});

const importFile = z.object({
  resources: z.array(
    z.looseObject({
      type: z.string(),
      name: z.string(),
      id: z.string(),
      inputs: z.record(z.string(), z.unknown()),
      outputs: z.record(z.string(), z.unknown()),
    }),
  ),
});

describe("300 objects of a member", () => {
  let project: Project;
  const edit = (change: (file: z.output<typeof importFile>) => void) => {
    const path = join(project.folder, "import.json");
    const file = importFile.parse(JSON.parse(readFileSync(path, "utf8")));
    change(file);
    writeFileSync(path, JSON.stringify(file));
  };

  it("are exported in at most 12 requests and imported without a change", async () => {
    await sandbox.configure({ campaignCarriesLists: false });
    project = emptyProject();
    await sandbox.clearLog();
    expectSuccess(await exported(project, "--as", "bruno@fernhill.example.com"));
    const { requests } = await sandbox.log();
    expect(requests.length).toBeLessThanOrEqual(12);
    await project.init();
    expectSuccess(await imported(project));
    await expectNoChanges(project, 300);
  }, 600_000);

  it("are safe from an edited import file", async () => {
    project = emptyProject();
    expectSuccess(await exported(project, "--as", "103", "--only", "Leads 1", "Leads 2", "Finder 1"));
    await project.init();
    edit(({ resources: [list, , agent] }) => {
      if (agent !== undefined) agent.id = "999";
      if (list !== undefined) list.outputs = { name: "Leads 1" };
    });
    expectSuccess(await imported(project));
    await sandbox.clearLog();
    const preview = await project.run(["preview", "-s", "test"]);
    expectCleanFailure(preview);
    expect(preview.text).toContain("its state was imported from a file that was edited");
    expect(await writes()).toEqual([]);
  });
});
