import type { z } from "zod";
import type { Service } from "../service.js";
import { badRequest } from "../serviceError.js";
import { mustBeOneOf } from "../words.js";

/** Reads the body of a request to the service, which may be configured to ignore unknown fields. */
export function readRequestBody<T>({ behaviour }: Service, schema: z.ZodType<T>, body: unknown): T {
  return read(schema, body, behaviour.ignoreUnknownFields);
}

/** Reads any other input. Throws an error with status 400 that lists each problem. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): T {
  return read(schema, input, false);
}

/** Reads the query of a request, in which an empty string counts as missing. */
export function readQuery<T>(schema: z.ZodType<T>, query: Record<string, unknown>): T {
  return readInput(schema, withoutEmpty(query));
}

export function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

function read<T>(schema: z.ZodType<T>, input: unknown, ignoreUnknownFields: boolean): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (ignoreUnknownFields) {
    const unknown = issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
    );
    if (unknown.length > 0) {
      const known = Object.entries(input as object).filter(([name]) => !unknown.includes(name));
      return read(schema, Object.fromEntries(known), false);
    }
  }
  throw badRequest(issues.flatMap(describeIssue));
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
      return [mustBeOneOf(path, issue.values)];
    case "too_big":
      return [`${path} must ${sizeWords(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`];
    case "too_small":
      return [
        issue.origin === "string" && issue.minimum === 1
          ? `${path} should not be empty`
          : `${path} must ${sizeWords(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`,
      ];
    case "custom":
      return [`${path} ${issue.message}`];
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

/** Counts code points, not UTF-16 units: most emoji count as one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
