// @ts-check
import { browserSuites, engineSuites, storySuites } from "../suites.mjs";

/**
 * What imports do not show: files that are read, built or run instead of imported, and the tests that do so.
 * @typedef {object} Row
 * @property {RegExp} changed
 * @property {readonly string[]} tests files or folders below `test/`
 * @property {string} [note] what else a person should run
 */

/** @type {readonly Row[]} */
const table = [
  {
    // What a process of the engine runs, which the tests start and do not import.
    changed: /^provider\/src\/(host\/|runtime\.ts|index\.ts|functions\/)|^provider\/(bin|package\.json)/,
    tests: ["host", "acceptance/engine", "tools/package.test.ts"],
  },
  { changed: /^provider\/src\/cli(\.ts|\/)/, tests: ["tools/commandFile.test.ts", "acceptance/commands.test.ts"] },
  { changed: /^provider\/src\//, tests: ["unit/structure.test.ts", "tools/documentation.test.ts"] },
  { changed: /^provider\/src\/(review|rehearse|page)\/.*(page|html|markup|styles|script)/i, tests: ["browser"] },
  { changed: /^provider\/src\/api\/(coordination|limiter)/, tests: ["limits"], note: "PostgreSQL: npm run test:full" },
  { changed: /^provider\/src\/(api|lifecycle)\//, tests: [], note: "Under faults and kills: npm run chaos" },
  { changed: /^sandbox\/page\//, tests: ["browser", "sandbox/page"] },
  {
    changed: /^examples\/gitops\//,
    tests: ["tools/gitopsScripts.test.ts", "acceptance/gitopsGithub.test.ts", "acceptance/gitopsGitlab.test.ts"],
  },
  { changed: /^examples\/webhook\//, tests: ["acceptance/webhookExample.test.ts"] },
  { changed: /^examples\/(?!gitops|webhook)/, tests: ["acceptance/examples.test.ts", "unit/examples"] },
  {
    changed: /^(examples\/.*|\.github\/|\.gitlab-ci).*\.ya?ml$/,
    tests: ["tools/workflows.test.ts", "tools/actionlint.test.ts"],
  },
  {
    changed: /^docs\/|\.md$/,
    tests: [
      "contract/guardExamples.test.ts",
      "tools/documentation.test.ts",
      "tools/package.test.ts",
      "unit/editor/documented.test.ts",
      "unit/rehearse/documentation.test.ts",
      "unit/review/documentation.test.ts",
      "unit/webhook/documentation.test.ts",
    ],
  },
  { changed: /^tools\//, tests: ["tools"] },
  {
    changed: /(^|\/)package(-lock)?\.json$|^vitest\.config|tsconfig/,
    tests: ["unit", "contract", "tools"],
    note: "Packages and settings concern everything: npm test",
  },
];

/** Every test file or folder that the table names, below `test/`. */
export const namedTests = table.flatMap(({ tests }) => tests);

/** Files of these kinds are imported by tests, by themselves or by what they import. */
const imported = /\.(ts|mts|cts|mjs|cjs|js|json)$/;

/**
 * @typedef {object} Selection
 * @property {readonly string[]} related files for whose importers the quick suites are searched; a test is its own
 * @property {readonly string[]} others test files with the engine or a browser, each of which runs
 * @property {boolean} needsEngine
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
  const named = rows.flatMap(({ tests }) => tests).map((test) => `test/${test}`);
  const tests = testFiles.filter(
    (file) => changed.includes(file) || named.some((name) => file === name || file.startsWith(`${name}/`)),
  );
  const isOf = (/** @type {readonly string[]} */ suites) => (/** @type {string} */ file) =>
    suites.some((suite) => file.startsWith(`test/${suite}/`));
  const withEngine = tests.filter(isOf([...engineSuites, ...storySuites]));
  const others = [...tests.filter(isOf(browserSuites)), ...withEngine];
  const quick = tests.filter((file) => !others.includes(file));
  const sources = changed.filter((path) => imported.test(path) && !testFiles.includes(path));
  return {
    related: [...new Set([...sources, ...quick])].sort(),
    others,
    needsEngine: withEngine.length > 0,
    notes: rows.flatMap(({ note }) => note ?? []),
  };
}
