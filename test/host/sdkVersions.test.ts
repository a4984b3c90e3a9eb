import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import installedSdk from "@pulumi/pulumi/package.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../provider/package.json" with { type: "json" };
import { cachedPackage } from "../support/cachedPackages";
import { providerText, type Values } from "../support/dynamicHost";
import { agentArgs, campaignArgs, checked, HostRun, make } from "../support/hostRun";
import { isLong } from "../support/long";
import { repository } from "../support/project";

const nodeMajor = Number(process.versions.node.split(".")[0]);
/** In `test:full`, the oldest supported SDK and the newest that runs on this Node.js. */
const versions = isLong ? ["3.216.0", nodeMajor >= 22 ? "3.270.0" : "3.248.0"] : [installedSdk.version];

/** Every existing state contains these strings: changing one shows as a change of every resource. */
const golden = {
  List: 'exports.handler=()=>require("pulumi-outreach/runtime").List;',
  SourceAgent: 'exports.handler=()=>require("pulumi-outreach/runtime").SourceAgent;',
  Campaign: 'exports.handler=()=>require("pulumi-outreach/runtime").Campaign;',
};
const goldenOf = new Map<string, string>(
  Object.entries(golden).map(([kind, text]) => [`pulumi-nodejs:dynamic/outreach:${kind}`, text]),
);

describe("the provider's text", () => {
  it.each(Object.entries(golden))("of %s is short and contains no version, path or key", (kind, text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(128);
    expect(text.replace(kind, "KIND")).toBe(golden.List.replace("List", "KIND"));
    expect(providerText(kind)).toBe(text);
  });
});

/** Makes a resource of each kind without an engine, and prints their registrations. */
const program = `
const pulumi = require("@pulumi/pulumi");
const registered = [];
pulumi.runtime.setMocks({
  newResource: ({ type, inputs }) => { registered.push([type, inputs.__provider]); return { id: "12", state: inputs }; },
  call: () => ({}),
});
const outreach = require("pulumi-outreach");
const list = new outreach.List("a", { name: "A" });
new outreach.SourceAgent("a", { name: "A", listId: list.id, targetJobTitles: ["CEO"], targetIndustries: ["Software"], targetLocations: ["France"] });
new outreach.Campaign("a", { name: "A", listIds: [list.id], linkedinSeatId: 7, steps: [outreach.step.invitation()] });
function nameless() { new outreach.List(undefined, { name: "A" }); }
let slip;
try { nameless(); } catch (error) { slip = error.stack; }
process.on("exit", () => console.log(JSON.stringify({
  sdk: require("@pulumi/pulumi/package.json").version, registered, slip, frames: Error.stackTraceLimit,
})));
`;

/** A unit test without a runner: late, secret and broken values, a function, and a component. */
const unitTest = `
const pulumi = require("@pulumi/pulumi");
const { declared, resolved, setMocks } = require("pulumi-outreach/testing");
const outreach = require("pulumi-outreach");
const message = outreach.step.message({ message: pulumi.secret("Hi.") });
async function main() {
  await setMocks({ answers: { getLists: [{ id: "4", name: "Shared" }] } });
  const shared = outreach.getListOutput({ name: "Shared" });
  shared.id.apply((id) => new outreach.FullCycle("a", {
    list: { name: "A" }, sourceAgent: { name: "A" },
    campaign: { name: "A", listIds: [id], linkedinSeatId: 7, steps: [message] },
  }));
  const campaign = await declared("Campaign", "a");
  const isSecret = await pulumi.isSecret(campaign.resource.steps);
  const userId = await resolved(campaign.resource.userId);
  await setMocks();
  const agent = new outreach.SourceAgent("a", { name: pulumi.output(Promise.resolve("")), listId: 4 });
  new outreach.List("b", { name: agent.name });
  const late = await declared("List").catch(({ message }) => message);
  console.log(JSON.stringify({ lists: campaign.lists, texts: campaign.texts, isSecret, userId, late }));
}
main();
`;

const scratch = join(repository, ".state", "tests", randomUUID().slice(0, 8));
let run: HostRun;
beforeAll(async () => {
  run = await HostRun.open();
});
afterAll(async () => {
  await run.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A program's folder with this SDK and a copy of the built package, as if both were installed there. */
async function folderWith(version: string): Promise<{ folder: string; sdk: string }> {
  const folder = join(scratch, version);
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@pulumi"), { recursive: true });
  const sdk =
    version === installedSdk.version
      ? join(repository, "node_modules", "@pulumi", "pulumi")
      : await cachedPackage("sdk", "@pulumi/pulumi", version);
  symlinkSync(sdk, join(modules, "@pulumi", "pulumi"), "junction");
  const provider = join(repository, "provider");
  const own = join(modules, "pulumi-outreach");
  cpSync(join(provider, "dist"), join(own, "dist"), { recursive: true });
  cpSync(join(provider, "package.json"), join(own, "package.json"));
  for (const name of Object.keys(manifest.dependencies)) {
    const places = [provider, repository].map((place) => join(place, "node_modules", name));
    const installed = places.find((place) => existsSync(place));
    if (installed === undefined) throw new Error(`${name} is not installed`);
    symlinkSync(installed, join(modules, name), "junction");
  }
  writeFileSync(join(folder, "program.js"), program);
  writeFileSync(join(folder, "unitTest.js"), unitTest);
  return { folder, sdk };
}

describe.each(versions)("with SDK %s", (version) => {
  let folder: string;
  let sdk: string;
  beforeAll(async () => {
    ({ folder, sdk } = await folderWith(version));
  });

  it("the program registers the same string for each kind", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["program.js"], { cwd: folder });
    const seen: { sdk: string; registered: [string, string][]; slip: string; frames: number } = JSON.parse(stdout);
    expect(seen.sdk).toBe(version);
    expect(seen.registered).toHaveLength(3);
    expect(new Map(seen.registered)).toEqual(goldenOf);
    // A mistake found by the SDK still points to the program's line.
    expect(seen.slip).toMatch(/^Error: .*name.*\n +at nameless /i);
    expect(seen.frames).toBe(10);
  });

  it("unit tests of programs query declared resources, and receive the problems of broken values", async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["unitTest.js"], { cwd: folder });
    const [own, shared] = [
      { name: "A", declaredAs: "a" },
      { id: 4, name: "Shared" },
    ];
    expect(JSON.parse(stdout)).toEqual({
      ...{ lists: [expect.objectContaining(own), shared], isSecret: true, userId: 101 },
      texts: [{ path: "steps[0].message", step: "message", text: "Hi." }],
      late: expect.stringMatching(/^1 problem in source agent "a":\n {2}name: is empty.*\n1 problem in list "b":/),
    });
    expect(stderr).toBe("");
  });

  it("its dynamic-provider host creates, reads, changes and deletes through that string", async () => {
    const engine = await run.engine(sdk);
    const host = await run.host({ engine, sdk, cwd: folder });
    const list = await make(host, "List", { name: `List ${version}` });
    const agent = await make(host, "SourceAgent", { ...agentArgs(list.id), name: `Agent ${version}` });
    const args: Values = { ...campaignArgs([list.id]), name: `Campaign ${version}` };
    const campaign = await make(host, "Campaign", args);
    for (const { urn, id, inputs, outputs } of [list, agent, campaign]) {
      expect(await host.read(urn, id, outputs)).toMatchObject({ id, inputs });
      expect((await host.diff(urn, id, outputs, inputs)).replaces).toEqual([]);
    }

    const steps = (args.steps as Values[]).with(2, { type: "message", message: "Other.", delayAfterLastStep: 2 });
    const news = await checked(host, campaign.urn, "Campaign", { ...args, steps }, campaign.inputs);
    const { outputs } = await host.update(campaign.urn, campaign.id, campaign.outputs, news);
    expect(outputs.steps).toMatchObject([{}, {}, { message: "Other." }]);
    await host.delete(campaign.urn, campaign.id, outputs);
    await host.delete(agent.urn, agent.id, agent.outputs);
    expect(await run.requests()).toContain(`DELETE /v1/agent/${agent.id}`);
    expect(engine.warnings().join("\n")).toContain(campaign.id);
  });
});
