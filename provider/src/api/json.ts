const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const plainInteger = /^-?\d+$/;
/** No object of the service is nested this deep, and functions recurse as deep as the value that they read. */
const mostLevels = 100;

/**
 * Parses JSON without rounding: an integer that a JavaScript number cannot represent becomes a string. Throws a
 * SyntaxError if the text is not JSON, or is nested more than 100 levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return isRounded(value, mostLevels) ? JSON.parse(withLargeNumbersAsTexts(text)) : value;
}

/** Whether a number in it may be rounded. One look for both: text that is scanned for digits takes longer to read. */
function isRounded(value: unknown, levels: number): boolean {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) throw new SyntaxError(`nested more than ${mostLevels} levels deep`);
  let isFound = false;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (isRounded(inner, levels - 1)) isFound = true;
  }
  return isFound;
}

/** @param json valid JSON, so that every string in it ends, and every number outside of strings is a token */
function withLargeNumbersAsTexts(json: string): string {
  const parts: string[] = [];
  for (let from = 0; from < json.length; ) {
    const text = json.indexOf('"', from);
    const numbersUntil = text < 0 ? json.length : text;
    parts.push(json.slice(from, numbersUntil).replace(number, asText));
    from = text < 0 ? json.length : endOfText(json, text);
    parts.push(json.slice(numbersUntil, from));
  }
  return parts.join("");
}

function asText(token: string): string {
  return plainInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

/** The index after the closing quote. A loop, because a regular expression would keep a state for each character. */
function endOfText(json: string, quote: number): number {
  let at = quote + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The same value without `null`s at any depth: for this service, `null` means absent. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    // An assignment to this key would set the prototype of the copy.
    if (item !== null && key !== "__proto__") copy[key] = withoutNulls(item);
  }
  return copy;
}

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
