const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const plainInteger = /^-?\d+$/;

/**
 * Parses JSON without rounding: an integer that a JavaScript number cannot hold arrives as its own text. Throws a
 * SyntaxError where the text is not JSON.
 */
export function parseJson(text: string): unknown {
  // Sixteen digits in a row are needed for an unsafe integer, and hardly any answer has them.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const kept = text.replace(stringOrNumber, (token) =>
    plainInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(kept);
}

/** `null` means absent at this service: the same value without them, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // A key of this name would change the prototype of whatever copies it by assignment.
      .filter(([key, item]) => item !== null && key !== "__proto__")
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
