import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { cliRunsOf, countingCli, runsFile, runsFileVariable } from "../../tools/testRun/cliRuns.mjs";
import { timesText } from "../../tools/testRun/times.mjs";
import { temporaryFolder } from "../support/folders";
import { repository } from "../support/project";

describe("the times at the end", () => {
  const file = (suite: string, name: string, seconds: number, cliRuns = 0) => ({
    ...{ suite, file: `${suite}/${name}.test.ts`, tests: 2, milliseconds: seconds * 1000, cliRuns },
  });

  it("adds up each suite, slowest first, and lists the slowest files", () => {
    const files = [file("unit", "a", 1), file("acceptance", "b", 70, 5), file("unit", "c", 2), file("host", "d", 0.5)];
    expect(timesText(files, 2)).toBe(
      [
        "Time of the suites (the files of each added up):",
        "  acceptance                                    1 min 10 s     2 tests    5 CLI runs",
        "  unit                                               3.0 s     4 tests",
        "  host                                               0.5 s     2 tests",
        "  all                                           1 min 14 s     8 tests    5 CLI runs",
        "The 2 slowest files:",
        "  acceptance/b.test.ts                          1 min 10 s     2 tests    5 CLI runs",
        "  unit/c.test.ts                                     2.0 s     2 tests",
      ].join("\n"),
    );
  });
});

/** A script cannot replace a program on Windows: there, nothing is counted. */
function describeElsewhereThanWindows(name: string, body: () => void): void {
  if (process.platform !== "win32") describe(name, body);
}

describeElsewhereThanWindows("the CLI that counts its runs", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  it("is the real one, and adds a line for each run in a test file", async () => {
    const real = join(folder, "real");
    writeFileSync(real, '#!/bin/sh\necho "ran $*"\nexit 7\n', { mode: 0o755 });
    const cli = { path: real, folder, version: "3.0.0", how: "cache" as const };
    const counting = await countingCli(join(folder, "counting"), cli);
    const testFile = join(repository, "test", "acceptance", "some.test.ts");
    expect(await cliRunsOf(counting.runs, testFile)).toBe(0);
    const environment = { ...process.env, [runsFileVariable]: runsFile(counting.runs ?? "", testFile) };
    const program = join(counting.folder, "pulumi");
    for (const words of [["up", "--yes"], ["preview"]]) {
      expect(await runProgram(program, words, { environment })).toMatchObject({
        code: 7,
        output: `ran ${words.join(" ")}\n`,
      });
    }
    expect(await cliRunsOf(counting.runs, testFile)).toBe(2);
    expect(readFileSync(runsFile(counting.runs ?? "", testFile), "utf8")).toBe("up\npreview\n");
    // Outside a test it only runs.
    const without = { ...process.env, [runsFileVariable]: undefined };
    expect((await runProgram(program, [], { environment: without })).code).toBe(7);
  });
});
