import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { KeptThreads } from "../../tools/mutants/keptWorker.mjs";
import { type RunOptions, type RunResult, runnerThatSeesAll, type TestFile } from "../../tools/mutants/runner.mjs";

const [passed, failed] = [0, 1];
const test = (status: number) => ({ id: "a.test.ts#one", name: "one", timeSpentMs: 1, status });

/** The runner around a fake Stryker runner that returns these results in turn, after a run of these files. */
function around(results: RunResult | readonly RunResult[], files: readonly TestFile[] = [], kept = new KeptThreads()) {
  const given: (RunOptions | undefined)[] = [];
  const modes: unknown[] = [];
  const all = [results].flat();
  const inner = {
    init: async () => {},
    dispose: async () => {},
    run: async (options?: RunOptions) => {
      given.push(options);
      return all[Math.min(given.length, all.length) - 1];
    },
    ctx: {
      state: { getFiles: () => [...files] },
      projects: [],
      provide: (_key: string, value: unknown) => modes.push(value),
    },
  };
  const runner = runnerThatSeesAll({ provideValue: () => ({ injectClass: () => inner }) }, kept);
  return { run: (options: RunOptions) => runner.run(options), given, modes };
}

/** A thread that an earlier mutant has used. */
function usedThread() {
  const ended: string[] = [];
  const kept = new KeptThreads();
  const thread: Pick<Worker, "terminate"> = {
    terminate: async () => {
      ended.push("ended");
      return 0;
    },
  };
  kept.keep(thread);
  return { kept, ended };
}

const mutant: RunOptions = { testIds: ["a.test.ts#one"], relatedFiles: ["a.ts"] };
const statuses = ({ tests }: RunResult) => tests.map(({ status }) => status);
const broken: TestFile = { filepath: "a.test.ts", result: { state: "fail", errors: [{ message: "no such export" }] } };

describe("the runner of mutants", () => {
  it("keeps a result in which nothing was missed", async () => {
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

  it("counts it once if a test has also failed", async () => {
    expect(statuses(await around({ status: "complete", tests: [test(failed)] }, [broken]).run(mutant))).toEqual([
      failed,
    ]);
  });

  it("counts an unhandled rejection as a failure of the mutant, but not of the first run", async () => {
    const error = { status: "error", tests: [], errorMessage: "unhandled" };
    const result = await around(error).run(mutant);
    expect([result.status, statuses(result), result.tests[0]?.failureMessage]).toEqual([
      "complete",
      [failed],
      "unhandled",
    ]);
    expect(await around(error).run({ relatedFiles: ["a.ts"] })).toEqual(error);
  });

  it("looks for related tests only in the first run", async () => {
    const { run, given } = around({ status: "complete", tests: [] });
    await run(mutant);
    await run({ relatedFiles: ["a.ts"] });
    expect(given).toEqual([{ testIds: mutant.testIds }, { relatedFiles: ["a.ts"] }]);
  });

  it("accepts a failure in a used thread if the test passes there without the mutant", async () => {
    const { kept, ended } = usedThread();
    const dead = { status: "complete", tests: [test(failed)] };
    const { run, given, modes } = around([dead, { status: "complete", tests: [test(passed)] }], [], kept);
    expect(statuses(await run(mutant))).toEqual([failed]);
    expect([given.length, modes, ended]).toEqual([2, ["dry-run", "mutant"], []]);
  });

  it("tries the mutant again in a new thread if the used one fails without it too", async () => {
    const { kept, ended } = usedThread();
    const [dead, alive] = [failed, passed].map((status) => ({ status: "complete", tests: [test(status)] }));
    const { run, given } = around([dead, dead, alive] as RunResult[], [], kept);
    expect(statuses(await run(mutant))).toEqual([passed]);
    expect([given.length, ended]).toEqual([3, ["ended"]]);
  });

  it.each(["Test timed out in 15000ms.", undefined])(
    "ends a thread in which something may still be running (%s)",
    async (text) => {
      const { kept, ended } = usedThread();
      const late: RunResult = { status: "complete", tests: [{ ...test(failed), failureMessage: text ?? "" }] };
      const { run, given } = around(text === undefined ? { status: "error", tests: [] } : late, [], kept);
      expect(statuses(await run(mutant))).toEqual([failed]);
      expect([given.length, ended]).toEqual([1, ["ended"]]);
    },
  );

  it("runs the tests with the same name first, and at most 250", async () => {
    const { run, given } = around({ status: "complete", tests: [] });
    const others = Array.from({ length: 300 }, (_, index) => `test/contract/rows/rows.test.ts#row ${index}`);
    const [unit, own] = ["test/unit/api/client.test.ts#one", "test/unit/api/retry.test.ts#one"];
    await run({ testIds: [...others, unit, own], relatedFiles: ["provider/src/api/retry.ts"] });
    expect(given[0]?.testIds?.slice(0, 3)).toEqual([own, unit, others[0]]);
    expect(given[0]?.testIds).toHaveLength(250);
  });
});
