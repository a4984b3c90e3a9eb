/**
 * Why a delivery was refused. These values never change; later versions may add others.
 *
 * - `missing-body`: no body was given: the framework has not read it, or something else has already consumed it
 * - `body-is-parsed`: an object was given, or the body has already been read, so its bytes are lost
 * - `too-large`: the body is larger than `maxBodyBytes`
 * - `unsigned`: there is neither a signature nor a timestamp, and unsigned deliveries are not allowed
 * - `missing-signature`, `missing-timestamp`: only the other one of the two headers is present
 * - `malformed-signature`: not `sha256=` and 64 lower-case hexadecimal digits
 * - `malformed-timestamp`: not plain decimal digits
 * - `duplicate-header`: a header has several values
 * - `no-secret`: the delivery is signed, but no secret is configured
 * - `wrong-signature`: signed with another secret, or the body was changed in transit
 * - `timestamp-too-old`: older than the tolerance: a replay, a delay or a wrong clock
 * - `timestamp-in-future`: in the future by more than the tolerance: one of the two clocks is wrong
 * - `missing-user`, `wrong-user`: not sent for the expected user
 * - `unreadable-body`: not UTF-8, not JSON, or nested more than 100 levels deep
 * - `not-a-contact`: JSON without the `id` of a contact
 *
 * A listener also reports:
 *
 * - `wrong-method`, `wrong-path`: not a POST, or not to `path`
 * - `compressed-body`: the body has a content encoding
 * - `slow-body`: the body did not arrive within `bodyTimeoutSeconds`
 * - `aborted`: the sender disconnected before the body was complete
 * - `in-progress`: another process is handling the same delivery
 * - `handler-failed`: `onContact` threw; its error is the `cause`
 * - `replay-store-failed`: the replay store threw; its error is the `cause`
 */
export type WebhookErrorReason =
  | "missing-body"
  | "body-is-parsed"
  | "too-large"
  | "unsigned"
  | "missing-signature"
  | "missing-timestamp"
  | "malformed-signature"
  | "malformed-timestamp"
  | "duplicate-header"
  | "no-secret"
  | "wrong-signature"
  | "timestamp-too-old"
  | "timestamp-in-future"
  | "missing-user"
  | "wrong-user"
  | "unreadable-body"
  | "not-a-contact"
  | "wrong-method"
  | "wrong-path"
  | "compressed-body"
  | "slow-body"
  | "aborted"
  | "in-progress"
  | "handler-failed"
  | "replay-store-failed";

/**
 * Thrown for a refused delivery. The message explains the problem and what to do, for the receiver's log. Do not send it in
 * the response, because it would help an attacker who tries signatures. It contains neither the secret nor the body.
 */
export class WebhookError extends Error {
  /** Always `WebhookError`, even if `instanceof` fails because there are two copies of the package. */
  override readonly name = "WebhookError";

  /**
   * Normally created only by this package.
   * @param reason The reason, for programs.
   * @param message The reason and what to do, for people.
   * @param options The underlying error, if any.
   */
  constructor(
    /** Why the delivery was refused. */
    readonly reason: WebhookErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
