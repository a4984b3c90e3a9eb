// @ts-check
// `npm test [-- --quick | --full] [vitest arguments]`: prepares, checks, runs the suites and counts.

import { runChecks } from "./checks.mjs";
import { prepare, prepareWorkspace } from "./prepare.mjs";
import { stopwatch } from "./pulumi/duration.mjs";
import { runCommand } from "./step.mjs";
import { conclude, engineSuites, quickSuites, runSuites, storySuites, total } from "./suites.mjs";
import { testOnOtherNodes } from "./testNode.mjs";
import { lookForActionlint, lookForRunners, suitesOfBrowser } from "./testRun/available.mjs";

const given = process.argv.slice(2);
const quick = given.includes("--quick");
const full = given.includes("--full");
const forVitest = given.filter((argument) => argument !== "--quick" && argument !== "--full");

await runCommand(async () => {
  const taken = stopwatch();
  const cli = quick ? await prepareWorkspace() : await prepare();
  const failedChecks = await runChecks();
  await lookForActionlint({ mayBuild: full });
  if (full) await lookForRunners();
  const counts = [{ passed: 0, failed: failedChecks, skipped: 0 }];
  const withoutEngine = [...quickSuites, ...(await suitesOfBrowser())];
  if (quick || !cli) {
    counts.push(await runSuites({ suites: withoutEngine, given: forVitest }));
  } else {
    const suites = [...withoutEngine, ...engineSuites, ...(full ? storySuites : [])];
    counts.push(await runSuites({ suites, given: forVitest, cli, long: full }));
    if (full) counts.push(await testOnOtherNodes(cli, forVitest));
  }
  process.stdout.write(`all of it took ${taken()}\n`);
  return conclude(total(counts));
});
