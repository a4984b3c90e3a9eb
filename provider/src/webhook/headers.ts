import { WebhookError } from "./error";

/** A header's value: several of them where it was sent several times. */
export type WebhookHeaderValue = string | readonly string[] | undefined;

/**
 * The headers of a delivery, with names in any case: an object as Node.js, Express, Fastify and Lambda have it, the
 * `Headers` of fetch, a `Map`, a list of pairs, or the `rawHeaders` of Node.js (names and values in turn).
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
      // Node.js and fetch join the values of a repeated header, and none of these headers contains a comma itself.
      for (const single of String(value).split(", ")) {
        if (single === "") continue;
        const known = read[name] ?? single;
        if (known !== single) throw duplicateHeader(name);
        read[name] = single;
      }
    }
  }
  return read;
}

function duplicateHeader(name: string): WebhookError {
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
  if (isTexts(headers)) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []));
  }
  return isIterable(headers) ? headers : Object.entries(headers);
}

function isIterable(headers: WebhookHeaders): headers is Exclude<WebhookHeaders, Readonly<Record<string, unknown>>> {
  return Symbol.iterator in headers;
}

function isTexts(headers: WebhookHeaders): headers is readonly string[] {
  return Array.isArray(headers) && headers.every((each) => typeof each === "string");
}
