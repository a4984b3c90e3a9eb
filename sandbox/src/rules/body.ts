import type { z } from "zod";
import { badRequest } from "../serviceError.js";

/** Reads a request body by its schema, or refuses it with a line for each thing that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown, ignoreUnknownFields: boolean): T {
  const first = schema.safeParse(body ?? {});
  if (first.success) return first.data;
  const unknown = first.error.issues.filter((issue) => issue.code === "unrecognized_keys" && issue.path.length === 0);
  if (ignoreUnknownFields && unknown.length > 0) {
    const names = new Set(unknown.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])));
    const known = Object.fromEntries(Object.entries(body as object).filter(([name]) => !names.has(name)));
    return readBody(schema, known, false);
  }
  throw badRequest(first.error.issues.flatMap(describeIssue));
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String).join(".") || "the body";
  switch (issue.code) {
    case "unrecognized_keys": {
      const prefix = issue.path.length === 0 ? "" : `${path}.`;
      return issue.keys.map((key) => `property ${prefix}${key} should not exist`);
    }
    case "invalid_type":
      return [
        issue.expected === "nonoptional" ? `${path} is required` : `${path} must be ${withArticle(issue.expected)}`,
      ];
    case "invalid_value":
      return [`${path} must be one of the following values: ${issue.values.map(String).join(", ")}`];
    case "too_big":
      return [`${path} must ${sizeWords(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`];
    case "too_small":
      return [
        issue.origin === "string" && issue.minimum === 1
          ? `${path} should not be empty`
          : `${path} must ${sizeWords(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`,
      ];
    default:
      return [`${path}: ${issue.message}`];
  }
}

function withArticle(expected: string): string {
  if (expected === "int") return "an integer number";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

function sizeWords(origin: string): string {
  return origin === "array" ? "contain" : "be";
}

function unitOf(origin: string): string {
  if (origin === "array") return " elements";
  return origin === "string" ? " characters" : "";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Characters as a person counts them, not UTF-16 units: an emoji is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
