import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders and files of tests that `npm run test:changed` leaves to `npm test`. */
const left = (process.env.OUTREACH_TEST_LEFT ?? "").split(",").filter((folder) => folder !== "");

const suite = (
  name: string,
  { setupFiles = [], exclude = [], ...test }: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration => ({
  test: {
    ...{ name, include: [`test/${name}/**/*.test.ts`], ...test },
    setupFiles: ["test/support/noCodingAgent.ts", "test/support/thrownUndefined.ts", ...[setupFiles].flat()],
    exclude: [...exclude, ...left.flatMap((name) => [`test/${name}`, `test/${name}/**`])],
  },
});

/** More than there are processors: a test that waits for the engine or a browser leaves its processor to the others. */
const maxWorkers = availableParallelism() + 4;
const quick = {
  maxWorkers,
  // They make and drop many small objects: with more room for these, garbage collection takes half as long.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/**
 * Files that mock modules, or that set up the Pulumi SDK, whose state is global, need modules of their own. For all others
 * loading these anew takes as long as the tests.
 */
const mocked = ["test/{unit,contract,sandbox}/**/*.mocked.test.ts", "test/unit/host/**/*.test.ts"];
const shared = { ...quick, isolate: false, setupFiles: ["test/support/restoring.ts"], exclude: mocked };

/** Begun last, one of these would run alone at the end. */
const slowest = /test\/(acceptance\/(examples|engine)|chaos|host\/(badInput|engineGone)|browser\/.*[vV]iews)/;
/** Begun last in their suite, these would. */
const slow =
  /test\/(unit\/(decisions|worstInput|api\/processes|review\/markdown)|contract\/rows|sandbox\/(month|command))/;

/** Of the suites: first those that wait. */
const order = "limits acceptance host chaos stories browser tools explore mocked sandbox contract unit".split(" ");

/**
 * The slowest files first, then a suite after the other: a worker that shares its modules between files is ended when
 * the next file belongs to another suite.
 */
class InSuites extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      slowest.test(moduleId) ? -1 : order.indexOf(project.name) + (slow.test(moduleId) ? 0 : 0.5);
    const sorted = await super.sort(files);
    return sorted.sort((left, right) => rank(left) - rank(right));
  }
}

const isLong = process.env.OUTREACH_TEST_LONG === "1";

/** Each test starts programs, and waits a good deal. */
const engine = {
  maxWorkers,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  setupFiles: ["test/support/countCliRuns.ts"],
};

/** Judged by how much of a limit is used: nothing may run beside it. */
const alone = { ...engine, maxWorkers: 1, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    sequence: { sequencer: InSuites },
    projects: [
      suite("unit", shared),
      suite("contract", { ...shared, setupFiles: [...shared.setupFiles, "test/support/refusalsHaveWays.ts"] }),
      suite("sandbox", shared),
      suite("mocked", { ...quick, include: mocked }),
      suite("tools", {
        ...quick,
        // Needs Go, or a linter that was built before.
        exclude: process.env.OUTREACH_TEST_ACTIONLINT === "none" ? ["test/tools/actionlint.test.ts"] : [],
      }),
      // Installs a browser first if there is none.
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
      // Most of its time is waiting, so it runs beside suites that compute.
      suite("chaos", engine),
      // Only `test:full` runs them.
      suite("stories", { ...engine, sequence: { groupOrder: 1 } }),
      // Its worlds replace time and random ids of the whole process.
      suite("explore", { ...quick, testTimeout: 90_000 }),
      suite("limits", {
        ...(isLong ? alone : engine),
        // Needs a PostgreSQL server, and two minutes.
        exclude: isLong ? [] : ["test/limits/fleet.test.ts"],
      }),
    ],
  },
});
