import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant is dead at the first failure: first the tests of single functions, then the one file that does most. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ["/test/contract/", "/test/contract/rows/", "/test/unit/"];
    const rank = ({ moduleId }: TestSpecification) => order.findLastIndex((folder) => moduleId.includes(folder));
    return [...files].sort((left, right) => rank(right) - rank(left) || (left.moduleId < right.moduleId ? -1 : 1));
  }
}

/** The tests that judge mutants: the tests in the quick suites about the mutated files. */
export default defineConfig({
  test: {
    include: [
      "test/unit/{api,coordination,decisions,lifecycle,resources,webhook}/**/*.test.ts",
      "test/unit/review/{deletedWith,fingerprint*,hiddenFields,onlyRead,otherCode,provider*,takeOvers}.test.ts",
      "test/unit/cli/review.test.ts",
      "test/contract/{api,lifecycle,rows,state,tag,texts,webhook}/**/*.test.ts",
      "test/contract/*.test.ts",
      "test/tools/gitops{Folder,Meanwhile,Opinions,People,Scripts,Used}.test.ts",
    ],
    exclude: [
      // They compile the sources for other processes or for the type checker, in which no mutant is active.
      "test/unit/api/processes.test.ts",
      "test/unit/resources/argumentTypes.test.ts",
      // They try every combination of facts, which takes longer than a mutant may take.
      "test/unit/decisions/{change,create,delete,unshown}.test.ts",
      // It generates different programs each time, so a verdict would be random.
      "test/contract/rows/generated.test.ts",
      // The threads share their modules, so that a mock would come too late.
      "**/*.mocked.test.ts",
    ],
    setupFiles: ["tools/mutants/forget.mjs", "test/support/thrownUndefined.ts", "test/support/refusalsHaveWays.ts"],
    sequence: { sequencer: LikelyFirst },
    // Tests that never end fail here. A quick test takes at most 3 seconds, and several may share a core.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
