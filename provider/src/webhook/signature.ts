import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Lower case only: otherwise a delivery would have several valid signatures, and could be replayed under another one. */
const signatureForm = /^sha256=([0-9a-f]{64})$/;

/** The digest in a signature header. Undefined if it is malformed. */
export function digestIn(header: string): Uint8Array | undefined {
  const [, hexadecimal] = signatureForm.exec(header) ?? [];
  return hexadecimal === undefined ? undefined : Buffer.from(hexadecimal, "hex");
}

/**
 * True if the digest of `{timestamp}.{body}` with one of the secrets equals this one. Compares in constant time with every
 * secret.
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
