// @ts-check
// The first `up` of many objects under a limit of 100 requests in 10 s on both sides, judged by the service's own log.
import { BenchProject, programs } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const objects = 500;
const limit = 100;
const windowSeconds = 10;
// 500 requests at 100 in any 10 s take 40 s from first to last; 3 % are for the limiter.
const mostSeconds = ((objects / limit - 1) * windowSeconds) / 0.97;

const sandbox = await startSandbox([
  "--rate-limit",
  String(limit),
  "--rate-window",
  String(windowSeconds),
  "--burst",
  "0",
]);
const lists = `Array.from({ length: ${objects} }, (_, n) => ["List", "l" + n, { name: "Bench list " + n }])`;
const project = await new BenchProject(programs.outreach(lists), {
  OUTREACH_API_KEY: sandbox.apiKey,
  OUTREACH_BASE_URL: sandbox.url,
  OUTREACH_REQUESTS_PER_MINUTE: String(limit),
  OUTREACH_RATE_WINDOW_SECONDS: String(windowSeconds),
}).init();
try {
  const { seconds } = await project.run(["up", "--yes", "--skip-preview", "--stack", "bench"]);
  const log = await sandbox.log();
  const posts = log.filter((request) => request.method === "POST" && request.path === "/v1/list");
  const made = posts.filter((request) => request.status === 201).length;
  const first = posts[0]?.time ?? 0;
  const last = posts.at(-1)?.time ?? 0;
  const took = (last - first) / 1000;
  const refused = log.filter((request) => request.status === 429).length;
  const others = log.length - posts.length;
  const fullest = Math.max(...log.map((each) => inWindow(log, each.time)));
  const fine = made === objects && posts.length === objects && refused === 0 && took <= mostSeconds;
  console.log(`first up of ${objects} objects, ${limit} requests in ${windowSeconds} s on both sides:`);
  console.log(`  first to last POST       ${took.toFixed(1)} s`);
  console.log(`  the whole up             ${seconds.toFixed(1)} s`);
  console.log(`  objects made             ${made} by ${posts.length} POSTs; ${others} other requests`);
  console.log(`  answered 429             ${refused}`);
  console.log(`  most in any ${windowSeconds} s         ${fullest}`);
  console.log(`  target                   ${mostSeconds.toFixed(1)} s, no 429: ${fine ? "met" : "MISSED"}`);
  process.exitCode = fine ? 0 : 1;
} finally {
  project.remove();
  await sandbox.stop();
}

/** Requests in the window that begins with this instant. @param {{ time: number }[]} log @param {number} from */
function inWindow(log, from) {
  return log.filter(({ time }) => time >= from && time < from + windowSeconds * 1000).length;
}
