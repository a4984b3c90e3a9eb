import type { Contact } from "../reads/answers";
import { contentOf, readRawBody } from "./body";
import { WebhookError } from "./error";
import { type Expectation, expectationOf, type WebhookExpectation } from "./expectation";
import { headerValues, type WebhookHeaders } from "./headers";
import { digestIn, isSignedBy } from "./signature";

/** A delivery and the requirements for it. */
export interface VerifyWebhookArgs extends WebhookExpectation {
  /** The body exactly as it was sent, as bytes or a string. Never a parsed body. */
  readonly rawBody: string | Uint8Array | ArrayBuffer;
  /** The headers of the request, with names in any case. */
  readonly headers: WebhookHeaders;
  /** The current time, as a Date or in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: Date | number;
}

/** A verified delivery. */
export interface WebhookEvent {
  /** The contact that was created or changed. Service specification: Events. */
  readonly contact: Contact;
  /**
   * The complete payload, without `null`s. The specification documents only the contact, not even whether it was created or
   * updated; anything else that the service sends is here.
   */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The user that the event is about, from `x-service-user-id`. The signature does not cover this header. */
  readonly userId: string | undefined;
  /** Whether the delivery was signed with the secret. False only with `allowUnsigned`. */
  readonly signed: boolean;
  /** When the delivery was sent, to the second; undefined if it is not signed. */
  readonly timestamp: Date | undefined;
  /** The signature, which identifies the delivery: a repeated one has the same. Undefined if it is not signed. */
  readonly signature: string | undefined;
}

/**
 * Verifies a delivery of the service's webhook and reads its contact. The body is not parsed before the signature is
 * verified, and signatures are compared in constant time.
 *
 * Does not detect deliveries repeated within the tolerance; `createWebhookListener` does.
 *
 * Service specification: Events.
 *
 * @throws WebhookError if the delivery is refused, with the cause in `reason`
 * @throws TypeError if an option is missing or wrong, such as an empty secret
 */
export function verifyWebhook(args: VerifyWebhookArgs): WebhookEvent {
  return verifyDelivery(args, expectationOf(args));
}

/** Like `verifyWebhook`, with validated requirements. */
export function verifyDelivery(
  { rawBody, headers, now }: Pick<VerifyWebhookArgs, "headers" | "now"> & { readonly rawBody: unknown },
  expectation: Expectation,
): WebhookEvent {
  const milliseconds = millisecondsOf(now);
  const body = readRawBody(rawBody, expectation.maxBodyBytes);
  const { names } = expectation;
  const values = headerValues(headers, Object.values(names));
  const sealed = sealOf(values[names.timestamp], values[names.signature], expectation);
  if (sealed !== undefined) {
    if (!isSignedBy(expectation.secrets, sealed.timestamp, body.bytes, sealed.digest)) {
      throw wrongSignatureError(expectation.secrets, sealed, body.bytes);
    }
    checkAge(milliseconds / 1000 - Number(sealed.timestamp), expectation.toleranceSeconds);
  }
  const userId = values[names.user];
  checkUser(userId, expectation);
  return {
    ...contentOf(body),
    userId,
    signed: sealed !== undefined,
    timestamp: sealed && new Date(Number(sealed.timestamp) * 1000),
    signature: sealed && values[names.signature],
  };
}

/** The headers of a signed delivery. */
interface Seal {
  readonly timestamp: string;
  readonly digest: Uint8Array;
}

/** Undefined if the delivery is unsigned and unsigned ones are allowed. */
function sealOf(
  timestamp: string | undefined,
  signature: string | undefined,
  expectation: Expectation,
): Seal | undefined {
  const { names, secrets, allowUnsigned } = expectation;
  if (timestamp === undefined && signature === undefined) {
    if (allowUnsigned) return undefined;
    throw new WebhookError(
      "unsigned",
      `The delivery is not signed: it has neither ${names.signature} nor ${names.timestamp}. Set a signing secret in the app (Integrations, Webhook); check headerPrefix if the service names its headers differently. allowUnsigned accepts deliveries from anybody.`,
    );
  }
  if (signature === undefined) {
    throw new WebhookError(
      "missing-signature",
      `The header ${names.signature} is missing, although ${names.timestamp} is present.`,
    );
  }
  if (timestamp === undefined) {
    throw new WebhookError(
      "missing-timestamp",
      `The header ${names.timestamp} is missing, although ${names.signature} is present.`,
    );
  }
  // No more digits than a Date can represent, and no sign, whitespace, exponent or leading zero.
  if (!/^(?:0|[1-9]\d{0,11})$/.test(timestamp)) {
    throw new WebhookError(
      "malformed-timestamp",
      `The header ${names.timestamp} is not a Unix time in seconds, in plain decimal digits.`,
    );
  }
  const digest = digestIn(signature);
  if (digest === undefined) {
    throw new WebhookError(
      "malformed-signature",
      `The header ${names.signature} is not "sha256=" followed by 64 lower-case hexadecimal digits.`,
    );
  }
  if (secrets.length === 0) {
    throw new WebhookError(
      "no-secret",
      "The delivery is signed, and no secret was given to check it with: the app has a signing secret now. Pass it as secret.",
    );
  }
  return { timestamp, digest };
}

/** The error for a wrong signature. Mentions if it would be valid without the whitespace around the secret. */
function wrongSignatureError(secrets: readonly string[], { timestamp, digest }: Seal, body: Uint8Array): WebhookError {
  const trimmed = secrets.map((secret) => secret.trim()).filter((secret) => !secrets.includes(secret));
  if (isSignedBy(trimmed, timestamp, body, digest)) {
    return new WebhookError(
      "wrong-signature",
      "The signature was made with the secret without the whitespace around it. Remove the whitespace (or the line break) from this receiver's secret.",
    );
  }
  return new WebhookError(
    "wrong-signature",
    "The signature does not belong to this body and timestamp. Either the secret is not the one in the app (Integrations, Webhook), or the body is not as it was sent: a framework or a proxy may have parsed and written it again.",
  );
}

function checkAge(seconds: number, tolerance: number): void {
  if (seconds > tolerance) {
    throw new WebhookError(
      "timestamp-too-old",
      `The delivery was sent ${inSeconds(seconds)} ago by the clock of this machine, and ${inSeconds(tolerance)} are allowed. Either it was delayed or repeated, or the clock is fast: check that the machine synchronises its clock.`,
    );
  }
  if (-seconds > tolerance) {
    throw new WebhookError(
      "timestamp-in-future",
      `The delivery was sent ${inSeconds(-seconds)} in the future by the clock of this machine, and ${inSeconds(tolerance)} are allowed. The clock is probably slow: check that the machine synchronises its clock.`,
    );
  }
}

const inSeconds = (seconds: number) => `${Math.round(seconds)} s`;

function checkUser(userId: string | undefined, { userId: expected, names }: Expectation): void {
  if (expected === undefined || userId === expected) return;
  throw userId === undefined
    ? new WebhookError("missing-user", `The header ${names.user} is missing, and userId expects one.`)
    : new WebhookError("wrong-user", `The header ${names.user} names another user than userId, which is ${expected}.`);
}

function millisecondsOf(now: unknown = Date.now()): number {
  const milliseconds = now instanceof Date ? now.getTime() : now;
  // Smaller values are probably seconds instead of milliseconds.
  if (typeof milliseconds !== "number" || !(milliseconds >= 100_000_000_000)) {
    throw new TypeError("now must be a Date, or milliseconds since 1970 as of Date.now().");
  }
  return milliseconds;
}
