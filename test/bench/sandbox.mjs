// How fast the sandbox is: from process start to the first response, and plain reads per second with the request log on
// and the limit off. The sandbox has one core, this client the other (if taskset exists).
// Run it after a build: node test/bench/sandbox.mjs
import { spawn, spawnSync } from "node:child_process";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../sandbox/bin/pulumi-outreach-sandbox.js", import.meta.url));
const self = fileURLToPath(import.meta.url);
const isPinned = process.env.SANDBOX_BENCH_PINNED !== undefined;
// After pinning, this process sees only one core.
const pinned = isPinned || (availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0);

const STARTS = 5;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 2000;
const CONNECTIONS = 16;
const WANTED_READS = 5000;
const WANTED_START = 1000;

if (pinned && !isPinned) {
  const again = spawnSync("taskset", ["-c", "1", process.execPath, self], {
    stdio: "inherit",
    env: { ...process.env, SANDBOX_BENCH_PINNED: "1" },
  });
  process.exit(again.status ?? 1);
}

function median(numbers) {
  return [...numbers].sort((first, second) => first - second)[Math.floor(numbers.length / 2)];
}

async function start() {
  const began = performance.now();
  const arguments_ = [command, "--json", "--rate-limit", "off", "--exit-with-parent", "--clock", "manual"];
  const [program, ...rest] = pinned
    ? ["taskset", "-c", "0", process.execPath, ...arguments_]
    : [process.execPath, ...arguments_];
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.once("line", (text) => resolve([text]));
    child.once("exit", (code) => reject(new Error(`The sandbox ended with ${code} before it was ready`)));
  });
  const sandbox = JSON.parse(line);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await ask(agent, sandbox, "GET", "/health");
  const took = performance.now() - began;
  return {
    sandbox,
    agent,
    took,
    async stop() {
      agent.destroy();
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}

function ask(agent, sandbox, method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const sent = request(`${sandbox.url}${path}`, { method, agent, headers }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () => {
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode >= 400) reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        else resolve(text);
      });
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function readsPerSecond({ sandbox, agent }, path) {
  const until = performance.now() + ROUND_MILLISECONDS;
  const began = performance.now();
  let reads = 0;
  const reader = async () => {
    while (performance.now() < until) {
      await ask(agent, sandbox, "GET", path);
      reads += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, reader));
  return (reads * 1000) / (performance.now() - began);
}

const starts = [];
for (let number = 0; number < STARTS; number += 1) {
  const running = await start();
  starts.push(running.took);
  await running.stop();
}

const running = await start();
const list = JSON.parse(await ask(running.agent, running.sandbox, "POST", "/v1/list", { name: "Measured" }));
const campaign = JSON.parse(
  await ask(running.agent, running.sandbox, "POST", "/v1/campaign", {
    name: "Measured",
    active: false,
    listIds: [list.id],
    linkedinSeatId: 7,
    steps: [{ type: "visitProfile" }, { type: "message", message: "Hello [FirstName]" }],
  }),
);
const rounds = [];
await readsPerSecond(running, `/v1/campaign/${campaign.id}`);
for (let number = 0; number < ROUNDS; number += 1) {
  rounds.push(await readsPerSecond(running, `/v1/campaign/${campaign.id}`));
}
await running.stop();

const startTime = median(starts);
const reads = median(rounds);
const place = pinned ? "one core each for sandbox and client" : "not pinned: taskset or a second core is missing";
console.log(`Sandbox, from process start to the first 200: ${startTime.toFixed(0)} ms (wanted: under ${WANTED_START})`);
console.log(`  of ${STARTS} starts: ${starts.map((time) => time.toFixed(0)).join(", ")}`);
console.log(`Sandbox, plain reads a second: ${reads.toFixed(0)} (wanted: at least ${WANTED_READS}; ${place})`);
console.log(`  of ${ROUNDS} rounds: ${rounds.map((rate) => rate.toFixed(0)).join(", ")}`);
process.exitCode = startTime < WANTED_START && reads >= WANTED_READS ? 0 : 1;
