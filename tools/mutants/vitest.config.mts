import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant is dead at the first failure, so what takes long comes last. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const late = ["/test/contract/", "/test/contract/rows/"];
    const rank = ({ moduleId }: TestSpecification) => late.filter((folder) => moduleId.includes(folder)).length;
    return [...files].sort((left, right) => rank(left) - rank(right) || (left.moduleId < right.moduleId ? -1 : 1));
  }
}

/** The tests that judge mutants: those of the suites `unit` and `contract` that are about the mutated files. */
export default defineConfig({
  test: {
    include: [
      "test/unit/{api,coordination,lifecycle,resources,webhook}/**/*.test.ts",
      "test/unit/review/{fingerprint,samePlan}.test.ts",
      "test/unit/cli/review.test.ts",
      "test/contract/{api,rows,state,tag,webhook}/**/*.test.ts",
      "test/contract/*.test.ts",
    ],
    exclude: [
      // They compile the sources for other processes or for the type checker, in which no mutant is active.
      "test/unit/api/processes.test.ts",
      "test/unit/resources/argumentTypes.test.ts",
    ],
    sequence: { sequencer: QuickFirst },
    // What never ends fails here. A quick test takes 3 seconds at most, and several may share a core.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
