const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const integerToken = /^-?\d+$/;
/** No object of the service is nested this deep. The limit protects recursive functions from stack overflows. */
const mostLevels = 100;

/**
 * Parses JSON without rounding: an integer that a JavaScript number cannot represent becomes a string. Throws a
 * SyntaxError if the text is not JSON, or is nested more than 100 levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return isRounded(value, mostLevels) ? JSON.parse(withLargeNumbersQuoted(text)) : value;
}

/**
 * True if a number in the value may have been rounded. Checks the parsed value because scanning the text for long
 * numbers is slower. Also enforces the nesting limit.
 */
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

/** @param json valid JSON, so every string is terminated, and every number outside strings is a token */
function withLargeNumbersQuoted(json: string): string {
  const parts: string[] = [];
  for (let from = 0; from < json.length; ) {
    const text = json.indexOf('"', from);
    const numbersUntil = text < 0 ? json.length : text;
    parts.push(json.slice(from, numbersUntil).replace(numberToken, quotedIfRounded));
    from = text < 0 ? json.length : endOfString(json, text);
    parts.push(json.slice(numbersUntil, from));
  }
  return parts.join("");
}

function quotedIfRounded(token: string): string {
  return integerToken.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

/** The index after the closing quote. Uses a loop because a regular expression would store state for each character. */
function endOfString(json: string, quote: number): number {
  let at = quote + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Removes `null`s at any depth: in this service, `null` means absent. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    // Assigning to this key would set the prototype of the copy.
    if (item !== null && key !== "__proto__") copy[key] = withoutNulls(item);
  }
  return copy;
}

/** Parses JSON like `parseJson`. Undefined if the text is not JSON. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
