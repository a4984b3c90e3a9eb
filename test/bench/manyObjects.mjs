// @ts-check
// The provider's code for many objects, run directly by the SDK's dynamic-provider host, without a limit. Time for each
// object compared with a tenth as many, and peak memory compared with a provider that does nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BenchProject, median, programs, repository } from "./support/engineRuns.mjs";
import { startHost } from "./support/host.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const few = 100;
const many = 5000;
const mostRatio = 1.2;
const mostMegabytes = 80;

const sandbox = await startSandbox(["--rate-limit", "off"]);
const project = new BenchProject(programs.noop("[]"));
const env = {
  OUTREACH_API_KEY: sandbox.apiKey,
  OUTREACH_BASE_URL: sandbox.url,
  OUTREACH_REQUESTS_PER_MINUTE: "10000000",
  OUTREACH_CACHE_FOLDER: join(project.scratch, "cache"),
};
const list = await sandbox.post("/v1/list", { name: "Bench list of many objects" });
try {
  /** @type {number[]} */
  const perObjectFew = [];
  for (let round = 0; round < 5; round++) perObjectFew.push((await drive("pulumi-outreach", few, `few ${round}`)).each);
  const full = await drive("pulumi-outreach", many, "many");
  const noop = await drive("outreach-noop", many, "noop");
  const ratio = full.each / median(perObjectFew);
  const memory = full.peak - noop.peak;
  const fine = ratio <= mostRatio && memory <= mostMegabytes;
  console.log(`check, create, diff and read of ${many} campaigns, host driven directly:`);
  console.log(`  an object, of ${many}     ${full.each.toFixed(2)} ms`);
  console.log(`  an object, of ${few}      ${median(perObjectFew).toFixed(2)} ms (median of ${perObjectFew.length})`);
  console.log(`  ratio                  ${ratio.toFixed(2)}`);
  console.log(`  peak memory            ${full.peak.toFixed(0)} MB, no-op ${noop.peak.toFixed(0)} MB`);
  console.log(
    `  target                 ${mostRatio} times, ${mostMegabytes} MB above the no-op: ${fine ? "met" : "MISSED"}`,
  );
  process.exitCode = fine ? 0 : 1;
} finally {
  project.remove();
  await sandbox.stop();
}

/**
 * @param {"pulumi-outreach" | "outreach-noop"} provider
 * @param {number} count
 * @param {string} round
 */
async function drive(provider, count, round) {
  const cwd = provider === "outreach-noop" ? project.folder : repository;
  const host = await startHost(cwd, env);
  try {
    const text = `exports.handler=()=>require("${provider}/runtime").Campaign;`;
    const started = process.hrtime.bigint();
    for (let first = 0; first < count; first += 32) {
      const batch = Array.from({ length: Math.min(32, count - first) }, (_, n) => first + n);
      await Promise.all(batch.map((n) => one(host, text, `${round} ${n}`)));
    }
    const each = Number(process.hrtime.bigint() - started) / 1e6 / count;
    return { each, peak: peakMegabytes(host.pid) };
  } finally {
    await host.stop();
  }
}

/** @param {Awaited<ReturnType<typeof startHost>>} host @param {string} text @param {string} name */
async function one(host, text, name) {
  const urn = `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/outreach:Campaign::${name}`;
  const program = {
    __provider: text,
    name: `Campaign ${name}`,
    listIds: [list],
    linkedinSeatId: 7,
    steps: [{ type: "invitation" }, { type: "message", message: `Hi [FirstName], this is ${name}.` }],
  };
  const { inputs } = await host.check(urn, {}, { ...program, __urn: urn });
  const { id, outputs } = await host.create(urn, inputs);
  const again = await host.check(urn, inputs, { ...program, __urn: urn });
  await host.diff(urn, id, outputs, again.inputs);
  await host.read(urn, id, outputs);
}

/** The peak memory, which only Linux shows. @param {number} pid */
function peakMegabytes(pid) {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN) / 1024;
}
