// @ts-check
import { chosenVariable } from "./onlyChosen.mjs";

/** For `npm run mutants`; paths are relative to the checkout's root. */
export default {
  // `npm run mutants` names the files of tools/mutants/files.mjs.
  mutate: [],
  plugins: ["@stryker-mutator/vitest-runner", "./tools/mutants/plugins.mjs"],
  // Stryker's own runner counts a mutant as a survivor if a test file cannot be loaded with it, and gives no verdict if
  // it leads to an unhandled rejection.
  testRunner: "vitest-that-sees-all",
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: true },
  // Message texts: other tests pin the important ones, and an empty message cannot write to anybody twice. Codes like
  // "pending" have no space, and are mutated.
  ignorers: ["wording", "computedAtLoad"],
  coverageAnalysis: "perTest",
  // A value that a module computes when it is loaded: each would run all tests.
  ignoreStatic: true,
  concurrency: 4,
  // Tests have limits of their own. These stop endless loops, and are generous: on a busy machine, tests take several
  // times as long as in the first run, and a survivor must not count as killed for that.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  timeoutFactor: 4,
  // Vitest checks no types, so the compiler's comments would only cost time.
  disableTypeChecks: false,
  // A run that tries only some counts all others as survivors.
  incremental: process.env[chosenVariable] === undefined,
  incrementalFile: ".state/mutants/results.json",
  tempDirName: ".state/mutants/sandbox",
  ignorePatterns: [".state", "dist", "examples/*/node_modules"],
  allowConsoleColors: false,
  reporters: ["progress-append-only", "survivors", "json"],
  jsonReporter: { fileName: ".state/mutants/report.json" },
};
