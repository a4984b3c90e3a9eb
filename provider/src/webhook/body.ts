import { Buffer, isUtf8 } from "node:buffer";
import { isRecord, parseJson, withoutNulls } from "../api/json";
import { type Contact, contactIn } from "../reads/contactShape";
import { WebhookError } from "./error";

/** The largest body that is accepted by default, in bytes: a hundred times what a contact needs. */
export const defaultMaxBodyBytes = 1_048_576;

const howToKeep =
  'Keep the raw body: in Express express.raw({ type: () => true }) on this route, in Fastify a parser with parseAs: "buffer", with fetch and Hono await request.arrayBuffer(). Or use a handler of createWebhookListener.';

/** A raw body: its bytes, and its text if that was given. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly text?: string;
}

/**
 * The bytes of a raw body.
 * @throws WebhookError `missing-body`, `body-is-parsed`, `too-large`, `unreadable-body`
 */
export function readRawBody(rawBody: unknown, maxBodyBytes: number): RawBody {
  if (rawBody === undefined || rawBody === null) {
    throw new WebhookError("missing-body", `There is no body: nothing has read it from the request. ${howToKeep}`);
  }
  const bytes = bytesOf(rawBody);
  if (bytes === undefined) throw parsedBody();
  if (bytes.length > maxBodyBytes) throw tooLarge(maxBodyBytes);
  if (typeof rawBody !== "string") return { bytes };
  // Half of a surrogate pair has no bytes of its own: it would count as U+FFFD, so that two texts were one body.
  if (/\p{Surrogate}/u.test(rawBody)) {
    throw new WebhookError("unreadable-body", `The body is a string that is not valid Unicode. ${howToKeep}`);
  }
  return { bytes, text: rawBody };
}

/** Without `instanceof`, which is false for values of another realm, such as those of a test runner. */
function bytesOf(rawBody: unknown): Uint8Array | undefined {
  if (typeof rawBody === "string") return Buffer.from(rawBody, "utf8");
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  return isArrayBuffer(rawBody) ? new Uint8Array(rawBody) : undefined;
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/** The error for a body whose bytes are lost. */
export function parsedBody(): WebhookError {
  return new WebhookError(
    "body-is-parsed",
    `The body was read and parsed before, and its signature covers the bytes that were sent, which are lost. ${howToKeep}`,
  );
}

/** The error for a body that is larger than allowed. */
export function tooLarge(maxBodyBytes: number): WebhookError {
  return new WebhookError(
    "too-large",
    `The body is larger than ${maxBodyBytes} bytes. No contact needs that much; if the service has sent it, raise maxBodyBytes.`,
  );
}

/** What a delivery carries. */
export interface Content {
  readonly contact: Contact;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * The contact in a body whose signature is right. `null` means absent, and unknown fields are kept.
 * @throws WebhookError `unreadable-body`, `not-a-contact`
 */
export function contentOf(body: RawBody): Content {
  const payload = withoutNulls(parsed(body));
  if (isRecord(payload)) {
    // The specification does not show what else a payload holds: it may wrap the contact to say more about it.
    for (const candidate of [payload, payload.contact, payload.data]) {
      const contact = contactIn(candidate);
      if (contact !== undefined) return { contact, payload };
    }
  }
  throw new WebhookError(
    "not-a-contact",
    "The body holds no contact: it has no id, and neither has its field contact or data. It comes from the service if it was signed, so that other programs can read it as they need.",
  );
}

function parsed({ bytes, text }: RawBody): unknown {
  try {
    // A TextDecoder would take more time than all else.
    if (text === undefined && !isUtf8(bytes)) throw new SyntaxError("not UTF-8");
    return parseJson(text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch (cause) {
    throw new WebhookError("unreadable-body", "The body is not JSON in UTF-8, or is nested too deep.", { cause });
  }
}
