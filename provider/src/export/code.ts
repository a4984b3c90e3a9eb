import { isRecord } from "../api/json";
import { escapedUnits, withHidden } from "../text/characters";

/** A piece of source code. A separate class, so that values from the account cannot be mistaken for code. */
export class Code {
  constructor(readonly source: string) {}
}

/** A string literal. No text can end it early, and all its characters are visible. */
export function textCode(text: string): string {
  // JSON escapes some control characters, such as `\n`; the remaining hidden ones are escaped by code point.
  return withHidden(JSON.stringify(text), escapedUnits);
}

const plainKey = /^[A-Za-z][A-Za-z0-9]*$/;

/** A literal of plain values that may contain pieces of source code. Undefined fields are omitted. */
export function literal(value: unknown): string {
  if (value instanceof Code) return value.source;
  if (typeof value === "string") return textCode(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return "{}";
  return `{ ${fields.map(([key, field]) => `${plainKey.test(key) ? key : `[${textCode(key)}]`}: ${literal(field)}`).join(", ")} }`;
}

/** A function call. Trailing arguments that are empty objects are omitted. */
export function callCode(name: string, ...args: readonly unknown[]): string {
  const needed = args.slice(0, args.findLastIndex((argument) => !isEmpty(argument)) + 1);
  return `${name}(${needed.map(literal).join(", ")})`;
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && !(value instanceof Code) && Object.values(value).every((field) => field === undefined);
}
