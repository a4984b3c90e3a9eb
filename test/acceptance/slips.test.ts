import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, occurrences, reported, settingsFor } from "../support/acceptance";
import { Project } from "../support/project";

const head = `
const pulumi = require("@pulumi/pulumi");
const { List, SourceAgent, Campaign, Provider, step } = require("pulumi-outreach");
const leads = new List("leads", { name: "Leads" });
const campaign = (name, args) => new Campaign(name, {
  name, listIds: [leads.id], linkedinSeatId: 7, steps: [step.message({ message: "Hi [FirstName]." })], ...args });
`;

let sandbox: Sandbox;
let project: Project;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  project = await new Project({ env: settingsFor(sandbox) }).init();
});
afterAll(async () => {
  project.remove();
  await sandbox.close();
});

/** What a preview of this program says; nothing was sent for it. */
async function refused(program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  project.write(head + program);
  const outcome = await project.run(["preview", "--non-interactive", "--color", "never", "-s", project.stack], env);
  expectCleanFailure(outcome);
  expect((await sandbox.log()).total).toBe(0);
  return reported(outcome);
}

describe("at a preview", () => {
  it("an Output in a text, and a resource instead of its id, are errors of all resources at once", async () => {
    const said = await refused(`
campaign("text", { steps: [step.message({ message: \`Hi [FirstName], \${leads.id}.\` }), step.invitationNote({ note: \`\${leads}\` })] });
campaign("lists", { listIds: [leads] });
new List("taken", { name: "Taken", adopt: leads });
new SourceAgent("finder", { name: "Finder", listId: leads });
`);
    expect(said).toMatch(/2 problems in campaign "text":\n.*steps\[0\]\.message: holds the text.*pulumi\.interpolate/);
    expect(said).toContain("steps[1].note: holds `[object Object]`");
    for (const [kind, name, path] of [
      ["campaign", "lists", "listIds[0]"],
      ["list", "taken", "adopt"],
      ["source agent", "finder", "listId"],
    ]) {
      expect(said).toContain(
        `1 problem in ${kind} "${name}":\n      ${path}: is a resource and no value: write what is meant of it, for an id \`list.id\``,
      );
    }
    // The engine stops at the first resource whose check fails, and that one does not say it all again.
    expect(said).toMatch(/has a problem: \d problems? in [\w ]+ "\w+", listed under the stack/);
    expect(occurrences(said, "steps[0].message")).toBe(1);
    expect(occurrences(said, "listIds[0]")).toBe(1);
  });

  it.each([
    ["a list of ids", "listIds: pulumi.output([leads])", "listIds[0]"],
    ["one of the ids", "listIds: [3, Promise.resolve(leads)]", "listIds[1]"],
    ["an id", "adopt: pulumi.output(Promise.resolve(leads))", "adopt"],
  ])("a resource inside an Output as %s is an error", async (_, args, path) => {
    const said = await refused(`campaign("lists", { ${args} });`);
    expect(said).toContain(
      `1 problem in campaign "lists":\n      ${path}: is a resource and no value: write what is meant of it, for an id \`list.id\``,
    );
  });

  it.each([
    ["import", '"123"'],
    ["id", "leads.id"],
  ])("the option %s is refused, and adopt named", async (option, value) => {
    const said = await refused(`new List("taken", { name: "Taken" }, { ${option}: ${value} });`);
    expect(occurrences(said, `list "taken": the option ${option}`)).toBe(1);
    expect(said).toMatch(/adopt: <id>/);
  });

  it("an address that the key must not travel to is refused with the reason", async () => {
    const said = await refused("", { OUTREACH_BASE_URL: "http://outreach.example.com" });
    expect(occurrences(said, "outreach:baseUrl (or OUTREACH_BASE_URL) must start with https://")).toBe(1);
  });
});
