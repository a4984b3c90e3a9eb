// @ts-check
// A preview without changes and a refresh of many objects, compared with the same program on a provider that does
// nothing (no-op), and on a provider that also returns the same inputs and outputs (replay).
import { BenchProject, median, programs, someObjects, spread } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const rounds = Number(process.env.OUTREACH_BENCH_ROUNDS ?? 7);
const sizes = process.env.OUTREACH_BENCH_SIZES?.split(",").map(Number) ?? [500, 1000];
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
  // The list's id is a plain number here, so that both programs have identical inputs.
  const list = await sandbox.post("/v1/list", { name: `Shared list for ${size}` });
  const objects = someObjects(size).replaceAll("LIST", String(list)).replaceAll("Bench", `Bench ${size}`);
  const ours = await new BenchProject(programs.outreach(objects), env).init();
  const noop = await new BenchProject(programs.noop(objects)).init();
  const replay = await new BenchProject(programs.outreach(objects), env).init();
  try {
    for (const project of [ours, noop]) await project.run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
    await (await replay.replay(ours)).run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
    const others = { noop, replay };
    const preview = await compare(ours, others, ["preview", "--stack", "bench", "--expect-no-changes"]);
    const refresh = await compare(ours, others, ["refresh", "--yes", "--skip-preview", "--stack", "bench"]);
    const previewFine = report(`preview of ${size} objects without changes`, preview, {
      ...{ beside: "noop", ratio: 1, requests: 0 },
    });
    const refreshFine = report(`refresh of ${size} objects`, refresh, {
      ...{ beside: "replay", ratio: 1.15, requests: mostRefreshRequests },
    });
    return previewFine && refreshFine;
  } finally {
    for (const project of [ours, noop, replay]) project.remove();
  }
}

/** @typedef {{ ours: number[], noop: number[], replay: number[], requests: number }} Measured */

/**
 * @param {BenchProject} ours
 * @param {{ noop: BenchProject, replay: BenchProject }} others
 * @param {string[]} command
 */
async function compare(ours, { noop, replay }, command) {
  /** @type {Measured} */
  const measured = { ours: [], noop: [], replay: [], requests: 0 };
  for (let round = 0; round < rounds; round++) {
    const before = await sandbox.requests();
    measured.ours.push((await ours.run(command)).seconds);
    measured.requests = Math.max(measured.requests, (await sandbox.requests()) - before);
    measured.noop.push((await noop.run(command)).seconds);
    measured.replay.push((await replay.run(command)).seconds);
  }
  return measured;
}

/**
 * @param {string} title
 * @param {Measured} measured
 * @param {{ beside: "noop" | "replay", ratio: number, requests: number }} target
 */
function report(title, measured, target) {
  const ratio = (/** @type {number[]} */ other) => median(measured.ours) / median(other);
  const fine = measured.requests <= target.requests && ratio(measured[target.beside]) <= target.ratio;
  console.log(`${title}, ${rounds} rounds, median (spread):`);
  console.log(`  pulumi-outreach   ${spread(measured.ours)}`);
  for (const other of /** @type {const} */ (["noop", "replay"])) {
    console.log(`  ${other.padEnd(17)} ${spread(measured[other])}, ratio ${ratio(measured[other]).toFixed(3)}`);
  }
  console.log(`  requests a run    ${measured.requests}`);
  console.log(
    `  target            ${target.ratio} times ${target.beside}, at most ${target.requests} requests: ${fine ? "met" : "MISSED"}`,
  );
  return fine;
}
