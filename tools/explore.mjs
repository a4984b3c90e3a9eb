// @ts-check
// `npm run explore`: explores every order and every fault, within the bounds that it prints, and removes each
// protection separately. `--nightly` runs the scenarios with larger bounds, within those; `--table` writes the results
// to the tables of docs/guarantees.md; `--replay SCENARIO --choices 14:3,20:1` replays one schedule and prints its
// steps.
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundleExplorer, loadBundle } from "./explore/bundle.mjs";
import { explored, inTurns } from "./explore/jobs.mjs";
import { writeNightly, writeTables } from "./explore/tables.mjs";
import { prepareWorkspace } from "./prepare.mjs";
import { runCommand, StepError } from "./step.mjs";

/** @typedef {import("./explore/jobs.mjs").Bundle} Bundle */

/**
 * For one scenario in one mode, also on a busy machine. On an idle machine, everything takes four minutes with two
 * processes.
 */
const seconds = 240;
/** On an idle machine, the longest takes three minutes, and everything ten. */
const nightlySeconds = 1800;

const modes = [
  { name: "all operations", specOnly: false },
  { name: "specification only", specOnly: true },
];

/** For the model of creates, which needs no bundle. */
const models = [
  { runs: 4, kills: 3, losses: 3, sleeps: 0, clockSteps: 0 },
  { runs: 3, kills: 2, losses: 2, sleeps: 2, clockSteps: 2 },
];

await runCommand(async () => {
  const { values: given } = parseArgs({
    options: {
      nightly: { type: "boolean" },
      table: { type: "boolean" },
      only: { type: "string" },
      replay: { type: "string" },
      choices: { type: "string" },
      "spec-only": { type: "boolean" },
    },
  });
  await prepareWorkspace();
  const file = await bundleExplorer("whole");
  try {
    if (given.replay !== undefined) return await replay(file, given.replay, given.choices ?? "", given["spec-only"]);
    const whole = await loadBundle(file);
    const isChosen = (/** @type {{ name: string }} */ { name }) =>
      given.only === undefined || name.includes(given.only);
    const chosen = whole.scenarios.filter(isChosen);
    if (given.nightly) {
      const extended = await exploreScenarios(file, chosen.filter(isExtended), true);
      if (given.table) await writeNightly(extended);
      return verdictOn(extended, []);
    }
    const scenarios = await exploreScenarios(file, chosen, false);
    const protections = await tryProtections(file, whole.protections.filter(isChosen));
    const visited = given.only === undefined ? visitModels(whole) : [];
    if (given.table) await writeTables(whole, { scenarios, protections, models: visited });
    return verdictOn(scenarios, protections, visited);
  } finally {
    await rm(file, { force: true });
  }
});

/** @param {Bundle["scenarios"][number]} scenario */
function isExtended({ faults, nightly = faults }) {
  return nightly > faults;
}

/**
 * @typedef {{ readonly isGood: boolean }} Tried
 * @param {readonly Tried[]} scenarios
 * @param {readonly Tried[]} protections
 * @param {readonly Tried[]} models
 */
function verdictOn(scenarios, protections, models = []) {
  const failed = [...scenarios, ...protections, ...models].filter(({ isGood }) => !isGood).length;
  process.stdout.write(`${scenarios.length} scenarios, ${protections.length} protections, ${failed} failed\n`);
  return failed === 0 && scenarios.length + protections.length > 0 ? 0 : 1;
}

/**
 * @param {string} file
 * @param {string} scenario
 * @param {string} indices
 * @param {boolean} [specOnly]
 */
async function replay(file, scenario, indices, specOnly = false) {
  if (!/^(\d+:\d+(,\d+:\d+)*)?$/.test(indices)) throw new StepError("--choices takes depths and indices: 14:3,20:1.");
  const { violated } = await explored({ file, scenario, specOnly, indices, faults: 0, seconds: 0 });
  for (const { trace, test } of violated.slice(0, 1)) process.stdout.write(`${trace}\n\n${test}\n`);
  if (violated.length === 0) process.stdout.write("These choices violate nothing.\n");
  return violated.length === 0 ? 0 : 1;
}

/**
 * @param {string} file
 * @param {Bundle["scenarios"]} scenarios
 * @param {boolean} isNightly
 */
async function exploreScenarios(file, scenarios, isNightly) {
  const all = scenarios.flatMap((scenario) => modes.map((mode) => ({ scenario, mode })));
  return inTurns(
    all.map(({ scenario, mode: { name: mode, specOnly } }) => async () => {
      const faults = isNightly ? (scenario.nightly ?? scenario.faults) : scenario.faults;
      const limit = isNightly ? nightlySeconds : seconds;
      const report = await explored({ file, scenario: scenario.name, specOnly, faults, seconds: limit });
      const expected = scenario.expected?.[mode] ?? [];
      const found = report.violated.map(({ invariant }) => invariant).sort();
      // If not all schedules were tried, an expected violation may not have occurred.
      const isMissing = report.isWhole && expected.some((name) => !found.includes(name));
      const surprises = report.violated.filter(({ invariant }) => !expected.includes(invariant));
      const isGood = surprises.length === 0 && !isMissing && report.isWhole;
      const about = [
        `${report.isWhole ? "exhausted" : "NOT exhausted"}: ${scenario.name} (${mode}), ${faults} faults`,
        `${report.schedules} schedules and ${report.states} states in ${report.seconds.toFixed(1)} s`,
        ...(expected.length > 0 ? [`expected: ${expected.join(", ")}`] : []),
      ];
      process.stdout.write(`${isGood ? "" : "FAILED "}${about.join("; ")}\n`);
      if (isMissing) process.stdout.write(`  found only: ${found.join(", ")}\n`);
      for (const { trace, test } of surprises) process.stdout.write(`${trace}\n\n${test}\n\n`);
      return { scenario: scenario.name, mode, faults, expected, isGood, ...report };
    }),
  );
}

/**
 * Removes each protection, and requires that its invariant fails without it, and only then.
 * @param {string} whole
 * @param {Bundle["protections"]} protections
 */
async function tryProtections(whole, protections) {
  return inTurns(
    protections.map((protection, index) => async () => {
      const { name, cuts, scenario, faults, invariant } = protection;
      const job = { scenario: scenario.name, specOnly: scenario.specOnly === true, faults, seconds, invariant };
      const file = await bundleExplorer(`without-${index}`, cuts);
      try {
        const [found] = (await explored({ ...job, file, until: "shortest" })).violated.filter(
          (each) => each.invariant === invariant,
        );
        const [without] = (await explored({ ...job, file: whole, until: "first" })).violated.filter(
          (each) => each.invariant === invariant,
        );
        const isGood = found !== undefined && without === undefined;
        const result = found === undefined ? `NOT caught` : `caught in ${found.steps} steps`;
        process.stdout.write(`${isGood ? "" : "FAILED "}${result}: without ${name}: ${invariant} (${scenario.name})\n`);
        if (without !== undefined) process.stdout.write(`it is violated with it as well:\n${without.trace}\n`);
        return { name, isGood, steps: found?.steps ?? 0, trace: found?.trace ?? "" };
      } finally {
        await rm(file, { force: true });
      }
    }),
  );
}

/** @param {Bundle} whole */
function visitModels(whole) {
  return modes.flatMap(({ name: mode, specOnly }) =>
    models.map((model) => {
      const { states, wrong } = whole.visitAll({ ...model, lists: !specOnly });
      const bounds = Object.entries(model).flatMap(([what, count]) => (count > 0 ? [`${count} ${words(what)}`] : []));
      const text = `the model of creates (${mode}), ${bounds.join(", ")}: ${states} states`;
      process.stdout.write(`${wrong === undefined ? "exhausted" : "FAILED"}: ${text}\n`);
      if (wrong !== undefined) process.stdout.write(`  ${wrong.what}: ${wrong.steps.join("; ")}\n`);
      return { mode, bounds: bounds.join(", "), states, isGood: wrong === undefined };
    }),
  );
}

/** @param {string} what */
function words(what) {
  return what === "clockSteps" ? "steps of the database's clock" : what === "losses" ? "lost answers" : what;
}
