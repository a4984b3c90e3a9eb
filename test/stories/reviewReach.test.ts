import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Review, reviewSchema } from "../../provider/src/review/model";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, settingsFor } from "../support/acceptance";
import { outreachCommand } from "../support/outreachCommand";
import { Project } from "../support/project";

let sandbox: Sandbox;
let project: Project;

const program = (listId = "leads.id", title = "CEO") => `
const { List, SourceAgent, Campaign, step } = require("pulumi-outreach");
const leads = new List("leads", { name: "Leads" });
new SourceAgent("finder", { name: "Finder", listId: leads.id, targetJobTitles: ["${title}"] });
new Campaign("open", {
  name: "Open", linkedinSeatId: 7, listIds: [${listId}], steps: [step.message({ message: "Hi [FirstName], shall we talk?" })],
});
`;

const stack = () => ["--non-interactive", "-s", project.stack];

async function reviewed(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Review> {
  const { stdout } = await project.run(["preview", "--json", "--show-sames", ...stack(), ...words], environment);
  return reviewSchema.parse(
    JSON.parse((await outreachCommand(project, ["review", "--json"], { input: stdout })).stdout),
  );
}

beforeAll(async () => {
  sandbox = await startSandbox();
  project = await new Project({ env: settingsFor(sandbox), program: program() }).init();
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

// A sequence on one stack: each step continues from the previous one.
describe("a review of the real CLI's output finds whom a change reaches", () => {
  it("creates that may adopt objects only because of the preview's environment", async () => {
    const [plain, adopting] = [await reviewed([]), await reviewed([], { OUTREACH_ADOPT: "twin" })];
    expect(plain.lists.map(({ adopts }) => adopts)).toEqual([undefined]);
    for (const each of [adopting.lists, adopting.agents, adopting.campaigns])
      expect(each).toMatchObject([{ adopts: "twin" }]);
    expect(adopting.findings.filter(({ code }) => code === "adopted")).toHaveLength(3);
    expect(adopting.fingerprint).not.toBe(plain.fingerprint);
  });

  it("an id that the program computes from a list's id: the update refuses it", async () => {
    project.write(program('leads.id.apply(() => "1")'));
    const [campaign] = (await reviewed([])).campaigns;
    expect(campaign?.lists).toMatchObject([{ name: "Leads" }]);
    const { code, text } = await project.run(["up", "--yes", "--skip-preview", ...stack()]);
    expect(code).not.toBe(0);
    expect(text).toContain(
      "listIds[0] is computed from resources of this program and is not just the id of one of them",
    );
    expect((await sandbox.objects()).campaigns).toEqual([]);

    project.write(program());
    expectSuccess(await project.run(["up", "--yes", "--skip-preview", ...stack()]));
    expect((await sandbox.objects()).campaigns).toHaveLength(1);
  });

  it("resources that a refresh with --target has not read", async () => {
    project.write(program("leads.id", "CTO"));
    const finder = `urn:pulumi:${project.stack}::outreach-test::pulumi-nodejs:dynamic/outreach:SourceAgent::finder`;
    const { leftOut } = await reviewed(["--refresh", "--target", finder]);
    expect(leftOut.join("\n")).toContain("The run did not refresh list “Leads” and campaign “Open”, as with --target");
    const all = (await reviewed(["--refresh"])).leftOut.join("\n");
    expect(all).toContain("The run refreshed the state first");
    expect(all).not.toContain("did not refresh");
  });
});
