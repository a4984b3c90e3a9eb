import type { z } from "zod";
import type { Problem } from "../lifecycle/problem";
import { isOpen } from "../lifecycle/unknown";
import { nearest } from "./nearest";
import { wordList } from "./texts";

/** A problem of one value, without its path. */
export type Finding = Omit<Problem, "path">;

const printableKey = /^[\p{L}\p{N}_$.-]{1,64}$/u;

/** Formats a path such as `steps[2].note`. Unusual keys are not printed, because they may contain anything. */
export function pathOf(segments: readonly PropertyKey[]): string {
  let path = "";
  for (const segment of segments) {
    if (typeof segment === "number") path += `[${segment}]`;
    else if (typeof segment === "string" && printableKey.test(segment)) path += path === "" ? segment : `.${segment}`;
    else path += `${path === "" ? "" : "."}(a name that is not printable)`;
  }
  return path;
}

/** The value at a path, or the first unknown value on the way to it. */
function valueAt(inputs: unknown, path: readonly PropertyKey[]): unknown {
  let value = inputs;
  for (const segment of path) {
    if (isOpen(value)) return value;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Reflect.get(value, segment);
  }
  return value;
}

/** The problems that the schema finds in these inputs, ignoring unknown values. */
export function shapeProblems(schema: z.ZodType, inputs: unknown, at: readonly PropertyKey[] = []): Problem[] {
  const result = schema.safeParse(inputs);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const value = valueAt(inputs, issue.path);
    if (isOpen(value)) return [];
    const path = [...at, ...issue.path];
    if (issue.code !== "unrecognized_keys") return [{ path: pathOf(path), ...findingOf(issue, value) }];
    return issue.keys.map((key) => ({ path: pathOf([...path, key]), ...unknownField(issue.message, key) }));
  });
}

/** The fields of each type of object by its noun, with the sentence that lists them. */
const fieldsByNoun = new Map<string, { readonly fields: readonly string[]; readonly all: string }>();

export function noteFields(noun: string, fields: readonly string[]): void {
  fieldsByNoun.set(noun, { fields, all: `it has ${wordList(fields)}` });
}

function unknownField(noun: string, key: string): Finding {
  const { fields = [], all } = fieldsByNoun.get(noun) ?? {};
  const title = `is not a field of ${noun}`;
  const hint = didYouMean(nearest(key, fields));
  return hint === undefined ? { title, allowed: all } : { title, hint };
}

/**
 * Converts a zod issue. This package's own checks pass their finding in `params`; otherwise the message is the rule (see
 * schema.ts).
 */
function findingOf(issue: z.core.$ZodIssue, value: unknown): Finding {
  if (issue.code === "custom" && issue.params !== undefined) return issue.params;
  if (value === undefined) return { title: "is missing", allowed: issue.message };
  const words = allowedWordsOf(issue);
  const meant = typeof value === "string" && words.length > 1 ? nearest(value, words) : undefined;
  return { allowed: issue.message, hint: didYouMean(meant) };
}

/** The words that the schema allows. */
function allowedWordsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "invalid_value") return issue.values.filter((each) => typeof each === "string");
  if (issue.code !== "invalid_union" || !("options" in issue)) return [];
  return issue.options?.filter((each) => typeof each === "string") ?? [];
}

/** The hint with the word that was probably meant. */
export function didYouMean(word: string | undefined): string | undefined {
  return word === undefined ? undefined : `did you mean \`${word}\`?`;
}
