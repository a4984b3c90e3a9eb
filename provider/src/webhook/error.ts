/**
 * Why a delivery was refused. The words never change; later versions may add others.
 *
 * - `missing-body`: no body was given. The framework has not read it, or something else has
 * - `body-is-parsed`: an object was given, or the body has been read already, so that its bytes are lost
 * - `too-large`: the body is larger than `maxBodyBytes`
 * - `unsigned`: neither a signature nor a timestamp, and unsigned deliveries are not allowed
 * - `missing-signature`, `missing-timestamp`: one of the two headers is there, and the other one is not
 * - `malformed-signature`: not `sha256=` and 64 lower-case hexadecimal digits
 * - `malformed-timestamp`: not plain decimal digits
 * - `duplicate-header`: a header was sent with several values
 * - `no-secret`: the delivery is signed, and only unsigned ones are expected
 * - `wrong-signature`: another secret, or a body that was changed on its way
 * - `timestamp-too-old`: sent before the tolerance: a replay, a delay, or a clock that is wrong
 * - `timestamp-in-future`: sent after now, by more than the tolerance: one of the two clocks is wrong
 * - `missing-user`, `wrong-user`: not sent for the expected user
 * - `unreadable-body`: not UTF-8, not JSON, or nested more than 100 levels deep
 * - `not-a-contact`: JSON without the `id` of a contact
 *
 * A listener reports these too:
 *
 * - `wrong-method`, `wrong-path`: not a POST, or to another path than `path`
 * - `compressed-body`: the body has a content encoding
 * - `slow-body`: the body did not arrive within `bodyTimeoutSeconds`
 * - `aborted`: the sender went away before it had sent the whole body
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
 * A delivery that was refused. Its message says what is wrong and what to do about it, for the log of the receiver: do
 * not answer with it, because it helps a sender who tries signatures. It holds neither the secret nor the body.
 */
export class WebhookError extends Error {
  /** Always `WebhookError`, also where two copies of the package make `instanceof` fail. */
  override readonly name = "WebhookError";

  /**
   * Made by this package alone, as a rule.
   * @param reason Why, as a word for programs.
   * @param message Why, and what to do, for people.
   * @param options The error behind it, if there is one.
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
