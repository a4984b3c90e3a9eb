import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleExplorer, without } from "../../tools/explore/bundle.mjs";
import { explored } from "../../tools/explore/jobs.mjs";
import { repository } from "../../tools/repository.mjs";
import { protections } from "./protections";

const source = (file: string) => readFileSync(join(repository, "provider", "src", file), "utf8");

it("each have a name and texts that occur once in the source", () => {
  expect(new Set(protections.map(({ name }) => name)).size).toBe(protections.length);
  for (const cut of protections.flatMap(({ cuts }) => cuts)) {
    expect(without(source(cut.file), cut), cut.text).not.toBe(source(cut.file));
  }
});

it("refuses a cut whose text is missing or occurs twice", () => {
  const cut = { file: "api/page.ts", text: "gone", without: "" };
  expect(() => without("here", cut)).toThrow('api/page.ts contains "gone" 0 times, and must contain it once.');
  expect(() => without("gone, gone", cut)).toThrow('api/page.ts contains "gone" 2 times, and must contain it once.');
});

// The others take longer: `npm run explore` tries all of them.
const quick = protections.filter(({ faults, scenario }) => faults === 0 || scenario.runs.length === 1);

it.each(quick)("without $name, $invariant fails", async ({ cuts, invariant, scenario, faults }) => {
  const file = await bundleExplorer(`test-${protections.findIndex((each) => each.cuts === cuts)}`, cuts);
  try {
    const specOnly = scenario.specOnly === true;
    const job = { file, scenario: scenario.name, specOnly, faults, seconds: 30, invariant, until: "first" as const };
    const { violated } = await explored(job);
    expect(violated.map((each) => each.invariant)).toContain(invariant);
  } finally {
    await rm(file, { force: true });
  }
});

it("are the rows of docs/guarantees.md, with the steps that npm run explore has counted", () => {
  const page = readFileSync(join(repository, "docs", "guarantees.md"), "utf8");
  const [, table = ""] = /<!-- protections -->\n(.*)\n<!-- end of protections -->/s.exec(page) ?? [];
  const rows = table.split("\n").slice(2);
  expect(rows.map((row) => row.replace(/\d+ \|$/, "steps |"))).toEqual(
    protections.map(
      ({ name, threat, invariant, faults }) => `| ${name} | ${threat} | ${invariant} | ${faults} | steps |`,
    ),
  );
});
