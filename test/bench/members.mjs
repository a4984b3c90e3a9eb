// @ts-check
// A stack for each of 50 members with the unchanged script of examples/per-member: two at once, 100 requests a minute
// on both sides, without a burst. The first up, then runs without changes, compared with the same script and inputs on
// a provider that does nothing (no-op). Each row is a complete run of the script.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { median, noopRuntime, repository, spread } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const rounds = Number(process.env.OUTREACH_BENCH_ROUNDS ?? 3);
const count = Number(process.env.OUTREACH_BENCH_SIZES?.split(",")[0] ?? 50);
const target = 1.2;

/** The inputs of the example's program, as the engine receives them. */
const noopProgram = `
import * as pulumi from "@pulumi/pulumi";
class Noop extends pulumi.CustomResource {
  constructor(kind: string, args: object, options: pulumi.CustomResourceOptions) {
    const handler = 'exports.handler=()=>require("outreach-noop/runtime").' + kind + ";";
    super("pulumi-nodejs:dynamic/outreach:" + kind, "logistics", { ...args, __provider: handler }, options);
  }
}
class Cycle extends pulumi.ComponentResource {
  constructor(linkedinSeatId: number) {
    super("outreach:index:FullCycle", "logistics");
    const list = new Noop("List", { name: "Logistics leads" }, { parent: this });
    const finder = new Noop("SourceAgent", {
      name: "Logistics finder", listId: list.id, targetJobTitles: ["Head of Operations"],
      targetIndustries: ["Logistics"], targetLocations: ["Germany"],
      variables: [
        { type: "SEARCH_KEYWORD", value: '"fleet planning"' }, { type: "HIRING", value: "true" },
        { type: "RECENTLY_CHANGED_JOB", value: "true" }, { type: "TECHNOLOGY", value: "sap" },
      ],
    }, { parent: this });
    new Noop("Campaign", {
      name: "Logistics Q1", linkedinSeatId, listIds: [list.id],
      steps: [
        { type: "visitProfile" },
        { type: "invitationNote", note: "Hi, I work on fleet planning as well and would like to connect.", delayAfterLastStep: 1 },
        { type: "message", messageMode: "same", message: "Thanks for connecting, [FirstName]. What does [Company] plan with today?" },
      ],
    }, { parent: this, dependsOn: [finder] });
  }
}
new Cycle(new pulumi.Config().requireNumber("linkedinSeatId"));
`;

const sandbox = await startSandbox(["--members", String(count - 1), "--burst", "0"]);
// The owner, the two named members, and generated ones. Not requested, because a request from this process would exceed
// the limit that the script's processes share.
const ids = [101, 102, 103, ...Array.from({ length: Math.max(0, count - 3) }, (_, index) => 1001 + index)].slice(
  0,
  count,
);
const ours = copyOfExample();
const noop = copyOfExample();
writeFileSync(join(noop.folder, "index.ts"), noopProgram);
mkdirSync(join(noop.folder, "node_modules", "outreach-noop"), { recursive: true });
writeFileSync(join(noop.folder, "node_modules", "outreach-noop", "runtime.js"), noopRuntime);

try {
  const first = await run(ours, `created 3`);
  const log = await sandbox.log();
  const perMinute = Math.max(
    ...log.map(({ time }) => log.filter((each) => each.time >= time && each.time < time + 60_000).length),
  );
  const refused = () => sandbox.log().then((all) => all.filter(({ status }) => status === 429).length);
  console.log(`first up of ${count} member stacks, two at once, 100 requests a minute on both sides:`);
  console.log(`  the whole run       ${first.toFixed(0)} s`);
  console.log(
    `  requests            ${log.length}, at most ${perMinute} in any minute; at least ${Math.floor((log.length - 1) / 100)} full minutes`,
  );
  console.log(`  429 responses       ${await refused()}`);

  const firstNoop = await run(noop, "created 3");
  console.log(`  the same on no-op   ${firstNoop.toFixed(0)} s`);
  /** @type {{ ours: number[], noop: number[], requests: number }} */
  const measured = { ours: [], noop: [], requests: 0 };
  for (let round = 0; round < rounds; round++) {
    const before = await sandbox.requests();
    measured.ours.push(await run(ours, "unchanged"));
    measured.requests = Math.max(measured.requests, (await sandbox.requests()) - before);
    measured.noop.push(await run(noop, "unchanged"));
  }
  const ratio = median(measured.ours) / median(measured.noop);
  const fine = ratio <= target && (await refused()) === 0 && perMinute <= 100;
  console.log(`${count} member stacks without changes, ${rounds} rounds, median (spread):`);
  console.log(`  pulumi-outreach     ${spread(measured.ours)}`);
  console.log(`  no-op               ${spread(measured.noop)}, ratio ${ratio.toFixed(3)}`);
  console.log(`  requests a run      ${measured.requests}`);
  console.log(`  429 responses       ${await refused()}`);
  console.log(`  target              ${target} times no-op, no 429: ${fine ? "met" : "MISSED"}`);
  process.exitCode = fine ? 0 : 1;
} finally {
  for (const { scratch } of [ours, noop]) rmSync(scratch, { recursive: true, force: true });
  await sandbox.stop();
}

function copyOfExample() {
  const scratch = join(repository, ".state", "bench", randomUUID().slice(0, 8));
  const folder = join(scratch, "program");
  for (const name of ["backend", "home"]) mkdirSync(join(scratch, name), { recursive: true });
  cpSync(join(repository, "examples", "per-member"), folder, {
    recursive: true,
    filter: (path) => !/node_modules|previews|Pulumi\.member-/.test(path),
  });
  const seats = ids.map((id) => [id, { linkedinSeatId: id > 1000 ? id : 7 }]);
  writeFileSync(join(folder, "members.json"), JSON.stringify(Object.fromEntries(seats)));
  const env = {
    ...process.env,
    PATH: [process.env.OUTREACH_TEST_PULUMI, process.env.PATH].filter(Boolean).join(delimiter),
    PULUMI_HOME: join(scratch, "home"),
    PULUMI_BACKEND_URL: `file://${join(scratch, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    OUTREACH_CACHE_FOLDER: join(scratch, "cache"),
    OUTREACH_API_KEY: sandbox.apiKey,
    OUTREACH_BASE_URL: sandbox.url,
  };
  return { scratch, folder, env };
}

/**
 * Runs the script to its end; returns its duration in seconds.
 * @param {ReturnType<typeof copyOfExample>} copy
 * @param {string} expected the result of each member
 */
async function run({ folder, env }, expected) {
  const started = process.hrtime.bigint();
  const child = spawn(process.execPath, ["members.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const printed = { out: "", all: "" };
  child.stdout.on("data", (chunk) => {
    printed.out += chunk;
    printed.all += chunk;
  });
  child.stderr.on("data", (chunk) => {
    printed.all += chunk;
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const rows = printed.out.split("\n").filter((line) => new RegExp(`member-\\d+ +${expected}$`).test(line.trim()));
  if (code !== 0 || rows.length !== count) {
    throw new Error(
      `the script ended with ${code}, ${rows.length} of ${count} ${expected}:\n${printed.all.slice(-3000)}`,
    );
  }
  return seconds;
}
