import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Review, reviewSchema } from "../../provider/src/review/model";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, settingsFor } from "../support/acceptance";
import { outreachCommand } from "../support/outreachCommand";
import { Project } from "../support/project";

let sandbox: Sandbox;
let project: Project;

interface Told {
  readonly text?: string;
  readonly titles?: string;
  readonly active?: boolean;
}

const program = ({ text = "may I show you our work?", titles = '"CEO"', active = false }: Told = {}) => `
const pulumi = require("@pulumi/pulumi");
const { List, SourceAgent, Campaign, step } = require("pulumi-outreach");
const leads = new List("fintech", { name: "Fintech founders" });
const finder = new SourceAgent("finder", {
  name: "Finder", listId: leads.id, targetJobTitles: [${titles}], agentType: "website-visitor",
});
const steps = (message) => [step.visitProfile(), step.invitation({ delayAfterLastStep: 1 }), step.message({ message })];
const own = { listIds: [leads.id], linkedinSeatId: 7 };
new Campaign("open", {
  ...own, name: "Open", steps: steps("Hi [FirstName], ${text}")${active ? ", active: true" : ""},
}, { dependsOn: [finder] });
new Campaign("closed", { ...own, name: "Closed", steps: steps(pulumi.secret("Nobody may read this text")) });
class Other extends pulumi.dynamic.Resource {
  constructor(name) { super({ create: async () => ({ id: "x", outs: {} }) }, name, {}); }
}
new Other("other");
`;

const stack = () => ["-s", project.stack];
/** Everything that was printed or written, to search for secrets. */
const seen: string[] = [];

async function preview(told?: Told, ...words: string[]): Promise<string> {
  if (told !== undefined) project.write(program(told));
  const { stdout } = await project.run([
    "preview",
    "--json",
    "--show-sames",
    "--non-interactive",
    ...stack(),
    ...words,
  ]);
  return stdout;
}

async function up(): Promise<string> {
  const outcome = await project.run(["up", "--json", "--yes", "--skip-preview", "--non-interactive", ...stack()]);
  expectSuccess(outcome);
  return outcome.stdout;
}

async function reviewed(input: string, ...words: string[]): Promise<Review & { readonly code: number }> {
  const outcome = await outreachCommand(project, ["review", "--json", ...words], { input });
  seen.push(outcome.text);
  return { ...reviewSchema.parse(JSON.parse(outcome.stdout)), code: outcome.code };
}

const codes = ({ findings }: Review) => findings.map(({ level, code }) => `${level} ${code}`);

beforeAll(async () => {
  sandbox = await startSandbox();
  project = await new Project({ env: settingsFor(sandbox), program: program() }).init();
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

// A sequence on one stack: each step continues from the previous one.
describe("reviews of the real CLI's output", () => {
  it("show the creates of a first preview, and send no requests", async () => {
    const review = await reviewed(await preview());
    expect(review).toMatchObject({ code: 0, about: "planned", verdict: "fine" });
    expect(codes(review)).toEqual(["notice hidden-text"]);
    expect(review.stacks).toMatchObject([{ project: "outreach-test", stack: "test", counts: { created: 4 } }]);
    const urn = "urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::fintech";
    expect(review.campaigns.map(({ name, change, lists }) => [name, change, lists])).toEqual(
      expect.arrayContaining([["Open", "created", [{ name: "Fintech founders", urn, change: "added" }]]]),
    );
    expect(review.others).toMatchObject([{ type: "pulumi-nodejs:dynamic:Resource", change: "created", count: 1 }]);
    expect((await sandbox.log()).requests).toEqual([]);
  });

  it("show the changes of an update", async () => {
    const events = await up();
    // The engine's log contains the secret in the clear, so the review must not show that log.
    expect(events).toContain("Nobody may read this text");
    const review = await reviewed(events);
    expect(review).toMatchObject({ code: 0, about: "done", verdict: "fine", stacks: [{ counts: { created: 4 } }] });
    expect(review.campaigns.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ]);
  });

  it("have the same fingerprint for two previews of one change, and a different one for another change", async () => {
    const told = { titles: '"CEO", "CTO"', text: "may I show you our new work?" };
    const first = await reviewed(await preview(told));
    const second = await reviewed(await preview());
    expect(codes(first)).toEqual(["danger wider-targets"]);
    expect(first.fingerprint).toMatch(/^sha256:/);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect((await reviewed(await preview(), "--approved", first.fingerprint ?? "")).code).toBe(0);
    expect(
      (await reviewed(await preview({ ...told, text: "other words for you?" }), "--approved", first.fingerprint ?? ""))
        .code,
    ).toBe(3);
  });

  it("show with --live how many people a campaign will contact, without reading a queue", async () => {
    await sandbox.clearLog();
    const review = await reviewed(await preview({ active: true }), "--live");
    expect(codes(review)).toContain("danger starts-sending");
    expect(review.findings[0]?.text).toMatch(
      /^Campaign “Open” starts sending: to the people of the list “Fintech founders” \(\d+ (person|people) now.*\), from LinkedIn seat 7\.$/,
    );
    const paths = (await sandbox.log()).requests.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    const read = /^\/v1\/(contact|user\/me|organization(\/members)?|list|campaign(\/\d+\/logs)?)$/;
    expect(paths.filter((path) => !read.test(path))).toEqual([]);
  });

  it("find that an agent reaches people through an unchanged campaign", async () => {
    await up();
    const review = await reviewed(await preview({ active: true, titles: '"CEO", "CTO"' }));
    expect(codes(review)).toEqual(["danger new-people", "danger wider-targets"]);
  });

  it("can run the preview themselves", async () => {
    const outcome = await outreachCommand(project, ["review", "--stack", project.stack, "--text"]);
    expect(outcome.code, outcome.text).toBe(3);
    expect(outcome.stdout).toContain("Source agent “Finder” brings new people to campaign “Open” (sending)");
    const missing = await outreachCommand(project, ["review", "--stack", "none"]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/^error: could not preview stack none: no stack named 'none' found\n$/);
  });

  it("report first that a preview stopped, with its diagnostics", async () => {
    const review = await reviewed(await preview({ text: "hello [Firstname]" }));
    expect(review).toMatchObject({ code: 1, verdict: "failed", stacks: [{ status: "stopped" }] });
    expect(review.stacks[0]?.diagnostics.map(({ text }) => text).join("\n")).toContain("did you mean `[FirstName]`?");
    const { stdout } = await outreachCommand(project, ["review", "--stack", project.stack]);
    expect(stdout).toMatch(/^## Outreach review: the preview stopped early\n/);
  });

  it("show changes made outside the program", async () => {
    project.write(program({ active: true }));
    const drift = async () => {
      const words = ["refresh", "--preview-only", "--json", "--non-interactive", ...stack()];
      const { stdout } = await project.run(words, { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" });
      return await reviewed(stdout);
    };
    expect(await drift()).toMatchObject({ code: 0, about: "drift", verdict: "fine", findings: [] });
    const { campaigns } = await sandbox.objects();
    const open = campaigns.find(({ name, active }) => name === "Open" && active);
    await sandbox.setActive({ campaignId: open?.id ?? 0, active: false });
    const review = await drift();
    expect(review.code).toBe(3);
    expect(codes(review)).toEqual(["notice stops-sending"]);
  });

  it("compare two exported states", async () => {
    const state = async (name: string) => {
      const path = join(project.scratch, name);
      expectSuccess(await project.run(["stack", "export", ...stack(), "--file", path, "--show-secrets"]));
      expect(readFileSync(path, "utf8")).toContain("Nobody may read this text");
      return path;
    };
    const before = await state("before.json");
    project.write(program({ titles: '"CTO"' }));
    expectSuccess(await project.run(["up", "--refresh", "--yes", "--skip-preview", "--non-interactive", ...stack()]));
    const review = await reviewed("", "--before", before, "--after", await state("after.json"));
    expect(review.about).toBe("compared");
    expect(review.stacks[0]?.counts).toMatchObject({ created: 0, updated: 2, replaced: 0, deleted: 0 });
    expect(codes(review)).toContain("danger wider-targets");
  });

  it("never show a secret, in any output", async () => {
    const [html, full] = [join(project.scratch, "review.html"), join(project.scratch, "review.md")];
    writeFileSync(join(project.scratch, "preview.json"), await preview({ titles: '"CFO"' }, "--show-secrets"));
    const outcome = await outreachCommand(project, [
      "review",
      join(project.scratch, "preview.json"),
      "--html",
      html,
      "--full",
      full,
    ]);
    seen.push(outcome.text, readFileSync(html, "utf8"), readFileSync(full, "utf8"));
    expect(seen.filter((text) => text.includes("Nobody may read"))).toEqual([]);
    expect(seen.filter((text) => sandbox.accounts.owner.apiKeys.some((key) => text.includes(key)))).toEqual([]);
  });
});
