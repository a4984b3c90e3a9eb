import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Lower case only: otherwise one delivery would have several signatures, and could be repeated with another one. */
const form = /^sha256=([0-9a-f]{64})$/;

/** The digest that a signature header states, or undefined if it is malformed. */
export function digestIn(header: string): Uint8Array | undefined {
  const [, hexadecimal] = form.exec(header) ?? [];
  return hexadecimal === undefined ? undefined : Buffer.from(hexadecimal, "hex");
}

/**
 * Whether one of the secrets makes this digest of `{timestamp}.{body}`. Compares with every secret, and each whole
 * digest, so that the time tells nothing about how much of it is right.
 */
export function isSignedBy(
  secrets: readonly string[],
  timestamp: string,
  body: Uint8Array,
  digest: Uint8Array,
): boolean {
  let isRight = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
    isRight = timingSafeEqual(expected, digest) || isRight;
  }
  return isRight;
}
