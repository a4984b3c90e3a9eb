// @ts-check
// How long loading the package takes after the SDK: processor time of `require`, the median of new processes that
// alternate, so that a busy machine slows all of them equally. OUTREACH_BENCH_OTHER names the folder of another
// checkout, built and with its dependencies, to measure in the same run.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { repository } from "../../tools/repository.mjs";

const rounds = 15;
const other = process.env.OUTREACH_BENCH_OTHER;
const script = `
  require("@pulumi/pulumi");
  const before = process.cpuUsage();
  require(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
`;

const entries = ["index.js", "runtime.js"];
const folders = [repository, ...(other === undefined ? [] : [other])];
const cases = entries.flatMap((entry) =>
  folders.map((folder) => ({ entry, folder, times: /** @type {number[]} */ ([]) })),
);
for (let round = 0; round < rounds; round++) {
  for (const { entry, folder, times } of cases) {
    const file = join(folder, "provider", "dist", entry);
    times.push(Number(execFileSync(process.execPath, ["-e", script, file], { cwd: folder, encoding: "utf8" })));
  }
}

/** @param {number[]} times */
const median = (times) => times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;

for (const entry of entries) {
  const [own = Number.NaN, before] = cases.filter((each) => each.entry === entry).map(({ times }) => median(times));
  const ratio =
    before === undefined ? "" : `, ${(own / before).toFixed(2)} of the other checkout's ${before.toFixed(0)} ms`;
  process.stdout.write(`${entry}: ${own.toFixed(0)} ms${ratio}\n`);
}
