// @ts-check
/** For `npm run mutants`; the paths are those of the checkout's root. */
export default {
  // `npm run mutants` names the files of tools/mutants/files.mjs.
  mutate: [],
  plugins: ["@stryker-mutator/vitest-runner", "./tools/mutants/plugins.mjs"],
  // Stryker's own runner takes a mutant for alive if a test file cannot be loaded with it, and gives no verdict if it
  // leads to a rejection that nobody handles.
  testRunner: "vitest-that-sees-all",
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: true },
  // The sentences of messages: other tests hold the important ones, and an empty message writes to nobody twice. Codes
  // like "pending" have no blank, and are mutated.
  ignorers: ["wording", "computedAtLoad"],
  coverageAnalysis: "perTest",
  // A value that a module computes when it is loaded: each of them would run all tests.
  ignoreStatic: true,
  concurrency: 4,
  // Tests have limits of their own. These end loops without a pause, and are generous: on a busy machine, tests take
  // several times as long as in the first run, and a mutant that lives must not count as killed for that.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  timeoutFactor: 4,
  // Vitest checks no types, and the compiler's comments would shift nothing but time.
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: ".state/mutants/results.json",
  tempDirName: ".state/mutants/sandbox",
  ignorePatterns: [".state", "dist", "examples/*/node_modules"],
  allowConsoleColors: false,
  reporters: ["progress-append-only", "survivors", "json"],
  jsonReporter: { fileName: ".state/mutants/report.json" },
};
