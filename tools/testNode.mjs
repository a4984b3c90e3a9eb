// @ts-check
// `npm run test:node [-- vitest arguments]`: the tests that depend on Node.js itself, on the other supported versions.
import { pathToFileURL } from "node:url";
import { otherNode } from "./otherNode.mjs";
import { prepare } from "./prepare.mjs";
import { runCommand, step } from "./step.mjs";
import { conclude, nodeSuites, runSuites, storySuites, total } from "./suites.mjs";

const majors = [22, 24];
/** On the newest, the stories are repeated as well. */
const newest = Math.max(...majors);

/**
 * @param {import("./prepare.mjs").PulumiCli} cli
 * @param {readonly string[]} given arguments for vitest
 */
export async function testOnOtherNodes(cli, given) {
  const counts = [];
  for (const major of majors) {
    const node = await step(
      () => `Node.js ${major} is there`,
      () => otherNode(major),
    );
    process.stdout.write(`\nOn Node.js ${major}:\n`);
    const suites = major === newest ? [...nodeSuites, ...storySuites] : nodeSuites;
    counts.push(await runSuites({ suites, given, node, cli, long: true }));
  }
  return total(counts);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => conclude(await testOnOtherNodes(await prepare(), process.argv.slice(2))));
}
