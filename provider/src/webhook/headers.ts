import { WebhookError } from "./error";

/** The value of a header, or several if it was sent several times. */
export type WebhookHeaderValue = string | readonly string[] | undefined;

/**
 * The headers of a delivery, with names in any case: an object as in Node.js, Express, Fastify and Lambda, a Fetch API
 * `Headers`, a `Map`, an array of pairs, or the `rawHeaders` of Node.js (alternating names and values).
 */
export type WebhookHeaders =
  | Readonly<Record<string, WebhookHeaderValue>>
  | Iterable<readonly [name: string, value: WebhookHeaderValue]>
  | readonly string[];

/**
 * Reads some headers of a delivery. Equal values of a repeated header count once; a header without a value is absent.
 * @param names in lower case
 * @throws WebhookError `duplicate-header`, if a header has two values
 */
export function headerValues<Name extends string>(
  headers: WebhookHeaders,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const read: Partial<Record<Name, string>> = {};
  for (const [given, values] of entriesOf(headers)) {
    const lowerCase = String(given).toLowerCase();
    const name = names.find((each) => each === lowerCase);
    if (name === undefined || values === undefined || values === null) continue;
    for (const value of Array.isArray(values) ? values : [values]) {
      // Node.js and fetch join the values of a repeated header with commas, which these headers never contain themselves.
      for (const single of String(value).split(", ")) {
        if (single === "") continue;
        const known = read[name] ?? single;
        if (known !== single) throw duplicateHeaderError(name);
        read[name] = single;
      }
    }
  }
  return read;
}

function duplicateHeaderError(name: string): WebhookError {
  return new WebhookError(
    "duplicate-header",
    `The header ${name} was sent with several values, so that it is not clear which one is meant. If a proxy in front of the receiver sets it, make the proxy pass it on unchanged.`,
  );
}

function entriesOf(headers: WebhookHeaders): Iterable<readonly [unknown, unknown]> {
  if (typeof headers !== "object" || headers === null) {
    throw new TypeError(
      "headers must hold the headers of the request: an object, the Headers of fetch, a Map or a list.",
    );
  }
  if (isStringList(headers)) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []));
  }
  return isIterable(headers) ? headers : Object.entries(headers);
}

function isIterable(headers: WebhookHeaders): headers is Exclude<WebhookHeaders, Readonly<Record<string, unknown>>> {
  return Symbol.iterator in headers;
}

function isStringList(headers: WebhookHeaders): headers is readonly string[] {
  return Array.isArray(headers) && headers.every((each) => typeof each === "string");
}
