// @ts-check
// How long `pulumi-outreach doctor` and `status` take, including the start of Node.js, and their number of requests: in an
// account of 300 objects, thirty of them active campaigns.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const command = join(repository, "provider", "dist", "cli.js");
const folder = mkdtempSync(join(tmpdir(), "outreach-bench-follow-"));
const sandbox = await startSandbox(["--rate-limit", "off"]);

/** @param {string} path @param {object} body */
async function create(path, body) {
  const answer = await sandbox.send("POST", path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

for (let index = 0; index < 100; index++) {
  const listId = await create("/v1/list", { name: `List ${index}` });
  await create("/v1/agent", { name: `Finder ${index}`, listId, targetJobTitles: ["CTO"], targetLocations: ["France"] });
  const steps = [{ type: "visitProfile" }, { type: "invitation" }];
  const campaign = { name: `Campaign ${index}`, listIds: [listId], linkedinSeatId: 7, language: "en-US", steps };
  await create("/v1/campaign", { ...campaign, active: index < 30 });
}

const measured = /** @type {const} */ ([
  { words: ["doctor"], mostRequests: 10, mostMilliseconds: 1000 },
  { words: ["status"], mostRequests: 8 + 10 },
  { words: ["status", "--all"], mostRequests: 8 + 30 },
]);

let isMet = true;
try {
  for (const { words, mostRequests, ...target } of measured) {
    const runs = [];
    for (let round = 0; round < 5; round++) {
      const before = await sandbox.requests();
      const begun = performance.now();
      const env = {
        ...{ ...process.env, OUTREACH_BASE_URL: sandbox.url, OUTREACH_API_KEY: sandbox.apiKey, NO_COLOR: "1" },
        // New each time, because the first run on a machine also requests the key's user.
        OUTREACH_CACHE_FOLDER: join(folder, `${words.join("-")}-${round}`),
      };
      const { status, stderr } = spawnSync(process.execPath, [command, ...words], {
        encoding: "utf8",
        cwd: folder,
        env,
      });
      const milliseconds = performance.now() - begun;
      if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
      runs.push({ milliseconds, requests: (await sandbox.requests()) - before });
    }
    const fastest = Math.min(...runs.map(({ milliseconds }) => milliseconds));
    const slowest = Math.max(...runs.map(({ milliseconds }) => milliseconds));
    const requests = Math.max(...runs.map((run) => run.requests));
    const isInTime = !("mostMilliseconds" in target) || fastest <= target.mostMilliseconds;
    const limits = [
      `at most ${mostRequests}`,
      ...("mostMilliseconds" in target ? [`under ${target.mostMilliseconds} ms`] : []),
    ];
    isMet &&= isInTime && requests <= mostRequests;
    process.stdout.write(
      `  ${words.join(" ").padEnd(14)} ${Math.round(fastest)} ms (slowest ${Math.round(slowest)} ms), ${requests} requests; ${limits.join(", ")}: ${isInTime && requests <= mostRequests ? "met" : "MISSED"}\n`,
    );
  }
  process.exitCode = isMet ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await sandbox.stop();
}
