import { isRecord } from "../api/json";
import { escapedUnits, withHidden } from "../text/characters";

/** A piece of source text. A class of its own, so that no value of the account can pass for one. */
export class Code {
  constructor(readonly source: string) {}
}

/** A string literal. No text ends it early, and a reader sees every character of it. */
export function textCode(text: string): string {
  // JSON writes some control characters as `\n`; what it leaves is written by number.
  return withHidden(JSON.stringify(text), escapedUnits);
}

const plainKey = /^[A-Za-z][A-Za-z0-9]*$/;

/** A literal of plain values, which may hold pieces of source text. Undefined fields are left out. */
export function literal(value: unknown): string {
  if (value instanceof Code) return value.source;
  if (typeof value === "string") return textCode(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return "{}";
  return `{ ${fields.map(([key, field]) => `${plainKey.test(key) ? key : `[${textCode(key)}]`}: ${literal(field)}`).join(", ")} }`;
}

/** A call, without the last arguments that are empty objects. */
export function call(name: string, ...args: readonly unknown[]): string {
  const needed = args.slice(0, args.findLastIndex((argument) => !isEmpty(argument)) + 1);
  return `${name}(${needed.map(literal).join(", ")})`;
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && !(value instanceof Code) && Object.values(value).every((field) => field === undefined);
}
