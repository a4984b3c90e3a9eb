// @ts-check
// `npm run mutants [-- FILE…] [--open [--sample N] | --afresh] [--last] [--keep]`: changes the code that prevents duplicate
// messages, one place at a time, and reports each change that no test detects, or that a test used to detect.
// `--open` tries only the mutants that no run has killed and no list excuses, in minutes instead of hours, and `--sample` a
// random selection of these, to estimate how many of all are dead.
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutantsIn } from "./mutants/all.mjs";
import { equivalent } from "./mutants/equivalent.mjs";
import { files, counts as isCounted, scopeOf } from "./mutants/files.mjs";
import { againstList, countFates, deadOf, deadWith, judged, openAmong, revived, score } from "./mutants/judge.mjs";
import { chosenVariable } from "./mutants/onlyChosen.mjs";
import { estimate, sampleOf } from "./mutants/sample.mjs";
import { prepareWorkspace } from "./prepare.mjs";
import { stopwatch } from "./pulumi/duration.mjs";
import { repository, stateFolder } from "./repository.mjs";
import { runCommand, StepError } from "./step.mjs";
import { runInForeground } from "./suites.mjs";

/** @typedef {import("./mutants/judge.mjs").Judged} Judged */
/** @typedef {import("./mutants/judge.mjs").Dead} Dead */

/** The percentage of mutants that have to be killed. */
const least = 90;
/** How many files are tried before the verdicts are saved. */
const mostAtOnce = 10;
const folder = join(stateFolder, "mutants");
const report = join(folder, "report.json");
/** The mutants that were dead at the last run with `--keep`. */
const deadFile = join(repository, "tools", "mutants", "dead.json");

await runCommand(async () => {
  const taken = stopwatch();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ open: { type: "boolean" }, sample: { type: "string" }, afresh: { type: "boolean" } },
      ...{ last: { type: "boolean" }, keep: { type: "boolean" } },
    },
  });
  const isOfOpen = values.open === true && values.last !== true && Number(values.sample) > 0;
  if (values.sample !== undefined && !isOfOpen) {
    throw new StepError("--sample takes how many mutants to try, with --open and without --last.");
  }
  const wanted = chosen(positionals);
  const earlier = await readDead();
  const all = values.open ? await mutantsIn(wanted) : undefined;
  const openOnes = all && openAmong(all, earlier, equivalent);
  const chosenOnes = values.sample && openOnes ? sampleOf(openOnes, Number(values.sample)) : openOnes;
  if (chosenOnes?.length === 0) {
    process.stdout.write("Every mutant is known to be dead, or excused.\n");
    return 0;
  }
  if (values.sample && chosenOnes) await tryOnly(chosenOnes);
  if (!values.last) {
    await runStryker(
      chosenOnes?.map(({ file, place }) => `${file}:${place}`) ?? wanted.map(scope),
      values.afresh === true,
      values.sample ? wanted.length : mostAtOnce,
    );
  }
  const text = await readFile(report, "utf8").catch(() => {
    throw new StepError("There is no result of an earlier run: omit --last.");
  });
  const mutants = judged(JSON.parse(text), wanted).filter(isCounted).filter(isOneOf(chosenOnes));
  const untried = wanted.filter((file) => !mutants.some((mutant) => mutant.file === file));
  if (untried.length > 0 && !chosenOnes) throw new StepError(`There is no result for ${untried.join(", ")}.`);
  printTable(mutants);
  const { open, stale } = againstList(mutants, equivalent, chosenOnes ? [] : wanted);
  print("\nThese survived, and tools/mutants/equivalent.mjs has no reason for them:", open.map(described));
  print("\nThese got no verdict:", mutants.filter(({ fate }) => fate === "invalid").map(described));
  print("\nEntries of tools/mutants/equivalent.mjs without a surviving mutant, to be removed:", stale.map(entryText));
  // Code may have moved between files, so a run over all files is compared as a whole.
  const lost = chosenOnes ? [] : compare(positionals.length === 0 ? earlier : onlyOf(wanted, earlier), mutants);
  if (values.keep) {
    await keepDead(chosenOnes ? deadWith(earlier, mutants) : { ...onlyOf(files, earlier), ...deadOf(mutants) });
  }
  const counts = countFates(mutants);
  const reached = score(counts);
  process.stdout.write(`\n${reached.toFixed(1)} % of ${mutants.length - counts["left out"]} mutants are dead`);
  process.stdout.write(`, ${counts["left out"]} were skipped (${taken()}).\n`);
  if (values.sample && all && openOnes) {
    const { percentage, error } = estimate({
      all: all.length,
      open: openOnes.length,
      tried: mutants.length,
      ...counts,
    });
    process.stdout.write(
      `About ${percentage.toFixed(1)} % of all ${all.length} (standard error ${error.toFixed(1)}).\n`,
    );
  }
  const isTooLow = !chosenOnes && reached < least;
  return isTooLow || open.length + counts.invalid + stale.length + lost.length > 0 ? 1 : 0;
});

/**
 * @param {readonly Judged[] | undefined} mutants
 * @returns {(mutant: Judged) => boolean}
 */
function isOneOf(mutants) {
  if (mutants === undefined) return () => true;
  /** @type {(mutant: Judged) => string} */
  const key = ({ file, place, mutator, to }) => [file, place, mutator, to].join("\n");
  const keys = new Set(mutants.map(key));
  return (mutant) => keys.has(key(mutant));
}

/** @param {readonly string[]} names ends of paths, with or without `.ts` */
function chosen(names) {
  if (names.length === 0) return files;
  return names.flatMap((name) => {
    const found = files.filter((file) => `/${file}`.endsWith(`/${name}`) || `/${file}`.endsWith(`/${name}.ts`));
    if (found.length === 0) throw new StepError(`${name} is not in tools/mutants/files.mjs.`);
    return found;
  });
}

/** @param {readonly Judged[]} chosen */
async function tryOnly(chosen) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "chosen.json");
  await writeFile(file, JSON.stringify(chosen.map(({ file, place, mutator }) => ({ file, place, mutator }))));
  process.env[chosenVariable] = file;
}

/** @param {string} scope as Stryker's `--mutate` takes it */
function fileIn(scope) {
  return scope.replace(/:.*/, "");
}

/** @param {string} file */
function scope(file) {
  return scopeOf(file, (name) => readFileSync(join(repository, name), "utf8"));
}

/**
 * Runs a few files at a time: Stryker saves its verdicts at the end of a run, and a full run takes hours.
 * @param {readonly string[]} scopes what to change, in the form of Stryker's `--mutate`
 * @param {boolean} afresh ignores the verdicts of earlier runs
 * @param {number} atOnce
 */
async function runStryker(scopes, afresh, atOnce) {
  await prepareWorkspace();
  await mkdir(folder, { recursive: true });
  await rm(report, { force: true });
  const names = [...new Set(scopes.map(fileIn))];
  for (let first = 0; first < names.length; first += atOnce) {
    const now = names.slice(first, first + atOnce);
    await runOne(
      scopes.filter((each) => now.includes(fileIn(each))),
      afresh,
    );
  }
}

/**
 * @param {readonly string[]} scopes
 * @param {boolean} afresh
 */
async function runOne(scopes, afresh) {
  const stryker = join(repository, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const config = join("tools", "mutants", "stryker.config.mjs");
  const more = ["--mutate", scopes.join(","), ...(afresh ? ["--force"] : [])];
  const code = await runInForeground(process.execPath, [stryker, "run", config, ...more]);
  if (code !== 0) throw new StepError("Stryker failed.");
}

/** @param {readonly Judged[]} mutants */
function printTable(mutants) {
  /** @type {(file: string, counts: ReturnType<typeof countFates>) => string} */
  const row = (file, counts) =>
    [counts.killed, counts.survived, counts["no coverage"], score(counts).toFixed(1)]
      .map((cell) => String(cell).padStart(10))
      .join("")
      .concat(`  ${file}`);
  const names = [...new Set(mutants.map(({ file }) => file))];
  const rows = names.map((name) => row(name, countFates(mutants.filter(({ file }) => file === name))));
  print(`\n${["killed", "survived", "untested", "%"].map((title) => title.padStart(10)).join("")}`, [
    ...rows,
    row("all", countFates(mutants)),
  ]);
}

/**
 * Prints nothing if there is no line.
 * @param {string} title
 * @param {readonly string[]} lines
 */
function print(title, lines) {
  if (lines.length > 0) process.stdout.write(`${[title, ...lines].join("\n")}\n`);
}

/** @param {Judged} mutant */
function described({ file, line, in: within, mutator, fate, from, to }) {
  return `${file}:${line} in ${within}, ${mutator}, ${fate}\n  - ${from}\n  + ${to}`;
}

/** @param {import("./mutants/judge.mjs").Mutant} mutant */
function entryText({ file, in: within, mutator, from, to }) {
  return `${file} in ${within}, ${mutator}\n  - ${from}\n  + ${to}`;
}

/**
 * @param {Dead} earlier
 * @param {readonly Judged[]} mutants
 */
function compare(earlier, mutants) {
  const { back, gone } = revived(earlier, mutants);
  print("\nThese were dead in the run recorded in tools/mutants/dead.json, and survive now:", back.map(described));
  const count = Object.values(earlier).flat().length;
  process.stdout.write(`\nOf ${count} mutants that were dead then, ${gone} no longer have a counterpart.\n`);
  return back;
}

/**
 * @param {readonly string[]} wanted
 * @param {Dead} dead
 * @returns {Dead}
 */
function onlyOf(wanted, dead) {
  return Object.fromEntries(Object.entries(dead).filter(([file]) => wanted.includes(file)));
}

/** @returns {Promise<Dead>} */
async function readDead() {
  return JSON.parse(await readFile(deadFile, "utf8"));
}

/** @param {Dead} dead */
async function keepDead(dead) {
  const sorted = Object.fromEntries(Object.entries(dead).sort());
  await writeFile(deadFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
