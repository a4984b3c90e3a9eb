import { isRecord } from "../api/json";
import { visibleJson } from "../text/characters";

/** A piece of source code. A separate class, so that values from the account cannot be mistaken for code. */
export class Code {
  constructor(readonly source: string) {}
}

const plainKey = /^[A-Za-z][A-Za-z0-9]*$/;

/** A literal of plain values that may contain pieces of source code. Undefined fields are omitted. */
export function literal(value: unknown): string {
  if (value instanceof Code) return value.source;
  if (typeof value === "string") return visibleJson(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return "{}";
  return `{ ${fields.map(([key, field]) => `${plainKey.test(key) ? key : `[${visibleJson(key)}]`}: ${literal(field)}`).join(", ")} }`;
}

/** A function call. Trailing arguments that are empty objects are omitted. */
export function callCode(name: string, ...args: readonly unknown[]): string {
  const needed = args.slice(0, args.findLastIndex((argument) => !isEmpty(argument)) + 1);
  return `${name}(${needed.map(literal).join(", ")})`;
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && !(value instanceof Code) && Object.values(value).every((field) => field === undefined);
}
