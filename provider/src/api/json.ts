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
  if (isDeeper(value, mostLevels)) throw new SyntaxError(`nested more than ${mostLevels} levels deep`);
  // An unsafe integer has at least 16 digits, and hardly any answer has 16 digits in a row.
  return /\d{16}/.test(text) ? JSON.parse(withLargeNumbersAsTexts(text)) : value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => isDeeper(inner, levels - 1));
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
  return Object.fromEntries(
    Object.entries(value)
      // A copy by assignment would set its prototype with this key.
      .filter(([key, item]) => item !== null && key !== "__proto__")
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
