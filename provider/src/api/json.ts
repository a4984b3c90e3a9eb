const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const plainInteger = /^-?\d+$/;
/** No object of the service goes as deep, and every reader of a value goes as deep as the value. */
const mostLevels = 100;

/**
 * Parses JSON without rounding: an integer that a JavaScript number cannot hold arrives as its own text. Throws a
 * SyntaxError where the text is not JSON, or nested beyond all reason.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, mostLevels)) throw new SyntaxError(`nested more than ${mostLevels} levels deep`);
  // Sixteen digits in a row are needed for an unsafe integer, and hardly any answer has them.
  return /\d{16}/.test(text) ? JSON.parse(withLargeNumbersAsTexts(text)) : value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => isDeeper(inner, levels - 1));
}

/** @param json known to be valid, so that each text in it ends, and each number outside of them is one */
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

/** Behind the quote that ends the text. A loop, since an expression remembers each character that it may go back to. */
function endOfText(json: string, quote: number): number {
  let at = quote + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
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
