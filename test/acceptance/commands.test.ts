import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopShape } from "../../provider/src/follow/stop";
import { rehearsalSchema } from "../../provider/src/rehearse/model";
import { type Review, reviewSchema } from "../../provider/src/review/model";
import { expectSuccess, settingsFor } from "../support/acceptance";
import { agent } from "../support/declaredResources";
import { outreachCommand } from "../support/outreachCommand";
import { openPrepared, preparedProgram } from "../support/prepared";
import { type Outcome, Project, repository } from "../support/project";

const codes = ({ findings }: Review) => findings.map(({ level, code }) => `${level} ${code}`);
const reviewed = ({ stdout }: Outcome) => reviewSchema.parse(JSON.parse(stdout));

// Behaviour that needs the built command and the real CLI. The commands themselves are tested in process.
describe("the command pulumi-outreach", () => {
  it("reads a stack's settings, including the encrypted key, and prints no key", async () => {
    const { stack, sandbox } = await openPrepared();
    const { OUTREACH_API_KEY: key = "", OUTREACH_BASE_URL: url = "" } = settingsFor(sandbox);
    delete stack.project.env.OUTREACH_API_KEY;
    delete stack.project.env.OUTREACH_BASE_URL;
    await stack.project.config("outreach:baseUrl", url);
    await stack.project.config("outreach:apiKey", key, true);
    const members = await outreachCommand(stack.project, ["members", "--stack", "test"]);
    expectSuccess(members);
    expect(members.stdout).toContain("\n102  Alice Moreau ");
    expect(members.text).not.toContain(key);
    const wrong = await outreachCommand(stack.project, ["members", "--stack", "test"], {
      env: { PULUMI_CONFIG_PASSPHRASE: "wrong" },
    });
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain(
      "its secrets need a passphrase, and the one in the environment is missing or wrong.",
    );
  });

  it("stops the agents in a stack's state if the service lists nothing", async () => {
    const { stack, sandbox } = await openPrepared();
    await sandbox.configure({ specOnly: true });
    const stopped = await outreachCommand(stack.project, ["stop", "--yes", "--json", "--stack", "test"]);
    expect(stopped.code, stopped.text).toBe(1);
    expect(stopShape.parse(JSON.parse(stopped.stdout))).toMatchObject({
      paused: [{ id: String(await stack.id("finder")), name: "Finder" }],
      activeCampaigns: [{ id: String(await stack.id("running")), name: "Running" }],
      inactiveCampaigns: [{ id: String(await stack.id("draft")), name: "Draft" }],
      failed: [],
      isComplete: false,
    });
    expect((await sandbox.objects()).agents).toMatchObject([{ paused: true }]);
  });

  it("reviews a preview, an update and drift, each as printed by the CLI", async () => {
    const { stack, sandbox, change, writes } = await openPrepared();
    const streaming = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
    const run = (words: readonly string[], env = {}) =>
      stack.project.run([...words, "--non-interactive", "-s", "test"], env);
    const review = (input: string) => outreachCommand(stack.project, ["review", "--json"], { input });
    change({ finder: agent("Finder", "$hot", { minLeadScore: 0.5 }) });
    const planned = await outreachCommand(stack.project, ["review", "--stack", "test", "--json"]);
    expect(planned.code, planned.text).toBe(3);
    expect(reviewed(planned)).toMatchObject({ about: "planned", stacks: [{ counts: { updated: 1 } }] });
    expect(codes(reviewed(planned)).join(" ")).toContain("danger");
    // It reads changes made in the app from the service, and writes nothing.
    expect(await writes()).toEqual([]);

    const up = await run(["up", "--json", "--yes", "--skip-preview"]);
    expectSuccess(up);
    expect(reviewed(await review(up.stdout))).toMatchObject({ about: "done", stacks: [{ counts: { updated: 1 } }] });

    await sandbox.setActive({ campaignId: await stack.id("running"), active: false });
    const drift = await review((await run(["refresh", "--preview-only", "--json"], streaming)).stdout);
    expect([drift.code, reviewed(drift).about, codes(reviewed(drift))]).toEqual([3, "drift", ["notice stops-sending"]]);
  });

  it("rehearses the full-cycle example without touching its folder or any service", async () => {
    const project = new Project({});
    onTestFinished(() => project.remove());
    const example = join(repository, "examples", "full-cycle");
    const program = readFileSync(join(example, "index.ts"), "utf8");
    const page = join(project.scratch, "rehearsal.html");
    const words = ["rehearse", "--json", "--html", page, "--days", "10", "--contacts", "20"];
    const outcome = await outreachCommand(new Project({ folder: example, env: project.env }), words);
    expectSuccess(outcome);
    const rehearsal = rehearsalSchema.parse(JSON.parse(outcome.stdout));
    expect(rehearsal).toMatchObject({ project: "outreach-full-cycle", days: 10, contacts: 20 });
    expect(rehearsal.campaigns).toMatchObject([{ name: "Fintech Q1", people: { all: 20 } }]);
    expect(rehearsal.campaigns[0]?.sent.messages).toBeGreaterThan(0);
    expect(readFileSync(page, "utf8")).toContain("Fintech Q1");
    expect(readFileSync(join(example, "index.ts"), "utf8")).toBe(program);
  });

  it("exports the account as a program with the same resources as the state", async () => {
    const { stack, sandbox } = await openPrepared();
    const folder = join(stack.project.scratch, "exported");
    await sandbox.configure({ campaignCarriesLists: true });
    const exported = await outreachCommand(stack.project, ["export", folder]);
    expectSuccess(exported);
    const program = readFileSync(join(folder, "index.ts"), "utf8");
    for (const { args } of Object.values(preparedProgram)) expect(program).toContain(JSON.stringify(args.name));
    const { resources }: { resources: { id: string }[] } = JSON.parse(
      readFileSync(join(folder, "import.json"), "utf8"),
    );
    const managed = (await stack.project.state()).resources.filter(({ type }) => type.includes("outreach:"));
    expect(resources.map(({ id }) => id).sort()).toEqual(managed.map(({ id }) => id).sort());
  });
});
