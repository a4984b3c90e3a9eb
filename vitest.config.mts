import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const suite = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...test },
});

/** Without the engine: as many files at once as there are cores. */
const quick = { testTimeout: 20_000, hookTimeout: 20_000, sequence: { groupOrder: 0 } };

/**
 * With the engine: each test starts programs that use more than one core themselves and waits a good deal, so one file
 * more than there are cores runs at once, and only when the quick suites are through.
 */
const engine = {
  maxWorkers: Math.min(3, availableParallelism() + 1),
  testTimeout: 180_000,
  hookTimeout: 180_000,
  sequence: { groupOrder: 1 },
};

/** Judged by how much of a limit is used: nothing may run beside it. */
const alone = { ...engine, maxWorkers: 1, sequence: { groupOrder: 3 } };

export default defineConfig({
  test: {
    projects: [
      suite("unit", quick),
      suite("contract", quick),
      suite("sandbox", quick),
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
        // Needs the engine as well.
        exclude: process.env.OUTREACH_TEST_PULUMI === undefined ? ["test/browser/refresh.test.ts"] : [],
      }),
      suite("host", engine),
      suite("acceptance", engine),
      // Most of it is waiting.
      suite("chaos", { ...engine, sequence: { groupOrder: 2 } }),
      // Needs a PostgreSQL server, and two minutes.
      suite("limits", {
        ...alone,
        exclude: process.env.OUTREACH_TEST_LONG === "1" ? [] : ["test/limits/fleet.test.ts"],
      }),
    ],
  },
});
