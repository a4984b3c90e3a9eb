// @ts-check
// How long `verify` takes for a day of 20 campaigns, and whether it finds an undeclared campaign. The request limit is
// off, so that the time excludes waiting for it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const command = join(repository, "provider", "dist", "cli.js");
const [campaigns, people, days] = [20, 60, 5];
const target = { requests: 40 };

const folder = mkdtempSync(join(tmpdir(), "outreach-bench-verify-"));
// The command uses this machine's clock, so the local service's last day ends now.
const start = new Date(Date.now() - days * 86_400_000).toISOString();
const sandbox = await startSandbox(["--rate-limit", "off", "--clock", "manual", "--start-time", start]);

/** @param {string} name */
async function campaign(name) {
  const listId = await sandbox.post("/v1/list", { name: `${name} leads` });
  const contacts = Array.from({ length: people }, (_, number) => ({
    ...{
      listId,
      firstName: "Ada",
      lastName: `${name} ${number}`,
      email: number % 9 === 0 ? null : `a${number}@example.com`,
    },
    profileUrl: `https://network.example.com/in/${name.replace(" ", "-")}-${number}`,
  }));
  await sandbox.control("addContacts", { userId: 101, contacts });
  const steps = [
    { type: "message", messageMode: "same", message: "Hello" },
    { type: "visitProfile" },
    { type: "likePosts" },
  ];
  const inputs = { name, listIds: [listId], linkedinSeatId: 7, language: "en-US", active: true, steps };
  return { inputs, id: await sandbox.post("/v1/campaign", inputs) };
}

/** @param {string} type @param {string} name */
const urn = (type, name) => `urn:pulumi:bench::outreach::${type}::${name}`;

/** @param {Awaited<ReturnType<typeof campaign>>[]} declared */
function plan(declared) {
  const [root, own] = ["pulumi:pulumi:Stack", "pulumi-nodejs:dynamic/outreach:Campaign"];
  const stack = { urn: urn(root, "outreach-bench"), type: root };
  const steps = declared.map(({ inputs, id }) => {
    const state = { urn: urn(own, inputs.name), custom: true, type: own, id: String(id), inputs, outputs: inputs };
    return { op: "same", urn: state.urn, oldState: state, newState: state };
  });
  return {
    steps: [{ op: "same", urn: stack.urn, oldState: stack, newState: stack }, ...steps],
    changeSummary: { same: steps.length + 1 },
  };
}

/** @param {string} file */
async function verify(file) {
  const before = (await sandbox.log()).length;
  const began = performance.now();
  const child = spawn(process.execPath, [command, "verify", "--plan", file, "--json"], {
    env: {
      ...process.env,
      OUTREACH_BASE_URL: sandbox.url,
      OUTREACH_API_KEY: sandbox.apiKey,
      OUTREACH_REQUESTS_PER_MINUTE: "100000",
      OUTREACH_CACHE_FOLDER: join(folder, String(before)),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const parts = [];
  for await (const part of child.stdout) parts.push(part);
  const seconds = (performance.now() - began) / 1000;
  const requests = (await sandbox.log()).slice(before).map(({ path }) => path);
  return { document: JSON.parse(Buffer.concat(parts).toString()), seconds, requests };
}

let isMet = true;
try {
  const declared = [];
  for (let number = 0; number < campaigns; number++) declared.push(await campaign(`Campaign ${number}`));
  const file = join(folder, "preview.json");
  writeFileSync(file, JSON.stringify(plan(declared)));
  await sandbox.control("advance", { days });
  const fair = await verify(file);
  const logs = fair.requests.filter((path) => path.endsWith("/logs")).length;
  const single = fair.requests.filter((path) => /\/contact(\/|$)/.test(path)).length;
  const queues = fair.requests.filter((path) => path.includes("queue")).length;
  await campaign("Private");
  const planted = await verify(file);
  const found = planted.document.deviations.filter(
    (/** @type {{ code: string }} */ { code }) => code === "undeclared-campaign",
  );
  isMet = fair.requests.length <= target.requests && queues === 0 && found.length === 1;
  console.log(`verify, a day of ${campaigns} campaigns with ${campaigns * people} people:`);
  console.log(
    `  requests            ${fair.requests.length}: ${logs} logs, ${single} of contacts, ${queues} queues; target at most ${target.requests}`,
  );
  console.log(`  time, no limit      ${fair.seconds.toFixed(1)} s`);
  console.log(
    `  replies             ${fair.document.replies.people}, the signal of ${fair.document.replies.signalNotRead} not read`,
  );
  console.log(
    `  deviations          ${fair.document.deviations.length}; with a planted campaign ${planted.document.deviations.length}, found ${found.length} of 1`,
  );
  console.log(`  target              ${isMet ? "met" : "MISSED"}`);
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isMet ? 0 : 1;
