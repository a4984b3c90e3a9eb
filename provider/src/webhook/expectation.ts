import { defaultMaxBodyBytes } from "./body";

/** The receiver's requirements for each delivery. */
export interface WebhookExpectation {
  /**
   * The signing secret from the app (Integrations, Webhook), used exactly as given, including whitespace. While rotating
   * the secret, pass both the old and the new one: a delivery may be signed with either. Required unless `allowUnsigned` is
   * set. Service specification: Events.
   */
  readonly secret?: string | readonly string[];
  /**
   * The id of the user whose events are expected, compared with the header `x-service-user-id`, which the signature does
   * not cover. Default: any user.
   */
  readonly userId?: number | string;
  /**
   * Maximum difference in seconds between the timestamp and now, in either direction, from 0 to 86,400. Default: 300, as
   * recommended by the service's specification.
   */
  readonly toleranceSeconds?: number;
  /** Prefix of the three header names, for a service that uses its own name there. Default: `x-service-`. */
  readonly headerPrefix?: string;
  /**
   * Also accept deliveries without a signature, which anybody who knows the URL can send. Requires `userId`. For webhooks
   * without a signing secret, and while introducing one. Default: false.
   */
  readonly allowUnsigned?: boolean;
  /** Maximum body size in bytes. Default: 1,048,576. */
  readonly maxBodyBytes?: number;
}

/** The validated requirements with all defaults. */
export interface Expectation {
  readonly secrets: readonly string[];
  readonly userId?: string;
  readonly toleranceSeconds: number;
  readonly allowUnsigned: boolean;
  readonly maxBodyBytes: number;
  readonly names: Readonly<Record<"user" | "timestamp" | "signature", string>>;
}

/**
 * Validates the requirements and adds defaults.
 * @throws TypeError if an option is missing or wrong, which is a mistake in the receiver and not in a delivery
 */
export function expectationOf(options: WebhookExpectation): Expectation {
  const { toleranceSeconds = 300, headerPrefix = "x-service-", maxBodyBytes = defaultMaxBodyBytes } = options;
  const allowUnsigned = options.allowUnsigned === true;
  const userId = options.userId === undefined ? undefined : userIdOf(options.userId);
  if (allowUnsigned && userId === undefined) {
    throw new TypeError(
      "allowUnsigned requires userId, because nothing else identifies the user of an unsigned delivery.",
    );
  }
  if (!(toleranceSeconds >= 0 && toleranceSeconds <= 86_400)) {
    throw new TypeError("toleranceSeconds must be a number of seconds from 0 to 86400; the service recommends 300.");
  }
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new TypeError("maxBodyBytes must be a whole number of bytes, at least 1.");
  }
  if (typeof headerPrefix !== "string" || !/^[\w-]+$/.test(headerPrefix)) {
    throw new TypeError('headerPrefix must be the beginning of a header\'s name, such as "x-service-".');
  }
  const prefix = headerPrefix.toLowerCase();
  return {
    secrets: secretsOf(options.secret, allowUnsigned),
    ...{ userId, toleranceSeconds, allowUnsigned, maxBodyBytes },
    names: { user: `${prefix}user-id`, timestamp: `${prefix}timestamp`, signature: `${prefix}signature` },
  };
}

function secretsOf(secret: unknown, allowUnsigned: boolean): readonly string[] {
  if (secret === undefined && allowUnsigned) return [];
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  const texts = secrets.filter((each): each is string => typeof each === "string" && each.trim() !== "");
  if (texts.length === 0 || texts.length < secrets.length) {
    throw new TypeError(
      "secret must be the signing secret from the app (Integrations, Webhook), or a list of such: it is missing or empty. Is its environment variable set?",
    );
  }
  return texts;
}

function userIdOf(userId: unknown): string {
  const text = typeof userId === "number" && Number.isSafeInteger(userId) ? String(userId) : userId;
  if (typeof text !== "string" || !/^[\w.:~-]{1,128}$/.test(text)) {
    throw new TypeError("userId must be the id of a user: a number, or the same as a string.");
  }
  return text;
}
