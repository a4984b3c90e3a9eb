// @ts-check
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));
const cli = process.env.OUTREACH_TEST_PULUMI
  ? join(process.env.OUTREACH_TEST_PULUMI, "pulumi")
  : join(repository, "tools", "pulumi", "pulumi");

/** A program with `count` objects on the package, and one with the same inputs on a provider that does nothing. */
export const programs = {
  outreach: (/** @type {string} */ objects) => `
const outreach = require("pulumi-outreach");
for (const [kind, name, args] of ${objects}) new outreach[kind](name, args);
`,
  noop: (/** @type {string} */ objects) => `
const pulumi = require("@pulumi/pulumi");
class Noop extends pulumi.CustomResource {
  constructor(kind, name, args) {
    super("pulumi-nodejs:dynamic/outreach:" + kind, name, {
      ...args,
      __provider: 'exports.handler=()=>require("outreach-noop/runtime").' + kind + ";",
    });
  }
}
for (const [kind, name, args] of ${objects}) new Noop(kind, name, args);
`,
};

/** A provider that does nothing, for `node_modules/outreach-noop/runtime.js`. */
export const noopRuntime = `
const provider = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({}),
  create: async (inputs) => ({ id: String(1e9 + Math.floor(Math.random() * 1e9)), outs: inputs }),
  read: async (id, props) => ({ id, props, inputs: props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
for (const kind of ["List", "SourceAgent", "Campaign"]) exports[kind] = provider;
`;

/** Returns the inputs and outputs in resources.json, without any work. */
const replayRuntime = `
const resources = require("./resources.json");
// Their names are unique, even across kinds.
const byName = new Map(resources.map((resource) => [resource.inputs?.name, resource]));
const byId = new Map(resources.map((resource) => [resource.id, resource]));
const provider = {
  check: async (olds, { name }) => ({ inputs: byName.get(name).inputs }),
  diff: async () => ({ changes: false }),
  create: async ({ name }) => ({ id: byName.get(name).id, outs: byName.get(name).outputs }),
  read: async (id) => ({ id, props: byId.get(id).outputs, inputs: byId.get(id).inputs }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
for (const kind of ["List", "SourceAgent", "Campaign"]) exports[kind] = provider;
`;

export class BenchProject {
  /** @param {string} program @param {Record<string, string>} [env] */
  constructor(program, env = {}) {
    this.scratch = join(repository, ".state", "bench", randomUUID().slice(0, 8));
    for (const folder of ["backend", "home", "program/node_modules/outreach-noop"]) {
      mkdirSync(join(this.scratch, folder), { recursive: true });
    }
    this.folder = join(this.scratch, "program");
    writeFileSync(
      join(this.folder, "Pulumi.yaml"),
      "name: outreach-bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
    writeFileSync(join(this.folder, "package.json"), '{ "private": true, "main": "index.js" }\n');
    writeFileSync(join(this.folder, "index.js"), program);
    writeFileSync(join(this.folder, "node_modules/outreach-noop/runtime.js"), noopRuntime);
    this.env = {
      ...process.env,
      PULUMI_HOME: join(this.scratch, "home"),
      PULUMI_BACKEND_URL: `file://${join(this.scratch, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      OUTREACH_CACHE_FOLDER: join(this.scratch, "cache"),
      ...env,
    };
  }

  /** Runs the CLI to its end; returns its duration in seconds and its output. @param {string[]} args */
  async run(args) {
    const started = process.hrtime.bigint();
    const child = spawn(cli, args, { cwd: this.folder, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    /** @type {string[]} */
    const text = [];
    child.stdout.on("data", (chunk) => text.push(chunk.toString()));
    child.stderr.on("data", (chunk) => text.push(chunk.toString()));
    const code = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text.join("").slice(-3000)}`);
    return { seconds, text: text.join("") };
  }

  async init() {
    await this.run(["stack", "init", "bench"]);
    return this;
  }

  /**
   * Replaces the package, for this project's provider processes, with one that returns the inputs and outputs that
   * another project's resources have: the same traffic, without the work.
   * @param {BenchProject} other
   */
  async replay(other) {
    const { text } = await other.run(["stack", "export", "--stack", "bench"]);
    const { resources } = JSON.parse(text).deployment;
    const folder = join(this.folder, "node_modules", "pulumi-outreach");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "resources.json"), JSON.stringify(resources));
    writeFileSync(
      join(folder, "index.js"),
      `module.exports = require(${JSON.stringify(join(repository, "provider"))});`,
    );
    writeFileSync(join(folder, "runtime.js"), replayRuntime);
    return this;
  }

  remove() {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** `7.31 s (7.10 to 7.60)` @param {number[]} seconds */
export function spread(seconds) {
  return `${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)})`;
}

/** JavaScript source of `count` objects: a list, an agent and campaigns that use them. @param {number} count */
export function someObjects(count) {
  const campaigns = Math.max(0, count - 2);
  return `[
  ["List", "leads", { name: "Bench leads" }],
  ["SourceAgent", "finder", { name: "Bench finder", listId: LIST, targetJobTitles: ["Founder"] }],
  ...Array.from({ length: ${campaigns} }, (_, n) => ["Campaign", "c" + n, {
    name: "Bench campaign " + n,
    listIds: [LIST],
    linkedinSeatId: 7,
    language: "en-US",
    steps: [
      { type: "visitProfile" },
      { type: "invitation", delayAfterLastStep: 1 },
      { type: "message", message: "Hi [FirstName], message " + n + " for [Company].", delayAfterLastStep: 2 },
    ],
  }]),
]`;
}
