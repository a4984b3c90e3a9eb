import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startSandbox } from "../../../sandbox/src/index";
import { everythingIn, expectCleanFailure, occurrences, reported, settingsFor } from "../../support/acceptance";
import { agent, campaign, list } from "../../support/declaredResources";
import { installRelease } from "../../support/otherRelease";
import { Project, repository } from "../../support/project";
import { engineTest, fine, preparedTest, recorded, refused } from "./properties";

preparedTest("explicitProvider", async (prepared) => {
  const { stack, sandbox } = prepared;
  const { OUTREACH_API_KEY: key = "" } = stack.project.env;
  delete stack.project.env.OUTREACH_API_KEY;
  await stack.project.config("outreach:apiKey", key, true);
  stack.declare({
    alice: { kind: "Provider", args: { impersonateUserId: 102 } },
    hers: { kind: "List", args: { name: "Leads" }, provider: "alice" },
  });
  fine(await stack.run("up", ["--target", stack.urn("List", "hers"), "--target-dependents"]));
  const hers = (await sandbox.objects()).lists.filter(({ userId }) => userId === 102);
  expect(hers.map(({ id, name }) => [String(id), name])).toEqual([[(await recorded(prepared)).hers?.id, "Leads"]]);
  const { resources } = await stack.project.state();
  const providers = resources.filter(({ urn }) => urn.endsWith("::alice"));
  expect(providers.map(({ inputs }) => inputs?.["outreach:apiKey"])).toEqual([
    expect.objectContaining({ ciphertext: expect.any(String) }),
  ]);
  expect(everythingIn(stack.project.scratch)).not.toContain(key);
});

preparedTest("twoProviders", async (prepared) => {
  const { stack, change, writes } = prepared;
  const second = { second: { kind: "Provider", args: {} } } as const;
  const under = { provider: "second" };
  // Codes for other objects have no effect.
  const others = { acknowledge: ["shared-list:5", "inactive:5", "twin:5"] };
  const shared = { fresh: list("Fresh"), one: campaign("One", "$fresh", { active: true }) };
  change({ ...second, ...shared, two: { ...campaign("Two", "$fresh", { active: true, ...others }), ...under } });
  expect(refused(await stack.run("preview"))).toMatch(/campaign "(one|two)": (one|two) of this program, under another/);

  change({ ...second, copy: { ...list("Leads", others), ...under } });
  expect(refused(await stack.run("preview"))).toContain('list "copy": it equals leads of this program');

  const own = agent("Own", "$hot");
  change({ own });
  fine(await stack.run("up"));
  const adopting = agent("Own", "$hot", { adopt: await stack.id("own") });
  change({ ...second, own, thief: { ...adopting, ...under } });
  const twice = /source agent "(own|thief|Own)": source agent ID is already managed by own of this program/;
  expect(refused(await stack.run("preview"))).toMatch(twice);
  // Without a preview, the records of runs decide.
  expect(refused(await stack.run("up"))).toMatch(twice);
  expect(Object.keys(await recorded(prepared))).not.toContain("thief");
  expect(await writes()).toEqual(["POST /v1/agent"]);
});

preparedTest("heldTwice", async ({ stack, change, writes }) => {
  change({ own: agent("Own", "$hot") });
  fine(await stack.run("up"));
  const { args } = agent("Own", "$hot");
  const own = JSON.stringify({ ...args, listId: await stack.id("hot") });
  const program = (adopt: object) => `
const { Provider, SourceAgent } = require("pulumi-outreach");
const second = new Provider("second", {});
const own = ${own};
module.exports = (async () => {
  const thief = new SourceAgent("thief", { ...own, ...${JSON.stringify(adopt)} }, { provider: second });
  await new Promise((resolve) => thief.id.apply(resolve));
  new SourceAgent("own", own);
})();
`;
  stack.project.write(program({ adopt: await stack.id("own") }));
  const targets = ["own", "thief"].flatMap((name) => ["--target", stack.urn("SourceAgent", name)]);
  fine(await stack.run("up", ["--skip-preview", ...targets]));
  const ids = [await stack.id("own"), await stack.id("thief")];
  expect(ids[0]).toBe(ids[1]);
  // Without `adopt`, only the ids in the state reveal it.
  stack.project.write(program({}));
  expect(refused(await stack.run("preview", targets))).toMatch(
    /the state holds source agent ID for thief of this program as well, under another provider/,
  );
  expect(await writes()).toEqual(["POST /v1/agent"]);
});

preparedTest("targetAdoption", async (prepared) => {
  const { stack, change, writes } = prepared;
  const own = agent("Own", "$hot");
  change({ own });
  fine(await stack.run("up"));
  change({ own, thief: agent("Own", "$hot", { adopt: await stack.id("own") }) });
  const said = refused(await stack.run("up", ["--target", stack.urn("SourceAgent", "thief")]));
  expect(said).toContain("source agent ID is already managed by own of this program");
  expect(Object.keys(await recorded(prepared))).not.toContain("thief");
  expect(await writes()).toEqual(["POST /v1/agent"]);
});

preparedTest("functions", async ({ stack, sandbox }) => {
  stack.project.write(`
const outreach = require("pulumi-outreach");
const pulumi = require("@pulumi/pulumi");
const fresh = new outreach.List("fresh", { name: "Fresh" });
module.exports = {
  before: outreach.getListsOutput().apply((lists) => lists.map(({ name }) => name)),
  after: fresh.id.apply(async () => (await outreach.getLists()).map(({ name }) => name)),
  hidden: outreach.getListOutput({ name: pulumi.secret("Leads") }).name,
};
`);
  const shown = await stack.run("preview", ["--target", stack.urn("List", "fresh")]);
  fine(shown);
  const outputs = shown.text.slice(shown.text.indexOf("Outputs:"));
  expect(outputs).toMatch(/^ {2,4}[+ ] *after *: \[unknown\]$/m);
  expect(outputs).toMatch(/hidden *: \[secret\]$/m);
  expect(outputs).toContain('"Hot leads"');
  fine(await stack.run("up", ["--target", stack.urn("List", "fresh")]));
  const { stdout } = await stack.project.run(["stack", "output", "--json", "--show-secrets", "-s", "test"]);
  expect(JSON.parse(stdout)).toEqual({
    before: ["Leads", "Hot leads"],
    after: ["Leads", "Hot leads", "Fresh"],
    hidden: "Leads",
  });
  expect((await sandbox.counts()).lists).toBe(3);
});

preparedTest("failedFunction", async ({ stack }) => {
  stack.project.write('exports.id = require("pulumi-outreach").getListOutput({ name: "None" }).id;');
  const failed = await stack.project.run(["preview", "--non-interactive", "--color", "never", "-s", "test"]);
  expectCleanFailure(failed);
  const said = reported(failed);
  expect(said).toMatch(/getListOutput: could not read list "None": no list of the acting user has this name\./);
  expect(occurrences(said, "could not read list")).toBe(1);
});

preparedTest("settings", async ({ stack, requests }) => {
  delete stack.project.env.OUTREACH_API_KEY;
  const without = refused(await stack.run("preview", ["--target", stack.urn("List", "leads")]));
  expect(occurrences(without, "No API key")).toBe(1);
  await stack.project.config("outreach:apiKey", "osk_plain_text");
  const { code, text, said } = await stack.run("preview", ["--target", stack.urn("List", "leads")]);
  expect([code === 0, occurrences(said, "in plain text")]).toEqual([false, 1]);
  expect(said).toContain("pulumi config set --secret outreach:apiKey");
  expect(text).not.toContain("osk_plain_text");
  expect(await requests()).toEqual([]);
});

preparedTest("upgrade", async (prepared) => {
  const { stack, sandbox, change, requests } = prepared;
  change({});
  installRelease(stack.project, {
    "it no longer exists at the service, so it leaves the state": "so the next release drops it",
    "the service has no operation that deletes a": "the next release cannot delete a",
  });
  fine(await stack.run("preview", ["--expect-no-changes"]));
  expect(await requests()).toEqual([]);
  await sandbox.deleteAgent({ agentId: await stack.id("finder") });
  await sandbox.setActive({ campaignId: await stack.id("running"), active: false });
  expect(fine(await stack.run("refresh"))).toContain("so the next release drops it");
  expect(fine(await stack.run("destroy"))).toContain("the next release cannot delete a list");
});

engineTest("missingPackage", async () => {
  // Outside the checkout, so that no parent folder has node_modules. The program loads the package by its path.
  const folder = mkdtempSync(join(tmpdir(), "outreach-"));
  const sandbox = await startSandbox();
  const sdk = dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
  mkdirSync(join(folder, "node_modules", "@pulumi"), { recursive: true });
  symlinkSync(sdk, join(folder, "node_modules", "@pulumi", "pulumi"), "junction");
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    "name: elsewhere\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true, "main": "index.js" }\n');
  writeFileSync(
    join(folder, "index.js"),
    `const { List } = require(${JSON.stringify(join(repository, "provider"))});\nnew List("a", { name: "A" });\n`,
  );
  const elsewhere = await new Project({ folder, env: settingsFor(sandbox) }).init();
  onTestFinished(async () => {
    elsewhere.remove();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const outcome = await elsewhere.run(["preview", "--non-interactive", "-s", elsewhere.stack]);
  expectCleanFailure(outcome);
  expect(occurrences(reported(outcome), "pulumi-outreach is not installed in the folder of the program")).toBe(1);
  expect(outcome.text).toMatch(/direct dependency[\s\S]*npm install pulumi-outreach/);
});
