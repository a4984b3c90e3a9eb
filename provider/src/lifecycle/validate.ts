import type { z } from "zod";
import { quoted } from "./about";
import type { Problem, Values } from "./definition";
import { isUnknown } from "./unknown";

/** No more problems than this are written out: nobody reads ten thousand lines. */
const mostLines = 50;

/** True for a plain object, whatever its prototype; false for arrays. */
export function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * True for what has no value yet: the engine's stand-in for an unknown, or an Output or Promise that a program
 * still holds. No rule says anything about it.
 */
export function isOpen(value: unknown): boolean {
  if (typeof value === "string") return isUnknown(value);
  if (typeof value !== "object" || value === null) return false;
  return hasMethod(value, "apply") || hasMethod(value, "then");
}

function hasMethod(value: object, name: "apply" | "then"): boolean {
  return typeof Reflect.get(value, name) === "function";
}

const printableKey = /^[\p{L}\p{N}_$.-]{1,64}$/u;

/** `steps[2].note`. A key that is no ordinary word is left out of the text: it may be anything. */
export function pathOf(segments: readonly PropertyKey[]): string {
  let path = "";
  for (const segment of segments) {
    if (typeof segment === "number") path += `[${segment}]`;
    else if (typeof segment === "string" && printableKey.test(segment)) path += path === "" ? segment : `.${segment}`;
    else path += `${path === "" ? "" : "."}(a name that is not printable)`;
  }
  return path;
}

/** True where the value at this path, or anything on the way to it, is not known yet. */
function restsOnOpen(inputs: unknown, path: readonly PropertyKey[]): boolean {
  let value = inputs;
  if (isOpen(value)) return true;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return false;
    value = Reflect.get(value, segment);
    if (isOpen(value)) return true;
  }
  return false;
}

/** What the schema finds wrong with these inputs, unknown values passed over. */
export function shapeProblems(schema: z.ZodType, inputs: unknown, at: readonly PropertyKey[] = []): Problem[] {
  const result = schema.safeParse(inputs);
  if (result.success) return [];
  const problems: Problem[] = [];
  for (const issue of result.error.issues) {
    if (restsOnOpen(inputs, issue.path)) continue;
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      // One line per key, written by the schema that knows which fields it has (see strict in resources/fields.ts).
      const lines = issue.message.split("\n");
      issue.keys.forEach((key, index) => {
        problems.push({ path: pathOf([...path, key]), text: lines[index] ?? issue.message });
      });
    } else problems.push({ path: pathOf(path), text: issue.message });
  }
  return problems;
}

/**
 * All broken rules of one resource as one text: `3 problems in campaign "fintech":` and a line for each. `name` is
 * the name of the resource in the program.
 */
export function describeProblems(noun: string, name: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, mostLines).map((problem) => `  ${problemLine(problem)}`);
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`  and ${left.toLocaleString("en-US")} more`);
  return [`${countProblems(problems.length, noun, name)}:`, ...lines].join("\n");
}

/** `3 problems in campaign "fintech"`. */
export function countProblems(count: number, noun: string, name: string): string {
  const problems = count === 1 ? "1 problem" : `${count.toLocaleString("en-US")} problems`;
  return `${problems} in ${noun} ${quoted(name)}`;
}

export function problemLine({ path, text }: Problem): string {
  return path === "" ? text : `${path}: ${text}`;
}
