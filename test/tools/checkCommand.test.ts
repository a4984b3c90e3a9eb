import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkShape } from "../../provider/src/cli/check/print";
import { outcomeOf, repository } from "../support/project";

const command = join(repository, "provider", "dist", "cli.js");

// Below the checkout, whose packages the program imports.
const folder = join(repository, ".state", "tests", randomUUID().slice(0, 8));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  write("Pulumi.yaml", "name: team\nruntime: nodejs\nconfig:\n  seat:\n    default: 7\n");
  write("Pulumi.prod.yaml", "config:\n  team:token:\n    secure: v1:never:decrypted\n");
  write("package.json", '{ "private": true }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(program: string, ...words: string[]) {
  write(
    "index.ts",
    `import * as pulumi from "@pulumi/pulumi";\nimport * as outreach from "pulumi-outreach";\n${program}`,
  );
  // Without the Pulumi CLI on the PATH, and with a key that must not be used.
  const env = { HOME: folder, PATH: "", OUTREACH_BASE_URL: "http://127.0.0.1:9", OUTREACH_API_KEY: "osk_demo_owner" };
  const child = spawn(process.execPath, [command, "check", "--json", ...words], {
    ...{ cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] },
  });
  const { code, stdout, text } = await outcomeOf(child);
  return { code, text, found: checkShape.parse(JSON.parse(stdout)) };
}

it("checks a TypeScript program, including resources that it declares once values are known, without the CLI and a key", async () => {
  const { code, found, text } = await check(
    `
const config = new pulumi.Config();
if (process.env.OUTREACH_API_KEY !== undefined) throw new Error("the key got through");
if (!pulumi.runtime.isDryRun()) throw new Error("it looks like an update");
const leads = new outreach.List("leads", { name: "Leads" });
const other = outreach.getListOutput({ name: "Other" });
const [invalid, token]: [any, any] = [{ message: 5 }, config.requireSecret("token")];
new outreach.Campaign("first", {
  name: "First", listIds: [leads.id], linkedinSeatId: config.requireNumber("seat"), steps: [outreach.step.message(invalid)],
});
new outreach.Campaign("second", {
  name: "Second", listIds: [other.id], emailSeatIds: [2],
  steps: [
    outreach.step.email({ subject: "Hi", message: pulumi.interpolate\`Hello from \${token} and [Nme]\` as any }),
    outreach.step.email({ subject: "Hi", message: "Hello [Nme], we write to you again, how are you?" }),
  ],
});
const quiet = new outreach.Provider("quiet", { launch: "never" });
new outreach.Campaign("third", {
  name: "Third", listIds: [leads.id], emailSeatIds: [2], active: true,
  steps: [outreach.step.email({ subject: "Hi", message: "Hello from us, how are you?" })],
}, { provider: quiet });
leads.id.apply(() => new outreach.FullCycle("late", {
  list: { name: "" },
  sourceAgent: { name: "Finder", agentType: "website-visitor" },
  campaign: { name: "Late", emailSeatIds: [2], steps: [outreach.step.email({ subject: "Hi", message: "Hello [Nme], how are you today?" })] },
}));
`,
    "--stack",
    "prod",
  );
  expect([code, found.failures], text).toEqual([1, []]);
  expect(found.problems.map(({ resource, path, source }) => `${resource} ${path} ${source}`)).toEqual([
    "first steps[0].message index.ts:10",
    "third active index.ts:21",
    // The component declares it, not the program.
    expect.stringMatching(/^late.* name undefined$/),
  ]);
  expect(found.findings.map(({ code: finding, resource, source }) => `${finding} ${resource} ${source}`)).toEqual([
    "content:unknown-variable second index.ts:13",
    expect.stringMatching(/^content:unknown-variable late.* undefined$/),
  ]);
  const leftOut = found.leftOut.join("\n");
  expect(leftOut).toContain("were not checked: those in second.");
  expect(leftOut).toContain("had a placeholder: team:token.");
  expect(text).not.toContain("Hello from");
});

it("sees the companies of outreach.do-not-contact, and stops at a line that names nobody", async () => {
  const program = `
const finder = new outreach.SourceAgent("finder", { name: "Finder", listId: 5 });
finder.ignoredCompanies.apply((names) => { throw new Error(\`it leaves out \${names}\`); });
`;
  try {
    write("outreach.do-not-contact", "Vuurtoren Works\nada@example.com\n");
    expect((await check(program)).found.failures.join()).toContain("it leaves out Vuurtoren Works");
    write("outreach.do-not-contact", "ada@\n");
    const { code, found } = await check(program);
    expect([code, found.failures.join()]).toEqual([
      1,
      expect.stringContaining("could not read outreach.do-not-contact"),
    ]);
  } finally {
    rmSync(join(folder, "outreach.do-not-contact"));
  }
});

it("prints why a program failed, and what it declared before", async () => {
  const { code, found } = await check(`
new outreach.List("leads", { name: "" });
export = async () => { await outreach.getList({ name: "Other" }); };
`);
  expect(code).toBe(1);
  expect(found.problems).toMatchObject([{ resource: "leads", path: "name" }]);
  expect(found.failures).toEqual([
    expect.stringMatching(/^getList: `pulumi-outreach check` sends no requests, .* Use getListOutput/),
  ]);
});
