// @ts-check
// `pulumi-outreach export` of 300 objects, including the start of Node.js: seconds, requests, and files.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, repository, spread } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const ofEach = 100;
const mostSeconds = 3;
const mostRequests = 12;
const rounds = 5;
const command = join(repository, "provider/bin/pulumi-outreach.js");
const folder = mkdtempSync(join(tmpdir(), "outreach-bench-export-"));
const sandbox = await startSandbox(["--rate-limit", "off", "--active-agents", "1000"]);

try {
  for (let number = 1; number <= ofEach; number++) {
    const listId = await sandbox.post("/v1/list", { name: `Leads ${number}` });
    const words = ["one", "two", "three", "four", "five"];
    await sandbox.post("/v1/agent", {
      ...{ name: `Finder ${number}`, listId, targetJobTitles: ["Founder", "CEO"], targetLocations: ["France"] },
      variables: words.map((word) => ({ type: "SEARCH_KEYWORD", value: `"${word} ${number}"` })),
    });
    const text = `Hi [FirstName],\n\n${"We help teams like yours. ".repeat(20)}\n\n[SenderFirstName]`;
    await sandbox.post("/v1/campaign", {
      ...{ name: `Wave ${number}`, listIds: [listId], linkedinSeatId: 7, emailSeatIds: [21], active: number % 2 === 0 },
      steps: [
        { type: "visitProfile" },
        { type: "invitation", delayAfterLastStep: 1 },
        ...[1, 2].map((days) => ({
          ...{ type: "message", messageMode: "same", message: text },
          delayAfterLastStep: days,
        })),
      ],
    });
  }
  const seconds = [];
  let requests = 0;
  for (let round = 0; round < rounds; round++) {
    const before = await sandbox.requests();
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [command, "export", `round-${round}`], {
      ...{ cwd: folder, encoding: "utf8" },
      env: {
        ...process.env,
        ...{ OUTREACH_BASE_URL: sandbox.url, OUTREACH_API_KEY: sandbox.apiKey },
        OUTREACH_CACHE_FOLDER: join(folder, "cache"),
      },
    });
    seconds.push((performance.now() - begun) / 1000);
    if (status !== 0) throw new Error(`the export ended with ${status}: ${stderr}`);
    requests = Math.max(requests, (await sandbox.requests()) - before);
  }
  const files = readdirSync(join(folder, "round-0"), { recursive: true, withFileTypes: true });
  const isMet = median(seconds) <= mostSeconds && requests <= mostRequests;
  console.log(`export of ${ofEach * 3} objects, ${rounds} rounds, median (spread):`);
  console.log(`  the whole command   ${spread(seconds)}`);
  console.log(`  requests            ${requests}`);
  console.log(`  files               ${files.filter((entry) => entry.isFile()).length}`);
  console.log(`  target              ${mostSeconds} s, ${mostRequests} requests: ${isMet ? "met" : "MISSED"}`);
  process.exitCode = isMet ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await sandbox.stop();
}
