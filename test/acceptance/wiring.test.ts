import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn, expectSuccess, settingsFor } from "../support/acceptance";
import { Project } from "../support/project";

const program = `
const pulumi = require("@pulumi/pulumi");
const { List, SourceAgent, Campaign, FullCycle, step } = require("pulumi-outreach");
const a = new List("a", { name: "A" });
const b = new List("b", { name: "B" });
const targets = { targetJobTitles: ["CEO"], targetIndustries: ["Software"], targetLocations: ["France"] };
const steps = [step.invitation(), step.message({ message: "Hi [FirstName]." })];
const campaign = (name, listIds, more) => new Campaign(name, { name, listIds, linkedinSeatId: 7, steps, ...more });

new SourceAgent("by-id", { name: "By id", listId: a.id, ...targets });
new SourceAgent("by-number", { name: "By number", listId: a.id.apply(Number), ...targets });
campaign("elements", [a.id, b.id]);
campaign("whole-array", pulumi.all([a.id, b.id]));
campaign("nested", pulumi.output({ lists: [a.id] }).lists);
campaign("later", Promise.resolve([b.id.apply(async (id) => Number(id))]));
campaign("text", [b.id], { steps: [step.invitation(), step.message({ message: pulumi.interpolate\`Hi [FirstName], \${a.id}.\` })] });
campaign("all-steps", [b.id], { steps: a.id.apply((id) => [step.invitation(), step.message({ message: "Hi " + id })]) });
new FullCycle("cycle", {
  list: { name: "Of the cycle" },
  sourceAgent: { name: "Of the cycle", ...targets },
  campaign: { name: "Of the cycle", linkedinSeatId: 7, steps, listIds: [a.id] },
});
`;

let sandbox: Sandbox;
let project: Project;
let key: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  const { OUTREACH_BASE_URL = "", OUTREACH_API_KEY = "" } = settingsFor(sandbox);
  key = OUTREACH_API_KEY;
  project = await new Project({ program, env: { OUTREACH_BASE_URL } }).init();
  await project.config("outreach:apiKey", key, true);
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

describe("ids that are outputs", () => {
  it("are accepted by a preview, however they are wrapped", async () => {
    const preview = await project.preview();
    expectSuccess(preview);
    expect(preview.changeSummary).toEqual({ create: 15 });
    expect((await sandbox.log()).total).toBe(0);
  });

  it("arrive at the service as numeric list ids", async () => {
    expectSuccess(await project.up());
    const { lists, agents, campaigns } = await sandbox.objects();
    const idOf = (name: string) => lists.find((list) => list.name === name)?.id;
    const [a, b, own] = [idOf("A"), idOf("B"), idOf("Of the cycle")];
    expect(new Map(agents.map(({ name, listId }) => [name, listId]))).toEqual(
      new Map([
        ["By id", a],
        ["By number", a],
        ["Of the cycle", own],
      ]),
    );
    const sorted = (ids: number[]) => [...ids].sort((left, right) => left - right);
    const both = sorted([a ?? 0, b ?? 0]);
    expect(new Map(campaigns.map(({ name, listIds }) => [name, sorted(listIds)]))).toEqual(
      new Map([
        ["elements", both],
        ["whole-array", both],
        ["nested", [a]],
        ["later", [b]],
        ["text", [b]],
        ["all-steps", [b]],
        ["Of the cycle", sorted([a ?? 0, own ?? 0])],
      ]),
    );
    const messageOf = (name: string) => campaigns.find((campaign) => campaign.name === name)?.steps[1]?.message;
    expect([messageOf("text"), messageOf("all-steps")]).toEqual([`Hi [FirstName], ${a}.`, `Hi ${a}`]);
  });

  it("show no changes afterwards", async () => {
    expectSuccess(await project.preview(["--expect-no-changes"]));
  });
});

describe("a key in the stack's config", () => {
  it("is not in plain text in any of the stack's files", async () => {
    const files = everythingIn(project.scratch);
    expect(files).toContain("outreach:apiKey");
    expect(files).not.toContain(key);
  });
});
