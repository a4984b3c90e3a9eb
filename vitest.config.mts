import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const suite = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...test },
});

/** Without the engine: as many files at once as there are cores. */
const quick = { testTimeout: 20_000, hookTimeout: 20_000, sequence: { groupOrder: 0 } };
/** Files that mock modules need modules of their own; for all others loading these anew takes as long as the tests. */
const mocked = "test/**/*.mocked.test.ts";
const shared = { ...quick, isolate: false, exclude: [mocked] };

const isLong = process.env.OUTREACH_TEST_LONG === "1";

/**
 * With the engine: each test starts programs and waits a good deal, for these and for what times out, so two files more
 * than there are cores run at once, and only when the quick suites are through.
 */
const engine = {
  maxWorkers: Math.min(4, availableParallelism() + 2),
  testTimeout: 180_000,
  hookTimeout: 180_000,
  setupFiles: ["test/support/countCliRuns.ts"],
  sequence: { groupOrder: 1 },
};

/** Judged by how much of a limit is used: nothing may run beside it. */
const alone = { ...engine, maxWorkers: 1, sequence: { groupOrder: 3 } };

export default defineConfig({
  test: {
    projects: [
      suite("unit", shared),
      suite("contract", shared),
      suite("sandbox", shared),
      suite("mocked", { ...quick, include: [mocked] }),
      suite("tools", {
        ...quick,
        // Needs Go, or a linter that was built before.
        exclude: process.env.OUTREACH_TEST_ACTIONLINT === "none" ? ["test/tools/actionlint.test.ts"] : [],
      }),
      // Gets a browser first where none is installed.
      suite("browser", {
        ...quick,
        testTimeout: 60_000,
        hookTimeout: 180_000,
        setupFiles: engine.setupFiles,
        // Needs the engine as well.
        exclude: process.env.OUTREACH_TEST_PULUMI === undefined ? ["test/browser/refresh.test.ts"] : [],
      }),
      suite("host", engine),
      // One copy of the prepared stack for each test that needs it.
      suite("acceptance", { ...engine, globalSetup: "test/support/prepared.ts" }),
      // Most of it is waiting: it runs beside what computes.
      suite("chaos", engine),
      // `test:full` alone runs them.
      suite("stories", { ...engine, sequence: { groupOrder: 2 } }),
      suite("limits", {
        ...(isLong ? alone : engine),
        // Needs a PostgreSQL server, and two minutes.
        exclude: isLong ? [] : ["test/limits/fleet.test.ts"],
      }),
    ],
  },
});
