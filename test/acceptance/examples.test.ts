import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { everythingIn, expectSuccess, runIn, settingsFor, shortUrn } from "../support/acceptance";
import { Installed } from "../support/installed";
import { type Outcome, type Preview, Project, repository } from "../support/project";

const examples = join(repository, "examples");
const programs = ["adopt-existing", "full-cycle", "gitops", "per-member", "testing"];
/** One preview of each example checks its types, as it does for a user; its other runs need not repeat that. */
const quickly = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
/** Without what the tests preload to start the SDK faster. */
const completely = { NODE_OPTIONS: "" };

let installed: Installed | undefined;
beforeAll(async () => {
  installed = await Installed.for(programs);
});
afterAll(() => installed?.remove());

/** A copy of an example with installed packages, and a service for it. */
async function opened(example: string) {
  if (installed === undefined) throw new Error("the packages are not installed");
  const sandbox = await startSandbox();
  const project = new Project({ folder: installed.copy(example), env: settingsFor(sandbox) });
  onTestFinished(async () => {
    project.remove();
    await sandbox.close();
  });
  return { sandbox, project };
}

/** Users copy examples: each must succeed without a warning. */
function expectNothingToMend(outcome: Outcome): void {
  expectSuccess(outcome);
  expect(outcome.text).not.toContain("warning:");
}

/** The operations on this package's resources, without the stack and providers. */
function operations({ steps }: Preview): [string, string][] {
  return steps
    .filter(({ urn, op }) => urn.includes("outreach:") && op !== "same")
    .map(({ op, urn }) => [shortUrn(urn), op]);
}

describe("the examples", () => {
  it("are all run by a test", () => {
    const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => name).sort();
    // The first and last example are not Pulumi programs, and have other tests: agentTasks and webhookExample.
    expect(names.filter((name) => name !== "agent-tasks")).toEqual([...programs, "webhook"]);
    const tasks = readFileSync(join(repository, "test", "tools", "agentTasks.test.ts"), "utf8");
    expect(tasks).toContain("examples/agent-tasks/");
    const own = readFileSync(join(repository, "test", "acceptance", "examples.test.ts"), "utf8");
    for (const name of programs) expect(own).toContain(`opened("${name}")`);
    const webhook = readFileSync(join(repository, "test", "acceptance", "webhookExample.test.ts"), "utf8");
    expect(webhook).toContain('"examples/webhook"');
  });

  it.each(programs)("%s depends on the package directly, as the engine's host requires", (example) => {
    const manifest: unknown = JSON.parse(readFileSync(join(examples, example, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      private: true,
      dependencies: { "@pulumi/pulumi": expect.any(String), "pulumi-outreach": expect.any(String) },
    });
  });
});

describe("a copy of an example in a separate repository", () => {
  it.each(["agent-tasks", ...programs, "webhook"])("%s keeps installed packages out of git", (example) => {
    expect(readFileSync(join(examples, example, ".gitignore"), "utf8").split("\n")).toContain("node_modules");
  });

  // The engine's own TypeScript is too old for the settings of these programs.
  it.each(["full-cycle", "gitops", "per-member", "testing"])(
    "%s is a separate project, and installs TypeScript",
    (example) => {
      expect(readFileSync(join(examples, example, "Pulumi.yaml"), "utf8")).toMatch(
        /^name: outreach-[\w-]+\n[\s\S]*^runtime:/m,
      );
      const manifest: unknown = JSON.parse(readFileSync(join(examples, example, "package.json"), "utf8"));
      expect(manifest).toMatchObject({ dependencies: { typescript: expect.any(String) } });
    },
  );
});

describe("copied and installed", () => {
  it("full-cycle is created in order, wired by ids, unchanged afterwards, edited and destroyed", async () => {
    const { sandbox, project } = await opened("full-cycle");
    await project.init();
    const preview = await project.preview([], completely);
    expectNothingToMend(preview);
    expect(operations(preview)).toEqual([
      ["List::fintech", "create"],
      ["SourceAgent::fintech", "create"],
      ["Campaign::fintech", "create"],
    ]);
    expect((await sandbox.log()).total).toBe(0);

    expectNothingToMend(await project.up([], quickly));
    const { requests } = await sandbox.log({ applied: true });
    expect(requests.map(({ created, userId }) => [created?.kind, created?.name, userId])).toEqual([
      ["list", "Fintech founders", 101],
      ["agent", "Fintech founders finder", 101],
      ["campaign", "Fintech Q1", 101],
    ]);
    const { lists, agents, campaigns } = await sandbox.objects();
    expect(agents[0]?.listId).toBe(lists[0]?.id);
    expect(campaigns[0]).toMatchObject({ listIds: [lists[0]?.id], linkedinSeatId: 7, active: false });

    const program = join(project.folder, "index.ts");
    const text = readFileSync(program, "utf8");
    expect(text).toContain("may I show you how?");
    writeFileSync(program, text.replace("may I show you how?", "shall I show you how?"));
    const before = (await sandbox.log()).total;
    expectNothingToMend(await project.up([], quickly));
    const writes = (await sandbox.log({ after: before })).requests.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([`PATCH /v1/campaign/${campaigns[0]?.id}`]);
    expect((await sandbox.objects()).campaigns[0]?.steps[2]?.message).toContain("shall I show you how?");

    const own = (await project.state()).resources.filter(({ type }) => type.includes("outreach:"));
    expect(own.map(({ inputs, outputs }) => [inputs?.__provider, outputs?.__provider])).toEqual(
      ["List", "SourceAgent", "Campaign"].map((kind) => {
        const constant = `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
        return [constant, constant];
      }),
    );
    expect(everythingIn(project.scratch)).not.toContain(project.env.OUTREACH_API_KEY);
    expectSuccess(await project.destroy());
    expect(await sandbox.counts()).toMatchObject({ lists: 1, agents: 0, campaigns: 1 });
    expect((await project.state()).resources).toEqual([]);
  });

  it("gitops compiles, and its first preview sends no requests", async () => {
    const { sandbox, project } = await opened("gitops");
    await project.init();
    const preview = await project.preview([], completely);
    expectNothingToMend(preview);
    expect(operations(preview)).toEqual([
      ["List::agencies", "create"],
      ["SourceAgent::agencies", "create"],
      ["Campaign::agencies", "create"],
    ]);
    expect((await sandbox.log()).total).toBe(0);
  });

  it("per-member previews all members at once, and brings up a stack for each, acting as the member", async () => {
    const { sandbox, project } = await opened("per-member");
    const members = (words: readonly string[], env = {}) =>
      runIn(project, process.execPath, ["members.mjs", ...words], env);
    const preview = await members(["--preview", "--member", "101", "--member", "102"], completely);
    // No messages are sent until a campaign is switched on.
    expect(preview.code, preview.text).toBe(0);
    expect(preview.stdout).toMatch(/^## Outreach review/);
    for (const id of [101, 102]) expect(preview.stdout).toContain(`**outreach-per-member/member-${id}**: 3 created`);
    expect((await sandbox.log()).requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const up = await members(["--member", "101", "--member", "102"], quickly);
    expectSuccess(up);
    expect(up.stdout).toMatch(/\(101\) +member-101 +created 3/);
    const { campaigns } = await sandbox.objects();
    expect(campaigns.map(({ userId, linkedinSeatId }) => [userId, linkedinSeatId]).sort()).toEqual([
      [101, 7],
      [102, 11],
    ]);
  });

  it("testing is brought up as its own tests expect, with a list of another stack", async () => {
    const { sandbox, project } = await opened("testing");
    const headers = { authorization: `Bearer ${project.env.OUTREACH_API_KEY}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Asked for a call" });
    expect((await fetch(`${sandbox.url}/v1/list`, { method: "POST", headers, body })).ok).toBe(true);
    await project.init();
    expectNothingToMend(await project.up([], completely));
    const { lists, campaigns } = await sandbox.objects();
    const named = (name: string) => lists.find((list) => list.name === name)?.id;
    expect(campaigns.map(({ name, listIds, active }) => [name, listIds, active]).sort()).toEqual(
      ["France", "Spain"].map((market) => [
        ...[`${market}, and people of "Asked for a call"`],
        ...[[named(`Founders in ${market}`), named("Asked for a call")], false],
      ]),
    );
  });

  it("adopt-existing brings a manually created account under Pulumi, and writes nothing to the service", async () => {
    const { sandbox, project } = await opened("adopt-existing");
    expectSuccess(await runIn(project, process.execPath, ["account.mjs"]));
    const before = (await sandbox.log()).total;
    const adopted = await runIn(project, "bash", ["adopt.sh", "outreach", "test"], completely);
    expectSuccess(adopted);
    expect(adopted.text).toContain("= 4 imported");
    expect(adopted.text).toContain("5 unchanged");
    const { requests } = await sandbox.log({ after: before });
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const program = readFileSync(join(project.folder, "outreach", "index.ts"), "utf8");
    expect(program).toContain('message: text("fintech-q1/3-message.txt")');
    expect(program).toContain('acknowledge: ["as-is:variables[3]"]');
  });
});
