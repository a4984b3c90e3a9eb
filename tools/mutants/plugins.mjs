// @ts-check
import { relative } from "node:path";
import { strykerPlugins as plugins } from "@stryker-mutator/vitest-runner";
import { repository } from "../repository.mjs";

/**
 * A test or, for Stryker, what stands for one.
 * @typedef {{ id: string, name: string, timeSpentMs: number, status: number, failureMessage?: string }} TestResult
 * @typedef {{ status: string, tests: TestResult[], errorMessage?: string }} RunResult
 * @typedef {{ filepath: string, result?: { state?: string, errors?: { message?: string }[] } }} TestFile
 * @typedef {{ testIds?: string[], relatedFiles?: string[], testFiles?: string[] }} RunOptions
 * @typedef {object} Runner
 * @property {(options?: RunOptions) => Promise<RunResult>} run
 * @property {{ state: { getFiles(): TestFile[] } }} ctx
 */

/** Stryker's number for a failed test. */
const failed = 1;

/**
 * Stryker's runner, with what it overlooks.
 * @param {unknown} injector
 */
export function runnerThatSeesAll(injector) {
  const plugin = /** @type {{ factory: (injector: unknown) => Runner }} */ (/** @type {unknown} */ (plugins[0]));
  const runner = plugin.factory(injector);
  const run = runner.run.bind(runner);
  runner.run = async (options = {}) => {
    const isMutant = (options.testIds ?? []).length > 0;
    // Vitest would walk through all imports again to find the tests that Stryker names already.
    const result = await run(isMutant ? { testIds: options.testIds } : options);
    const complete = result.status === "complete";
    if (complete && result.tests.some(({ status }) => status === failed)) return result;
    const broken = runner.ctx.state.getFiles().filter((file) => file.result?.state === "fail");
    /** @type {(name: string, message?: string) => TestResult} */
    const failure = (name, message = "") => ({
      ...{ id: `${name}#outside of its tests`, name, timeSpentMs: 0 },
      ...{ status: failed, failureMessage: message },
    });
    const failures = broken.map(({ filepath, result }) => failure(filepath, result?.errors?.[0]?.message));
    if (complete) return { ...result, tests: [...result.tests, ...failures] };
    if (isMutant && result.status === "error") {
      return { status: "complete", tests: [...failures, failure("a rejection", result.errorMessage)] };
    }
    return result;
  };
  return runner;
}
runnerThatSeesAll.inject = ["$injector"];

/**
 * What the wording of messages needs of a syntax node.
 * @typedef {object} SyntaxNode
 * @property {string} type
 * @property {string} [value] of a string
 * @property {{ value: { raw: string } }[]} [quasis] of a template
 * @property {SyntaxNode} [consequent]
 * @property {SyntaxNode} [alternate]
 */

/** @param {SyntaxNode | undefined} node */
function fixedText(node) {
  if (node?.type === "StringLiteral") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis?.map(({ value }) => value.raw).join("");
  return undefined;
}

/**
 * True for a sentence, and for a choice of two wordings. A text without a blank is none: it is a code, a name or a key.
 * @param {SyntaxNode} node
 */
export function isWording(node) {
  const text = fixedText(node);
  if (text !== undefined) return text.includes(" ");
  if (node.type !== "ConditionalExpression") return false;
  const texts = [fixedText(node.consequent), fixedText(node.alternate)];
  return texts.every((each) => each !== undefined) && texts.some((each) => each?.includes(" "));
}

/** Prints survivors as they are found: a run in full takes hours. */
class Survivors {
  static inject = ["options"];

  /** @param {{ mutate: string[] }} options */
  constructor({ mutate }) {
    this.mutate = mutate;
  }

  /** @param {{ fileName: string, location: { start: { line: number } }, mutatorName: string, status: string, replacement?: string }} mutant */
  onMutantTested({ fileName, location, mutatorName, status, replacement }) {
    const file = relative(repository, fileName).replaceAll("\\", "/");
    // Verdicts of earlier runs on other files are passed on as well.
    const isWanted = this.mutate.some((scope) => scope === file || scope.startsWith(`${file}:`));
    if (!["Survived", "NoCoverage"].includes(status) || !isWanted) return;
    const [text = ""] = (replacement ?? "").split("\n");
    process.stdout.write(`lives: ${file}:${location.start.line} ${mutatorName} ${text}\n`);
  }
}

export const strykerPlugins = [
  { kind: "Reporter", name: "survivors", injectableClass: Survivors },
  { kind: "TestRunner", name: "vitest-that-sees-all", factory: runnerThatSeesAll },
  {
    kind: "Ignore",
    name: "wording",
    value: {
      /** @param {{ node: SyntaxNode }} path */
      shouldIgnore: ({ node }) => (isWording(node) ? "the wording of a message" : undefined),
    },
  },
];
