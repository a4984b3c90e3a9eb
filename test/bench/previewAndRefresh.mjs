// @ts-check
// A preview without changes and a refresh of many objects, beside the same program and inputs on a provider that does
// nothing.
import { BenchProject, median, programs, someObjects, spread } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const pairs = Number(process.env.OUTREACH_BENCH_PAIRS ?? 7);
const sizes = process.env.OUTREACH_BENCH_SIZES?.split(",").map(Number) ?? [500, 1000];
const slackSeconds = 0.5;
const mostRefreshRequests = 4;

const sandbox = await startSandbox(["--rate-limit", "off"]);
let missed = false;
try {
  for (const size of sizes) missed = !(await measure(size)) || missed;
} finally {
  await sandbox.stop();
}
process.exitCode = missed ? 1 : 0;

/** @param {number} size */
async function measure(size) {
  const env = {
    OUTREACH_API_KEY: sandbox.apiKey,
    OUTREACH_BASE_URL: sandbox.url,
    OUTREACH_REQUESTS_PER_MINUTE: "100000",
  };
  // The list's id is a plain number here, so that both programs hand over the very same inputs.
  const list = await sandbox.post("/v1/list", { name: `Shared list for ${size}` });
  const objects = someObjects(size).replaceAll("LIST", String(list)).replaceAll("Bench", `Bench ${size}`);
  const ours = await new BenchProject(programs.outreach(objects), env).init();
  const noop = await new BenchProject(programs.noop(objects)).init();
  try {
    for (const project of [ours, noop]) await project.run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
    const preview = await compare(ours, noop, ["preview", "--stack", "bench", "--expect-no-changes"]);
    const refresh = await compare(ours, noop, ["refresh", "--yes", "--skip-preview", "--stack", "bench"]);
    const previewFine = report(`preview of ${size} objects without changes`, preview, {
      ratio: 1.1,
      slack: slackSeconds,
      requests: 0,
    });
    const refreshFine = report(`refresh of ${size} objects`, refresh, {
      ratio: 1.2,
      slack: 0,
      requests: mostRefreshRequests,
    });
    return previewFine && refreshFine;
  } finally {
    ours.remove();
    noop.remove();
  }
}

/** @param {BenchProject} ours @param {BenchProject} noop @param {string[]} command */
async function compare(ours, noop, command) {
  /** @type {{ ours: number[], noop: number[], requests: number }} */
  const measured = { ours: [], noop: [], requests: 0 };
  for (let pair = 0; pair < pairs; pair++) {
    const before = await sandbox.requests();
    measured.ours.push((await ours.run(command)).seconds);
    measured.requests = Math.max(measured.requests, (await sandbox.requests()) - before);
    measured.noop.push((await noop.run(command)).seconds);
  }
  return measured;
}

/**
 * @param {string} title
 * @param {{ ours: number[], noop: number[], requests: number }} measured
 * @param {{ ratio: number, slack: number, requests: number }} target
 */
function report(title, measured, target) {
  const most = median(measured.noop) * target.ratio + target.slack;
  const fine = measured.requests <= target.requests && median(measured.ours) <= most;
  const slack = target.slack > 0 ? ` and ${target.slack} s` : "";
  console.log(`${title}, ${pairs} interleaved pairs, median (spread):`);
  console.log(`  pulumi-outreach   ${spread(measured.ours)}`);
  console.log(`  no-op provider    ${spread(measured.noop)}`);
  console.log(`  ratio             ${(median(measured.ours) / median(measured.noop)).toFixed(3)}`);
  console.log(`  requests a run    ${measured.requests}`);
  console.log(
    `  target            ${target.ratio} times${slack}, at most ${target.requests} requests: ${fine ? "met" : "MISSED"}`,
  );
  return fine;
}
