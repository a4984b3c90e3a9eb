import { createHash } from "node:crypto";
import { ServiceError } from "../api/errors";
import type { CreationNotes } from "../api/objects";
import { acted, escapedUnits } from "../text/characters";
import { Refusal } from "./refusal";
import { isUnknown } from "./unknown";

/** Characters that a terminal would interpret instead of showing. */
const unprintable = new RegExp(`[${acted}]`, "gu");

export function printable(text: string): string {
  return text.replace(unprintable, escapedUnits);
}

/** Foreign text for use in a sentence: in quotes and on one line. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

/** The length to which sentences truncate object names. */
export const longestQuoted = 120;

/** Describes an object in a sentence: `campaign "Fintech Q1" (id 12)`. */
export function describe(noun: string, name: unknown, id?: string): string {
  const named = typeof name === "string" && !isUnknown(name) ? `${noun} ${quoted(name.slice(0, longestQuoted))}` : noun;
  return id === undefined ? named : `${named} (id ${printable(id)})`;
}

/** A resource's name in the program: everything after the type in its URN, which may contain colons. */
export function nameOf(urn: string | undefined): string {
  const parts = urn?.split("::") ?? [];
  return parts.length > 3 ? parts.slice(3).join("::") : (parts.at(-1) ?? "");
}

/**
 * True if this is the URN of the resource that a record names, also in a stack or project of another name. An import file
 * contains only the resource's name.
 */
export function isRecordedUrn(
  { urn, exportedAs }: { readonly urn?: string; readonly exportedAs?: string },
  other: string,
): boolean {
  return urn === undefined ? nameOf(other) === exportedAs : inStack(other) === inStack(urn);
}

/** A URN without its stack and project: the types of the parents and of the resource, and its name. */
function inStack(urn: string): string {
  return urn.split("::").slice(2).join("::");
}

/** A resource's name in the program, made printable for use in a sentence. */
export function resourceName(urn: string | undefined): string {
  return printable(nameOf(urn));
}

/** The stack and the resource that declare an object, as digests that other machines can compare but not read. */
export type Declarer = Pick<CreationNotes, "stack" | "resource">;

/** @param sibling another URN of the stack, used if this one is unknown */
export function declarerOf(urn: string | undefined, sibling?: string): Declarer {
  const inStack = urn ?? sibling;
  return {
    ...(inStack === undefined ? {} : { stack: digest(inStack.split("::").slice(0, 2).join("::")) }),
    ...(urn === undefined ? {} : { resource: digest(urn) }),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 22);
}

/** Formats a URN as a command argument. Quoted, because URNs contain characters that shells interpret. */
export function quotedUrn(urn: string | undefined): string {
  if (urn === undefined) return "<urn>";
  const shown = printable(urn);
  // Shells interpret escapes in strings that start with $'.
  return `${shown === urn ? "" : "$"}'${shown}'`;
}

/** For example `id 5` or `ids 5, 6`. */
export function ids(those: Iterable<string | number>): string {
  const all = [...new Set(those)];
  return `${all.length === 1 ? "id" : "ids"} ${all.join(", ")}`;
}

/** The cause of an error as part of another sentence: its lines before the advice. */
export function causeOf(error: unknown): string {
  if (!(error instanceof ServiceError || error instanceof Refusal)) {
    return String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "";
  }
  const [first = "", second, third] = error.lines;
  return third === undefined ? first : `${first}: ${second}`;
}
