// @ts-check
// A preview of many objects without changes, beside the same program and inputs on a provider that does nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { BenchProject, median, programs, repository, someObjects, spread } from "./engineRuns.mjs";

const pairs = 7;
const allowedRatio = 1.1;
const slackSeconds = 0.5;
const sizes = process.env.OUTREACH_BENCH_SIZES?.split(",").map(Number) ?? [500, 1000];

const sandbox = spawn(
  process.execPath,
  [join(repository, "sandbox/dist/cli.js"), "--port", "0", "--rate-limit", "off", "--json", "--exit-with-parent"],
  { stdio: ["pipe", "pipe", "inherit"] },
);
const [line] = await once(sandbox.stdout, "data");
const { url, controlUrl, apiKey } = JSON.parse(line.toString());

/** How many requests the service has seen. */
async function requests() {
  const answer = await fetch(`${controlUrl}/state`);
  return /** @type {{ requests: number }} */ (await answer.json()).requests;
}

let missed = false;
try {
  for (const size of sizes) missed = !(await measure(size)) || missed;
} finally {
  sandbox.stdin.end();
}
process.exitCode = missed ? 1 : 0;

/** @param {number} size */
async function measure(size) {
  const env = {
    OUTREACH_API_KEY: apiKey,
    OUTREACH_BASE_URL: url,
    OUTREACH_REQUESTS_PER_MINUTE: "100000",
    OUTREACH_ACKNOWLEDGE: "",
  };
  // The ids of lists are plain numbers here, so that both programs hand over the very same inputs.
  const made = await fetch(`${url}/v1/list`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: `Shared list for ${size}` }),
  });
  const { id } = /** @type {{ id: number }} */ (await made.json());
  const objects = someObjects(size).replaceAll("LIST", String(id)).replaceAll("Bench", `Bench ${size}`);
  const ours = await new BenchProject(programs.outreach(objects), env).init();
  const noop = await new BenchProject(programs.noop(objects)).init();
  try {
    await ours.run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
    await noop.run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
    const before = await requests();
    /** @type {{ ours: number[], noop: number[] }} */
    const seconds = { ours: [], noop: [] };
    const preview = ["preview", "--stack", "bench", "--expect-no-changes"];
    for (let pair = 0; pair < pairs; pair++) {
      seconds.ours.push((await ours.run(preview)).seconds);
      seconds.noop.push((await noop.run(preview)).seconds);
    }
    const sent = (await requests()) - before;
    const most = median(seconds.noop) * allowedRatio + slackSeconds;
    const fine = sent === 0 && median(seconds.ours) <= most;
    console.log(`preview of ${size} objects without changes, ${pairs} interleaved pairs:`);
    console.log(`  pulumi-outreach   ${spread(seconds.ours)}`);
    console.log(`  no-op provider    ${spread(seconds.noop)}`);
    console.log(`  ratio             ${(median(seconds.ours) / median(seconds.noop)).toFixed(3)}`);
    console.log(`  requests sent     ${sent}`);
    console.log(`  target            1.10 times and 0.5 s of slack, no request: ${fine ? "met" : "MISSED"}`);
    return fine;
  } finally {
    ours.remove();
    noop.remove();
  }
}
