import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { defaultRules, readRules, rulesFile } from "../../../provider/src/review/content/rules";
import { readPlan } from "../../../provider/src/review/input/read";
import { type EverydayChange, harmful, harmless, noChange } from "../../support/everyday/changes";
import { readRecording } from "../../support/everyday/recording";
import { repository } from "../../support/project";
import { inShort } from "../../support/review/rows/row";

/** The review of the real CLI's output for a change, with the project's rules. */
async function reviewed(name: string, { project }: Pick<EverydayChange, "project">) {
  // test/stories/everydayChanges.test.ts checks that the CLI still prints the same.
  const text = readRecording(name, project === undefined ? noChange : undefined);
  const file = join(repository, "examples", project?.example ?? "", rulesFile);
  const rules = existsSync(file) ? await readRules(readFileSync(file, "utf8"), rulesFile) : defaultRules;
  const { verdict, findings } = reviewOf([readPlan({ source: name, text })], { rules });
  return { verdict, findings: findings.map(inShort) };
}

describe("everyday changes that reach nobody", () => {
  it("are 24", () => {
    expect(Object.keys(harmless)).toHaveLength(24);
  });

  it.each(Object.entries(harmless))("%s", async (name, row) => {
    // Exit code 0.
    expect(await reviewed(name, row)).toEqual({ verdict: "fine", findings: row.findings });
  });
});

describe("everyday changes that need a person", () => {
  it("are 24", () => {
    expect(Object.keys(harmful)).toHaveLength(24);
  });

  it.each(Object.entries(harmful))("%s", async (name, row) => {
    // Exit code 3.
    expect(await reviewed(name, row)).toEqual({ verdict: "needs-approval", findings: row.findings });
  });
});
