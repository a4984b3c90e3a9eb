import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, occurrences, reported, settingsFor } from "../support/acceptance";
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

/** The output of a refused preview of this program, which must send no requests. */
async function refused(program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  project.write(head + program);
  const outcome = await project.run(["preview", "--non-interactive", "--color", "never", "-s", project.stack], env);
  expectCleanFailure(outcome);
  expect((await sandbox.log()).total).toBe(0);
  return reported(outcome);
}

describe("at a preview", () => {
  it("an Output in a string, and a resource instead of its id, are reported for all resources at once", async () => {
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
        `1 problem in ${kind} "${name}":\n      ${path}: is a resource and not a value: write the property that is meant, for an id \`list.id\``,
      );
    }
    // The engine stops at the first resource whose check fails, and that error does not repeat the problems.
    expect(said).toMatch(/has a problem: \d problems? in [\w ]+ "\w+", listed under the stack/);
    expect(occurrences(said, "steps[0].message")).toBe(1);
    expect(occurrences(said, "listIds[0]")).toBe(1);
  });

  it("a resource inside an Output is an error as well", async () => {
    const said = await refused('campaign("lists", { listIds: pulumi.output([leads]) });');
    expect(said).toContain(
      '1 problem in campaign "lists":\n      listIds[0]: is a resource and not a value: write the property that is meant, for an id `list.id`',
    );
  });

  it("the option import is refused, with adopt as the alternative", async () => {
    const said = await refused('new List("taken", { name: "Taken" }, { import: "123" });');
    expect(occurrences(said, 'list "taken": the option import does not work')).toBe(1);
    expect(said).toContain("adopt: <id>");
  });

  it("an address to which the key must not be sent is refused with the reason", async () => {
    const said = await refused("", { OUTREACH_BASE_URL: "http://outreach.example.com" });
    expect(occurrences(said, "outreach:baseUrl (or OUTREACH_BASE_URL) must start with https://")).toBe(1);
  });
});

describe("the settings of a stack", () => {
  const settings = (text: string) => text.split("\n").filter((line) => line.includes("is not a setting"));

  it("that are misspelt stop a preview, and each command reports other settings without effect once", async () => {
    await project.config("outreach:lauch", "never");
    const said = await refused("");
    expect(settings(said)).toEqual([
      expect.stringContaining("error: outreach:lauch in the stack's config is not a setting"),
    ]);
    expect(said).toContain("did you mean outreach:launch?");
    await project.run(["config", "rm", "outreach:lauch", "-s", project.stack]);

    await project.config("outreach:region", "eu");
    project.write('const { List } = require("pulumi-outreach");\nnew List("leads", { name: "Leads" });');
    const slip = { OUTREACH_BASEURL: sandbox.url };
    for (const verb of ["up", "refresh", "destroy"] as const) {
      const outcome = await project[verb](["--color", "never"], slip);
      expectSuccess(outcome);
      expect(settings(reported(outcome)).sort(), verb).toEqual([
        expect.stringContaining("warning: OUTREACH_BASEURL in the environment is not a setting"),
        expect.stringContaining("warning: outreach:region in the stack's config is not a setting"),
      ]);
    }
  });

  it("that name another user are refused, and the refusal's instructions work", async () => {
    project.write('const { List } = require("pulumi-outreach");\nnew List("own", { name: "Own" });');
    const actAs = (user: number) => project.config("outreach:impersonateUserId", String(user));
    await actAs(102);
    expectSuccess(await project.up());
    await actAs(103);
    expectCleanFailure(await project.up());
    await actAs(102);
    // The engine stored the other user before it compared anything.
    const stuck = await project.destroy();
    expectCleanFailure(stuck);
    expect(reported(stuck)).toMatch(/Act as user 102 again: .*the last `pulumi up`, even one that was refused/);
    expect(reported(stuck)).toContain("add --run-program, or run `pulumi up` first");
    expectSuccess(await project.destroy(["--run-program"]));
  });
});

describe("a mistyped id that was adopted", () => {
  it("is corrected as documented", async () => {
    const made = async (): Promise<number> => {
      const headers = {
        authorization: `Bearer ${settingsFor(sandbox).OUTREACH_API_KEY}`,
        "content-type": "application/json",
      };
      await fetch(`${sandbox.url}/v1/list`, { method: "POST", headers, body: JSON.stringify({ name: "Alike" }) });
      return (await sandbox.objects()).lists.at(-1)?.id ?? 0;
    };
    const [mistyped, meant] = [await made(), await made()];
    const before = (await sandbox.log()).total;
    await project.run(["config", "rm", "outreach:impersonateUserId", "-s", project.stack]);
    const adopting = (id: number) =>
      project.write(
        `const { List } = require("pulumi-outreach");\nnew List("taken", { name: "Alike", adopt: ${id} });`,
      );
    const taken = async () => (await project.state()).resources.find(({ urn }) => urn.endsWith("::taken"));
    adopting(mistyped);
    expectSuccess(await project.up());
    adopting(meant);
    const corrected = await project.up();
    expectSuccess(corrected);
    expect(reported(corrected)).toContain(`adopt: ${meant} has no effect`);
    const { urn, id } = (await taken()) ?? { urn: "" };
    expect(id).toBe(String(mistyped));
    expectSuccess(await project.run(["state", "delete", "--yes", "-s", project.stack, urn]));
    expectSuccess(await project.up());
    expect((await taken())?.id).toBe(String(meant));
    expect((await sandbox.log({ method: "POST", after: before })).requests).toEqual([]);
  });
});
