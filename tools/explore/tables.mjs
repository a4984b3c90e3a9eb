// @ts-check
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../repository.mjs";
import { StepError } from "../step.mjs";

/** @typedef {import("./jobs.mjs").Bundle} Bundle */

const page = join(repository, "docs", "guarantees.md");

/**
 * Writes the generated parts of docs/guarantees.md.
 * @param {Bundle} bundle
 * @param {{
 *   scenarios: readonly { scenario: string, mode: string, faults: number, schedules: number, states: number, isWhole: boolean,
 *     expected: readonly string[] }[],
 *   protections: readonly { name: string, steps: number }[],
 *   models: readonly { mode: string, bounds: string, states: number }[],
 * }} results
 */
export async function writeTables(bundle, { scenarios, protections, models }) {
  const steps = new Map(protections.map((each) => [each.name, each.steps]));
  const text = [
    ["invariants", invariantsTable(bundle)],
    ["bounds", boundsTable(scenarios)],
    ["models", modelsTable(models)],
    ["protections", protectionsTable(bundle, steps)],
  ].reduce((whole, [name, table]) => replaced(whole, name ?? "", table ?? ""), await readFile(page, "utf8"));
  await writeFile(page, text);
}

/** @param {Parameters<typeof boundsTable>[0]} scenarios with more faults than in the other tables */
export async function writeNightly(scenarios) {
  await writeFile(page, replaced(await readFile(page, "utf8"), "nightly", boundsTable(scenarios)));
}

/** @param {Bundle} bundle */
export function invariantsTable({ invariants }) {
  return table(
    ["invariant", "guarantee", "assumption"],
    invariants.map(({ name, guarantee, assumption }) => [name, guarantee, assumption]),
  );
}

/** @param {readonly { scenario: string, mode: string, faults: number, schedules: number, states: number, isWhole: boolean, expected: readonly string[] }[]} scenarios */
function boundsTable(scenarios) {
  return table(
    ["scenario", "operations", "faults", "schedules", "states", "exhausted", "does not hold, as documented"],
    scenarios.map(({ scenario, mode, faults, schedules, states, isWhole, expected }) => [
      ...[scenario, mode, `${faults}`, `${schedules}`, `${states}`, isWhole ? "yes" : "no", expected.join(", ")],
    ]),
  );
}

/** @param {readonly { mode: string, bounds: string, states: number }[]} models */
function modelsTable(models) {
  return table(
    ["operations", "at most", "states"],
    models.map(({ mode, bounds, states }) => [mode, bounds, `${states}`]),
  );
}

/**
 * @param {Bundle} bundle
 * @param {ReadonlyMap<string, number>} steps of the shortest trace
 */
export function protectionsTable({ protections }, steps) {
  return table(
    ["protection", "threat", "invariant", "faults", "steps"],
    protections.map(({ name, threat, invariant, faults }) => [
      name,
      threat,
      invariant,
      `${faults}`,
      `${steps.get(name) ?? "?"}`,
    ]),
  );
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
function table(heads, rows) {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Replaces the lines between the comments with this name.
 * @param {string} text
 * @param {string} name
 * @param {string} part
 */
function replaced(text, name, part) {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new StepError(`docs/guarantees.md has no place for ${name}.`);
  return text.slice(0, from + start.length) + part + text.slice(to);
}
