// @ts-check
// `npm run test:changed [-- --since REF]`: the tests that a change can break. By default, REF is where the branch left
// main. Imports determine most of them, and the table in testRun/changed.mjs the rest.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepareWorkspace } from "./prepare.mjs";
import { stopwatch } from "./pulumi/duration.mjs";
import { findPulumi } from "./pulumi/findPulumi.mjs";
import { runProgram } from "./pulumi/program.mjs";
import { repository } from "./repository.mjs";
import { runCommand, StepError } from "./step.mjs";
import { conclude, engineSuites, quickSuites, runSuites, storySuites, total } from "./suites.mjs";
import { lookForActionlint, suitesOfBrowser } from "./testRun/available.mjs";
import { selectTests } from "./testRun/changed.mjs";

await runCommand(async () => {
  const { values } = parseArgs({ options: { since: { type: "string" } } });
  const since = values.since ?? (await whereTheBranchBegan());
  const changed = await changedSince(since);
  if (changed.length === 0) {
    process.stdout.write(`Nothing has changed since ${since}.\n`);
    return 0;
  }
  const { output } = await git(["ls-files", "--cached", "--others", "--exclude-standard", "-z", "test"]);
  // A deleted file is listed until the deletion is committed.
  const testFiles = output
    .split("\0")
    .filter((file) => file.endsWith(".test.ts") && existsSync(join(repository, file)));
  const { related, left, others, needsEngine, hasStory, notes } = selectTests(changed, testFiles);
  const taken = stopwatch();
  process.stdout.write(`${changed.length} files have changed since ${since}\n`);
  await prepareWorkspace();
  await lookForActionlint({ mayBuild: related.includes("test/tools/actionlint.test.ts") });
  const counts = [];
  if (related.length > 0) counts.push(await runSuites({ suites: quickSuites, related, left }));
  if (others.length > 0) {
    const cli = needsEngine ? await findPulumi() : undefined;
    const suites = [
      ...(await suitesOfBrowser()),
      ...(needsEngine ? engineSuites : []),
      ...(hasStory ? storySuites : []),
    ];
    if (suites.length > 0) counts.push(await runSuites({ suites, related: others, cli, long: hasStory }));
  }
  for (const note of [...notes, "lint and types: npm test"]) process.stdout.write(`Not run here: ${note}\n`);
  process.stdout.write(`all of it took ${taken()}\n`);
  const counted = total(counts);
  if (counted.passed + counted.failed > 0) return conclude(counted);
  process.stdout.write("No test depends on these files.\n");
  return 0;
});

async function whereTheBranchBegan() {
  for (const main of ["origin/main", "main"]) {
    const base = await git(["merge-base", "HEAD", main]);
    if (base.code !== 0) continue;
    const commit = base.output.trim();
    const head = (await git(["rev-parse", "HEAD"])).output.trim();
    // On main itself: uncommitted changes, or else the last commit.
    if (commit !== head) return commit;
    return (await changedSince("HEAD")).length > 0 ? "HEAD" : "HEAD~1";
  }
  return "HEAD";
}

/**
 * Paths of files that are changed, new or deleted.
 * @param {string} since
 * @returns {Promise<string[]>}
 */
async function changedSince(since) {
  const tracked = await git(["diff", "--name-only", "--no-renames", "-z", since, "--"]);
  if (tracked.code !== 0) throw new StepError(`git does not know ${since}: ${tracked.errorOutput.trim()}`);
  const untracked = await git(["ls-files", "--others", "--exclude-standard", "-z"]);
  return [...new Set(`${tracked.output}${untracked.output}`.split("\0").filter((path) => path !== ""))].sort();
}

/** @param {readonly string[]} words */
async function git(words) {
  return await runProgram("git", words, { folder: repository });
}
