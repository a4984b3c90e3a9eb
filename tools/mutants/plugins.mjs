// @ts-check
import { relative } from "node:path";
import { repository } from "../repository.mjs";
import { runnerThatSeesAll } from "./runner.mjs";

/**
 * The parts of a syntax node that the check for wording uses.
 * @typedef {object} SyntaxNode
 * @property {string} type
 * @property {string} [value] of a string
 * @property {{ value: { raw: string } }[]} [quasis] of a template
 * @property {SyntaxNode} [consequent]
 * @property {SyntaxNode} [alternate]
 */

/** @typedef {{ node: SyntaxNode, parentPath?: SyntaxPath | null }} SyntaxPath */

/** @param {SyntaxNode | undefined} node */
function fixedText(node) {
  if (node?.type === "StringLiteral") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis?.map(({ value }) => value.raw).join("");
  return undefined;
}

/**
 * True for a sentence, and for a choice between two sentences. A string without a space is not a sentence, but a code,
 * a name or a key.
 * @param {SyntaxNode} node
 */
export function isWording(node) {
  const text = fixedText(node);
  if (text !== undefined) return text.includes(" ");
  if (node.type !== "ConditionalExpression") return false;
  const texts = [fixedText(node.consequent), fixedText(node.alternate)];
  return texts.every((each) => each !== undefined) && texts.some((each) => each?.includes(" "));
}

const runsLater = /^(Function|ArrowFunction|ObjectMethod|Class(Private)?(Method|Property))/;

/** @param {unknown} part a node, several nodes, or another value in a node; @returns {boolean} */
function runsSomethingLater(part) {
  if (Array.isArray(part)) return part.some(runsSomethingLater);
  if (typeof part !== "object" || part === null || !("type" in part)) return false;
  return runsLater.test(String(part.type)) || Object.values(part).some(runsSomethingLater);
}

/**
 * True for values that a module computes when it is loaded. Their mutants have no effect in a thread that has already
 * loaded the module, and Stryker knows this only of modules that are loaded outside a test. For values that contain a
 * function, the parts are checked.
 * @param {SyntaxPath} path
 */
export function isComputedAtLoad(path) {
  for (let outer = path.parentPath; outer; outer = outer.parentPath) if (runsLater.test(outer.node.type)) return false;
  return !runsSomethingLater(path.node);
}

/** Prints survivors as they are found: a full run takes hours. */
class Survivors {
  static inject = ["options"];

  /** @param {{ mutate: string[] }} options */
  constructor({ mutate }) {
    this.mutate = mutate;
  }

  /** @param {{ fileName: string, location: { start: { line: number } }, mutatorName: string, status: string, replacement?: string }} mutant */
  onMutantTested({ fileName, location, mutatorName, status, replacement }) {
    const file = relative(repository, fileName).replaceAll("\\", "/");
    // Verdicts of earlier runs about other files are passed on as well.
    const isWanted = this.mutate.some((scope) => scope === file || scope.startsWith(`${file}:`));
    if (!["Survived", "NoCoverage"].includes(status) || !isWanted) return;
    const [text = ""] = (replacement ?? "").split("\n");
    process.stdout.write(`lives: ${file}:${location.start.line} ${mutatorName} ${text}\n`);
  }
}

/** The code that is not mutated, by the reason. */
const leftOut = {
  /** @type {{ shouldIgnore(path: SyntaxPath): string | undefined }} */
  wording: { shouldIgnore: ({ node }) => (isWording(node) ? "the wording of a message" : undefined) },
  /** @type {{ shouldIgnore(path: SyntaxPath): string | undefined }} */
  computedAtLoad: {
    shouldIgnore: (path) => (isComputedAtLoad(path) ? "computed when the module is loaded" : undefined),
  },
};

export const ignorers = Object.values(leftOut);

export const strykerPlugins = [
  { kind: "Reporter", name: "survivors", injectableClass: Survivors },
  { kind: "TestRunner", name: "vitest-that-sees-all", factory: runnerThatSeesAll },
  ...Object.entries(leftOut).map(([name, value]) => ({ kind: "Ignore", name, value })),
];
