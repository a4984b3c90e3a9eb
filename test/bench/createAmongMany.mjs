// @ts-check
// The processor time of a create that starts to send, in an account with many campaigns, which are all compared with
// the new one. With a service that lists them, and with only the operations of the specification, where
// the records of earlier creates replace a listing. OUTREACH_BENCH_BEFORE names another checkout to measure
// beside this one.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHost } from "./support/host.mjs";
import { checkouts, startSandbox } from "./support/sandboxProcess.mjs";

const many = Number(process.env.OUTREACH_BENCH_OBJECTS ?? 1000);
const measured = 20;
const rounds = Number(process.env.OUTREACH_BENCH_ROUNDS ?? 3);
/** For each kind of service, in milliseconds. */
const most = { listed: 30, unlisted: 30 };
const services = /** @type {const} */ ({ listed: [], unlisted: ["--spec-only"] });

let missed = 0;
for (const service of /** @type {const} */ (["listed", "unlisted"])) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  const opened = [];
  for (const { label, checkout } of checkouts()) opened.push({ label, ...(await open(checkout, services[service])) });
  try {
    // Alternately, because the speed of a machine varies.
    for (let round = 0; round < rounds; round++) {
      for (const { label, milliseconds } of opened) {
        times.set(label, [...(times.get(label) ?? []), await milliseconds(round)]);
      }
    }
  } finally {
    for (const { close } of opened) await close();
  }
  for (const [label, all] of times) {
    const best = Math.min(...all);
    const isTarget = label !== "before: ";
    const fine = !isTarget || best <= most[service];
    if (!fine) missed += 1;
    const target = isTarget ? `, at most ${most[service]} ms: ${fine ? "met" : "MISSED"}` : "";
    console.log(
      `${label}an active campaign among ${many}, ${service}: ${best.toFixed(1)} ms of processor time (least of ${rounds} times ${measured})${target}`,
    );
  }
}
process.exitCode = missed > 0 ? 1 : 0;

/**
 * A run after the creation of all these campaigns.
 * @param {string} checkout @param {readonly string[]} options
 */
async function open(checkout, options) {
  const sandbox = await startSandbox(["--rate-limit", "off", ...options]);
  const scratch = mkdtempSync(join(tmpdir(), "outreach-bench-"));
  const host = await startHost(checkout, {
    OUTREACH_API_KEY: sandbox.apiKey,
    OUTREACH_BASE_URL: sandbox.url,
    OUTREACH_REQUESTS_PER_MINUTE: "10000000",
    OUTREACH_CACHE_FOLDER: join(scratch, "cache"),
  });
  let next = 0;
  const create = async () => {
    next += 1;
    const list = await sandbox.post("/v1/list", { name: `Bench list ${next}` });
    const urn = `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/outreach:Campaign::c${next}`;
    const { inputs } = await host.check(
      urn,
      {},
      {
        ...{ __provider: 'exports.handler=()=>require("pulumi-outreach/runtime").Campaign;', __urn: urn },
        ...{ name: `Campaign ${next}`, active: true, listIds: [list], linkedinSeatId: 7 },
        steps: [{ type: "invitation" }, { type: "message", message: `Hi [FirstName], this is number ${next}.` }],
      },
    );
    await host.create(urn, inputs);
  };
  for (let made = 0; made < many; made++) await create();
  return {
    /** @param {number} _round */
    milliseconds: async (_round) => {
      const before = cpuMilliseconds(host.pid);
      for (let made = 0; made < measured; made++) await create();
      return (cpuMilliseconds(host.pid) - before) / measured;
    },
    close: async () => {
      await host.stop();
      await sandbox.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Linux counts the processor time of a process in hundredths of a second. @param {number} pid */
function cpuMilliseconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
