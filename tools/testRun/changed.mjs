// @ts-check
import { files } from "../mutants/files.mjs";
import { browserSuites, engineSuites, storySuites } from "../suites.mjs";

/**
 * Dependencies that imports do not show: files that are read, built or run, and the tests that do so.
 * @typedef {object} Row
 * @property {RegExp} changed
 * @property {readonly string[]} [tests] files or folders below `test/`
 * @property {string} [note] what else to run by hand
 */

/** @type {readonly Row[]} */
const table = [
  {
    // Code that runs in a process of the engine, which tests start and do not import.
    changed: /^provider\/src\/(host\/|runtime\.ts|index\.ts|functions\/)|^provider\/(bin|package\.json)/,
    tests: ["host", "acceptance/engine", "tools/package.test.ts"],
  },
  { changed: /^provider\/src\/(?!host\/)/, note: "the built package on the real engine: npm test" },
  { changed: /^provider\/src\/cli(\.ts|\/)/, tests: ["tools/commandFile.test.ts", "acceptance/commands.test.ts"] },
  // A process of the program runs this file's content, which is included in the command.
  { changed: /^provider\/src\/(cli\/check\/|host\/checked)/, tests: ["tools/checkCommand.test.ts"] },
  {
    changed: /^provider\/src\/webhook/,
    tests: ["acceptance/webhookExample.test.ts"],
    note: "npm run bench -- webhook",
  },
  { changed: /^provider\/src\/(testing|host\/(mocks|underTest|resolved))/, tests: ["tools/testingExample.test.ts"] },
  {
    changed: /^test\/support\/everyday\//,
    tests: ["unit/review/everyday.test.ts"],
    note: "the recordings: npm run test:full",
  },
  { changed: /^provider\/src\/(page\/|(review|rehearse)\/(output\/)?(page|html))/, tests: ["browser"] },
  { changed: /^provider\/src\/api\/(coordination|limiter)/, tests: ["limits"], note: "PostgreSQL: npm run test:full" },
  { changed: /^provider\/src\/(api|lifecycle)\//, note: "faults and kills: npm run chaos" },
  { changed: /^provider\/src\/(review|export|rehearse)\//, note: "speed: npm run bench -- review export rehearse" },
  { changed: /^examples\/per-member\//, note: "speed, half an hour: npm run bench -- members" },
  {
    // Compilers read the types of arguments and their doc comments.
    changed:
      /^provider\/src\/(index\.ts|functions\/|host\/|kind\/|reads\/|resources\/(.*\/)?(?!rules|warnings|policy|notes|inView|looks|moves|people|reach|running|start|.*Table)\w+\.ts|testing|webhook)|^test\/types\/|^typedoc\.json|^tools\/referenceOrder\.mjs/,
    tests: ["tools/documentation.test.ts", "unit/editor", "unit/resources/argumentTypes.test.ts"],
  },
  { changed: /^(provider|sandbox|test|tools|examples)\//, tests: ["unit/structure.test.ts"] },
  {
    // Tests that use the built sandbox, or start its command.
    changed: /^sandbox\/(src|bin)\//,
    tests: ["sandbox", "contract/api", "contract/cli", "tools/commands.test.ts", "tools/packing.test.ts"],
    note: "the real engine: npm test",
  },
  {
    changed: /^sandbox\/(src\/)?page\//,
    tests: ["browser", "sandbox/page"],
    note: "pictures of each view to look at: OUTREACH_TEST_PICTURES=FOLDER npx vitest run --project browser",
  },
  {
    changed: /^examples\/gitops\//,
    tests: [
      "tools/gitopsScripts.test.ts",
      "tools/gitopsCommands.test.ts",
      "tools/gitopsFailures.test.ts",
      "tools/gitopsWorkflows.test.ts",
      "acceptance/gitopsGithub.test.ts",
      "acceptance/gitopsGitlab.test.ts",
    ],
  },
  { changed: /^examples\/full-cycle\//, tests: ["acceptance/commands.test.ts", "browser/journeys.test.ts"] },
  // `init` writes their content.
  { changed: /^examples\/(full-cycle|gitops)\//, tests: ["unit/cli/init.test.ts", "unit/cli/initBeside.test.ts"] },
  {
    changed: /^provider\/src\/cli\/init\/|^examples\/full-cycle\//,
    tests: ["acceptance/init.test.ts"],
    note: "installed: npm run test:full",
  },
  { changed: /^examples\/testing\//, tests: ["tools/testingExample.test.ts"] },
  { changed: /^examples\/webhook\//, tests: ["acceptance/webhookExample.test.ts"] },
  {
    changed:
      /^examples\/agent-tasks\/|^test\/support\/agentTasks\/|^provider\/src\/(testing|host\/(mocks|underTest|resolved))/,
    tests: ["tools/agentTasks.test.ts"],
    note: "on the real engine: npm run test:full",
  },
  { changed: /^examples\/(?!webhook)/, tests: ["acceptance/examples.test.ts", "unit/examples"] },
  { changed: /^(examples\/.*|\.github\/).*\.ya?ml$/, tests: ["tools/workflows.test.ts", "tools/actionlint.test.ts"] },
  { changed: /^tools\/(act|actionlint|zizmor)\//, tests: ["tools/workflows.test.ts", "tools/actionlint.test.ts"] },
  { changed: /^test\/fixtures\//, tests: ["contract/state"] },
  {
    changed: /^docs\/|\.md$/,
    tests: [
      "contract/cli/quotedCommands.test.ts",
      "contract/guardExamples.test.ts",
      "contract/rows/rows.test.ts",
      "tools/commands.test.ts",
      "tools/documentation.test.ts",
      "tools/links.test.ts",
      "tools/package.test.ts",
      "tools/releaseCheck.test.ts",
      "tools/testingExample.test.ts",
      "unit/cli/check.test.ts",
      "unit/cli/commandLine.test.ts",
      "unit/cli/documents.test.ts",
      "unit/coordination/postgres.test.ts",
      "unit/editor/documented.test.ts",
      "unit/follow/verify/rules.test.ts",
      "unit/rehearse/documentation.test.ts",
      "unit/review/documentation.test.ts",
      "unit/webhook/documentation.test.ts",
    ],
  },
  { changed: /^(llms\.txt|provider\/skill\/)/, tests: ["tools/links.test.ts", "tools/package.test.ts", "unit/agents"] },
  // The output of commands is validated against them.
  { changed: /^docs\/schemas\//, tests: ["unit/cli", "contract/cli"] },
  { changed: /^tools\//, tests: ["tools"], note: "npm run up, in a fresh clone" },
  {
    changed: /(^|\/)package(-lock)?\.json$|^vitest\.config|tsconfig/,
    tests: ["unit", "contract", "tools"],
    note: "packages and settings concern everything: npm test",
  },
];

/** The provider's decisions about an object. */
const decisions = /^provider\/src\/(lifecycle|resources)\//;
/**
 * Every command, review and export imports the kinds, and with them these decisions. More than nine of ten mutants of
 * the decisions are killed without the tests in these folders, which `npm test` runs.
 */
const beyondDecisions = [
  ...["contract/api", "contract/cli", "explore"],
  ...["api", "cli", "coordination", "export", "follow", "host", "rehearse", "review"].map((folder) => `unit/${folder}`),
];

/**
 * Tests that import the whole package to run programs in separate processes, which takes half a minute: only rows of
 * the table name them.
 */
const namedOnly = ["tools/agentTasks.test.ts"];

/** Every test file or folder that the table names, below `test/`. */
export const namedTests = table.flatMap(({ tests = [] }) => tests);

/** Files with these extensions are imported by tests, directly or indirectly. */
const imported = /\.(ts|mts|cts|mjs|cjs|js|json)$/;
/** A changed manifest is handled by the table: vitest would run everything. */
const manifest = /(^|\/)package(-lock)?\.json$/;

/**
 * @typedef {object} Selection
 * @property {readonly string[]} related files whose importing tests run in the quick suites; a test file counts as its
 * own importer
 * @property {readonly string[]} left folders and files below `test/` whose tests do not run, although they import a changed file
 * @property {readonly string[]} others the same for the suites with the engine or a browser
 * @property {boolean} needsEngine
 * @property {boolean} hasStory whether a test that `npm test` skips has itself changed
 * @property {readonly string[]} notes
 */

/**
 * What to run for changed files.
 * @param {readonly string[]} changed paths from the checkout's root
 * @param {readonly string[]} testFiles all test files below `test/`, in the same form
 * @returns {Selection}
 */
export function selectTests(changed, testFiles) {
  const rows = table.filter((row) => changed.some((path) => row.changed.test(path)));
  const named = rows.flatMap(({ tests = [] }) => tests).map((test) => `test/${test}`);
  const tests = testFiles.filter(
    (file) => changed.includes(file) || named.some((name) => file === name || file.startsWith(`${name}/`)),
  );
  const sources = changed.filter((path) => imported.test(path) && !manifest.test(path) && !path.endsWith(".test.ts"));
  // Files that only tests use can only break these tests, also with the engine.
  const helpers = sources.filter((path) => path.startsWith("test/"));
  const isDecision = sources.length > 0 && sources.every((path) => decisions.test(path));
  const left = [...(isDecision ? beyondDecisions : []), ...namedOnly].filter((name) => !tests.some(isOf([name])));
  const others = tests.filter(isOf([...browserSuites, ...engineSuites, ...storySuites]));
  return {
    related: [...sources, ...tests.filter((file) => !others.includes(file))].sort(),
    left,
    others: [...helpers, ...others].sort(),
    needsEngine:
      helpers.length > 0 || others.some((file) => isOf([...engineSuites, ...storySuites])(file) || file === refresh),
    hasStory: others.some(isOf(storySuites)),
    notes: [
      ...new Set([
        ...(left.length > 0 ? [`${left.join(", ")}: npm run test:quick`] : []),
        ...rows.flatMap(({ note }) => note ?? []),
        ...mutantsOf(changed),
      ]),
    ],
  };
}

/**
 * The command for the changed files whose mutants have to be killed.
 * @param {readonly string[]} changed
 */
function mutantsOf(changed) {
  const names = files
    .filter((file) => changed.includes(file))
    .map((file) => file.replace(/^provider\/src\/|\.ts$/g, ""));
  return names.length === 0 ? [] : [`mutants: npm run mutants -- ${names.join(" ")}`];
}

/** The only browser test that also needs the engine. */
const refresh = "test/browser/refresh.test.ts";

/** @param {readonly string[]} names folders or files below `test/` */
function isOf(names) {
  return (/** @type {string} */ file) =>
    names.some((name) => file === `test/${name}` || file.startsWith(`test/${name}/`));
}
