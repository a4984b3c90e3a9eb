// @ts-check
// The first `up` of many objects under a limit of 100 requests in 10 s on both sides, measured by the service's log.
import { BenchProject, programs } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const objects = 500;
const limit = 100;
const windowSeconds = 10;

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
  // Counted from the first request: the windows that the run used, and those that its requests need.
  const used = Math.ceil((last - (log[0]?.time ?? 0) + 1) / (windowSeconds * 1000));
  const needed = Math.ceil(log.length / limit);
  const refused = log.filter((request) => request.status === 429).length;
  const others = log.length - posts.length;
  const fullest = Math.max(...log.map((each) => inWindow(log, each.time)));
  const fine = made === objects && posts.length === objects && refused === 0 && used <= needed;
  console.log(`first up of ${objects} objects, ${limit} requests in ${windowSeconds} s on both sides:`);
  console.log(`  first to last POST       ${((last - first) / 1000).toFixed(1)} s`);
  console.log(`  windows used             ${used}, needed for ${log.length} requests: ${needed}`);
  console.log(`  requests in each         ${perWindow(log).join(", ")}`);
  console.log(`  the whole up             ${seconds.toFixed(1)} s`);
  console.log(`  objects made             ${made} by ${posts.length} POSTs; ${others} other requests`);
  console.log(`  answered 429             ${refused}`);
  console.log(`  most in any ${windowSeconds} s         ${fullest}`);
  console.log(`  target                   no more windows than needed, no 429: ${fine ? "met" : "MISSED"}`);
  process.exitCode = fine ? 0 : 1;
} finally {
  project.remove();
  await sandbox.stop();
}

/** Requests in each window, the first of which begins with the first request. @param {{ time: number }[]} log */
function perWindow(log) {
  const [first] = log;
  const count =
    first === undefined ? 0 : Math.ceil(((log.at(-1)?.time ?? 0) - first.time + 1) / (windowSeconds * 1000));
  return Array.from({ length: count }, (_, n) => inWindow(log, (first?.time ?? 0) + n * windowSeconds * 1000));
}

/** Requests in the window that begins at this time. @param {{ time: number }[]} log @param {number} from */
function inWindow(log, from) {
  return log.filter(({ time }) => time >= from && time < from + windowSeconds * 1000).length;
}
