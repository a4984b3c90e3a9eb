// @ts-check
// How long `pulumi-outreach rehearse` takes for the full-cycle example, including the start of all processes.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const mostSeconds = 30;
const command = fileURLToPath(new URL("../../provider/dist/cli.js", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));

const runs = [
  ["30 days, 200 contacts", ["--days", "30", "--contacts", "200"]],
  ["60 days, 2000 contacts", ["--days", "60", "--contacts", "2000"]],
];
let isMet = true;
for (const [index, [title, words]] of runs.entries()) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "rehearse", "--json", ...words], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
  });
  if (status !== 0) throw new Error(`the rehearsal ended with ${status}: ${stderr}`);
  const seconds = (performance.now() - begun) / 1000;
  const { campaigns } = JSON.parse(stdout);
  const sent = Object.values(campaigns[0].sent).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`  ${title}: ${seconds.toFixed(1)} s, ${sent} actions\n`);
  if (index === 0) isMet = seconds <= mostSeconds;
}
process.stdout.write(`  the first at most ${mostSeconds} s: ${isMet ? "met" : "MISSED"}\n`);
process.exitCode = isMet ? 0 : 1;
