import { describe, expect, it } from "vitest";
import { type RunOptions, type RunResult, runnerThatSeesAll, type TestFile } from "../../tools/mutants/plugins.mjs";

const [passed, failed] = [0, 1];
const test = (status: number) => ({ id: "a.test.ts#one", name: "one", timeSpentMs: 1, status });

/** The runner around one of Stryker's that has this result, after a run of these files. */
function around(result: RunResult, files: readonly TestFile[] = []) {
  const given: (RunOptions | undefined)[] = [];
  const inner = {
    run: async (options?: RunOptions) => {
      given.push(options);
      return result;
    },
    ctx: { state: { getFiles: () => [...files] } },
  };
  const runner = runnerThatSeesAll({ provideValue: () => ({ injectClass: () => inner }) });
  return { run: (options: RunOptions) => runner.run(options), given };
}

const mutant: RunOptions = { testIds: ["a.test.ts#one"], relatedFiles: ["a.ts"] };
const statuses = ({ tests }: RunResult) => tests.map(({ status }) => status);
const broken: TestFile = { filepath: "a.test.ts", result: { state: "fail", errors: [{ message: "no such export" }] } };

describe("the runner of mutants", () => {
  it("leaves a result alone in which nothing is overlooked", async () => {
    for (const status of [passed, failed]) {
      const result = { status: "complete", tests: [test(status)] };
      expect(await around(result, [{ filepath: "a.test.ts", result: { state: "pass" } }]).run(mutant)).toEqual(result);
    }
  });

  it("counts a test file that cannot be loaded as a failure", async () => {
    const result = await around({ status: "complete", tests: [test(passed)] }, [broken]).run(mutant);
    expect(statuses(result)).toEqual([passed, failed]);
    expect(result.tests[1]?.failureMessage).toBe("no such export");
  });

  it("counts it once if a test has failed anyway", async () => {
    expect(statuses(await around({ status: "complete", tests: [test(failed)] }, [broken]).run(mutant))).toEqual([
      failed,
    ]);
  });

  it("counts a rejection that nobody handles as a failure of the mutant, but not of the first run", async () => {
    const error = { status: "error", tests: [], errorMessage: "unhandled" };
    const result = await around(error).run(mutant);
    expect([result.status, statuses(result), result.tests[0]?.failureMessage]).toEqual([
      "complete",
      [failed],
      "unhandled",
    ]);
    expect(await around(error).run({ relatedFiles: ["a.ts"] })).toEqual(error);
  });

  it("looks for related tests in the first run alone", async () => {
    const { run, given } = around({ status: "complete", tests: [] });
    await run(mutant);
    await run({ relatedFiles: ["a.ts"] });
    expect(given).toEqual([{ testIds: mutant.testIds }, { relatedFiles: ["a.ts"] }]);
  });
});
