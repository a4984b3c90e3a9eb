/** True for an id as the service sends it: a number, or a string, as used for numbers that would be rounded. */
export function isServedId(value: unknown): value is number | string {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0;
  return typeof value === "string" && /^[\w.:~-]{1,128}$/.test(value);
}

/** A served id as a trimmed string. Undefined if it is not readable. */
export function readableId(value: unknown): string | undefined {
  const id = typeof value === "string" ? value.trim() : value;
  return isServedId(id) ? String(id) : undefined;
}
