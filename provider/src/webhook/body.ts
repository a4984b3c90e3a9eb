import { Buffer, isUtf8 } from "node:buffer";
import { isRecord, parseJson, withoutNulls } from "../api/json";
import { type Contact, contactIn } from "../reads/contactShape";
import { WebhookError } from "./error";

/** Default maximum body size in bytes, a hundred times the size of a contact. */
export const defaultMaxBodyBytes = 1_048_576;

const keepRawBodyAdvice =
  'Keep the raw body: in Express express.raw({ type: () => true }) on this route, in Fastify a parser with parseAs: "buffer", with fetch and Hono await request.arrayBuffer(). Or use a handler of createWebhookListener.';

/** A raw body: its bytes, and its text if given as a string. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly text?: string;
}

/**
 * Reads a raw body as bytes.
 * @throws WebhookError `missing-body`, `body-is-parsed`, `too-large`, `unreadable-body`
 */
export function readRawBody(rawBody: unknown, maxBodyBytes: number): RawBody {
  if (rawBody === undefined || rawBody === null) {
    throw new WebhookError(
      "missing-body",
      `There is no body: nothing has read it from the request. ${keepRawBodyAdvice}`,
    );
  }
  const bytes = bytesOf(rawBody);
  if (bytes === undefined) throw bodyAlreadyParsedError();
  if (bytes.length > maxBodyBytes) throw tooLargeError(maxBodyBytes);
  if (typeof rawBody !== "string") return { bytes };
  // A lone surrogate has no UTF-8 encoding. It would be encoded as U+FFFD, so two different strings would be the same body.
  if (/\p{Surrogate}/u.test(rawBody)) {
    throw new WebhookError("unreadable-body", `The body is a string that is not valid Unicode. ${keepRawBodyAdvice}`);
  }
  return { bytes, text: rawBody };
}

/** Does not use `instanceof`, which is false for values from another realm, such as a test runner's. */
function bytesOf(rawBody: unknown): Uint8Array | undefined {
  if (typeof rawBody === "string") return Buffer.from(rawBody, "utf8");
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  return isArrayBuffer(rawBody) ? new Uint8Array(rawBody) : undefined;
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/** The error for a body that was already parsed, so that its bytes are lost. */
export function bodyAlreadyParsedError(): WebhookError {
  return new WebhookError(
    "body-is-parsed",
    `The body was read and parsed before, and its signature covers the bytes that were sent, which are lost. ${keepRawBodyAdvice}`,
  );
}

/** The error for a body larger than `maxBodyBytes`. */
export function tooLargeError(maxBodyBytes: number): WebhookError {
  return new WebhookError(
    "too-large",
    `The body is larger than ${maxBodyBytes} bytes. No contact needs that much; if the service has sent it, raise maxBodyBytes.`,
  );
}

/** The content of a delivery. */
export interface Content {
  readonly contact: Contact;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Parses a verified body and finds its contact. `null` means absent; unknown fields are kept.
 * @throws WebhookError `unreadable-body`, `not-a-contact`
 */
export function contentOf(body: RawBody): Content {
  const payload = withoutNulls(parseBody(body));
  if (isRecord(payload)) {
    // The specification does not document the payload beyond the contact, so the contact may be wrapped.
    for (const candidate of [payload, payload.contact, payload.data]) {
      const contact = contactIn(candidate);
      if (contact !== undefined) return { contact, payload };
    }
  }
  throw new WebhookError(
    "not-a-contact",
    "The body contains no contact: neither the payload nor its field contact or data has an id. If it was signed, it does come from the service, and another program may use it.",
  );
}

function parseBody({ bytes, text }: RawBody): unknown {
  try {
    // A TextDecoder would take longer than everything else.
    if (text === undefined && !isUtf8(bytes)) throw new SyntaxError("not UTF-8");
    return parseJson(text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch (cause) {
    throw new WebhookError("unreadable-body", "The body is not JSON in UTF-8, or is nested too deep.", { cause });
  }
}
