import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn, expectSuccess, projectOf, settingsFor, shortUrn } from "../support/acceptance";
import type { Outcome, Preview, Project } from "../support/project";

let sandbox: Sandbox;
let project: Project;
/** Everything that the CLI has printed so far. */
const printed: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  project = projectOf(
    [
      ["Pulumi.yaml", "Pulumi.yaml"],
      ["examples/full-cycle", "examples/full-cycle"],
    ],
    settingsFor(sandbox),
  );
  await project.init();
});
beforeEach(() => sandbox.clearLog());
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

function noted<T extends Outcome>(outcome: T): T {
  printed.push(outcome.text);
  expectSuccess(outcome);
  return outcome;
}

async function requests(): Promise<string[]> {
  return (await sandbox.log()).requests.map(({ method, path }) => `${method} ${path}`);
}

/** The operations on this package's resources, without the stack and providers. */
function operations({ steps }: Preview): [string, string][] {
  return steps.filter(({ urn }) => urn.includes("outreach:")).map(({ op, urn }) => [shortUrn(urn), op]);
}

// A sequence on one stack: each step continues from the previous one.
describe("the full cycle", () => {
  it("previews the creation of all three, and sends no requests", async () => {
    const preview = noted(await project.preview([], { PULUMI_NODEJS_TRANSPILE_ONLY: "false" }));
    expect(operations(preview)).toEqual([
      ["List::fintech", "create"],
      ["SourceAgent::fintech", "create"],
      ["Campaign::fintech", "create"],
    ]);
    expect(await requests()).toEqual([]);
  });

  it("creates the list, then the agent, then the campaign, by the service's own log", async () => {
    noted(await project.up());
    const { requests: log } = await sandbox.log({ applied: true });
    expect(log.map(({ created }) => [created?.kind, created?.name])).toEqual([
      ["list", "Fintech founders"],
      ["agent", "Fintech founders finder"],
      ["campaign", "Fintech Q1"],
    ]);
    expect(log.map(({ userId }) => userId)).toEqual([101, 101, 101]);
  });

  it("has linked agent and campaign to the list, whose id is unknown in a preview", async () => {
    const { lists, agents, campaigns } = await sandbox.objects();
    const [list] = lists;
    expect([lists.length, agents.length, campaigns.length]).toEqual([1, 1, 1]);
    expect(agents[0]?.listId).toBe(list?.id);
    expect(campaigns[0]).toMatchObject({ listIds: [list?.id], linkedinSeatId: 7, active: false });
    const outputs = noted(await project.run(["stack", "output", "--json", "-s", project.stack]));
    expect(JSON.parse(outputs.stdout)).toEqual({
      listId: String(list?.id),
      agentId: String(agents[0]?.id),
      campaignId: String(campaigns[0]?.id),
    });
  });

  it("shows no changes afterwards, without a request to the service", async () => {
    const preview = noted(await project.preview(["--expect-no-changes"]));
    // The stack and the three resources; the engine only counts unchanged ones.
    expect(preview.changeSummary).toEqual({ same: 4 });
    expect(await requests()).toEqual([]);
  });

  it("finds no drift at a refresh", async () => {
    noted(await project.refresh(["--expect-no-changes"]));
    expect(new Set((await requests()).map((request) => request.split(" ")[0]))).toEqual(new Set(["GET"]));
  });

  it("shows one edited message as that one property", async () => {
    edit("may I show you how?", "shall I show you how?");
    const preview = noted(await project.preview());
    expect(operations(preview)).toEqual([["Campaign::fintech", "update"]]);
    expect(preview.changeSummary).toEqual({ same: 3, update: 1 });
    const changed = preview.steps.flatMap(({ detailedDiff }) => Object.entries(detailedDiff ?? {}));
    expect(changed).toEqual([["steps[2].message", expect.objectContaining({ kind: "update" })]]);
    expect(await requests()).toEqual([]);
  });

  it("shows both texts in the preview, and no other property", async () => {
    const { text } = noted(await project.run(["preview", "--diff", "--non-interactive", "-s", project.stack]));
    expect(text).toMatch(/~ message *: "[^"]*may I show you how\?" => "[^"]*shall I show you how\?"/);
    const marked = text.split("\n").filter((line) => /^\s+[~+-] [a-z]\w* *:/i.test(line.replace(/\[[\d;]*m/g, "")));
    expect(marked.map((line) => line.trim().split(/[ :]+/)[1])).toEqual(["steps", "message"]);
  });

  it("applies the edit with one change of the campaign", async () => {
    const before = await sandbox.objects();
    noted(await project.up());
    const [campaign] = before.campaigns;
    expect((await requests()).filter((request) => !request.startsWith("GET "))).toEqual([
      `PATCH /v1/campaign/${campaign?.id}`,
    ]);
    const after = await sandbox.objects();
    expect(after.campaigns[0]?.steps[2]?.message).toContain("shall I show you how?");
    expect([after.lists, after.agents]).toEqual([before.lists, before.agents]);
    noted(await project.preview(["--expect-no-changes"]));
  });

  it("records the provider as a short constant string, and the key nowhere", async () => {
    const { resources } = await project.state();
    const own = resources.filter(({ type }) => type.includes("outreach:"));
    expect(own.map(({ inputs, outputs }) => [inputs?.__provider, outputs?.__provider])).toEqual(
      ["List", "SourceAgent", "Campaign"].map((kind) => {
        const text = `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
        return [text, text];
      }),
    );
    const { OUTREACH_API_KEY: key = "" } = project.env;
    expect(key).not.toBe("");
    expect(everythingIn(project.scratch)).toContain("Fintech founders");
    expect(everythingIn(project.scratch)).not.toContain(key);
    expect(printed.join("")).not.toContain(key);
  });

  it("deletes the objects that the service can delete, and names those that stay", async () => {
    const { lists, agents, campaigns } = await sandbox.objects();
    const { text } = noted(await project.destroy());
    expect((await requests()).filter((request) => !request.startsWith("GET "))).toEqual([
      `DELETE /v1/agent/${agents[0]?.id}`,
    ]);
    expect(text).toMatch(new RegExp(`warning: .*list "Fintech founders" \\(id ${lists[0]?.id}\\)`));
    expect(text).toMatch(new RegExp(`warning: .*campaign "Fintech Q1" \\(id ${campaigns[0]?.id}\\)`));
    const { lists: left, agents: gone, campaigns: kept } = await sandbox.objects();
    expect([left.length, gone.length, kept.length]).toEqual([1, 0, 1]);
    expect((await project.state()).resources).toEqual([]);
  });
});

function edit(from: string, to: string): void {
  const file = join(project.folder, "examples", "full-cycle", "index.ts");
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}
