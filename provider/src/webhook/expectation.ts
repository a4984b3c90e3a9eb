import { defaultMaxBodyBytes } from "./body";

/** What a receiver expects of each delivery. */
export interface WebhookExpectation {
  /**
   * The signing secret from the app (Integrations, Webhook), used exactly as given, blanks included. While the secret is
   * being changed, the old one and the new one: a delivery may be signed by either. Required, unless `allowUnsigned`.
   * Service specification: Events.
   */
  readonly secret?: string | readonly string[];
  /**
   * The id of the user whose events are expected, as `x-service-user-id` carries it. The signature does not cover this
   * header. Default: any user.
   */
  readonly userId?: number | string;
  /**
   * How many seconds the timestamp may be away from now, before and after it, from 0 to 86,400. Default: 300, which the
   * service's specification recommends.
   */
  readonly toleranceSeconds?: number;
  /** What the names of the three headers begin with, for a service that names them after itself. Default: `x-service-`. */
  readonly headerPrefix?: string;
  /**
   * Also accept deliveries without a signature, which anybody who knows the address can send; needs `userId`. For a
   * webhook without a signing secret, and while one is being introduced. Default: false.
   */
  readonly allowUnsigned?: boolean;
  /** The largest body that is accepted, in bytes. Default: 1,048,576. */
  readonly maxBodyBytes?: number;
}

/** The same, checked and with all defaults. */
export interface Expectation {
  readonly secrets: readonly string[];
  readonly userId?: string;
  readonly toleranceSeconds: number;
  readonly allowUnsigned: boolean;
  readonly maxBodyBytes: number;
  readonly names: Readonly<Record<"user" | "timestamp" | "signature", string>>;
}

/**
 * Checks what a program expects.
 * @throws TypeError if an option is missing or wrong: a mistake of the receiver, and not of a delivery
 */
export function expectationOf(options: WebhookExpectation): Expectation {
  const { toleranceSeconds = 300, headerPrefix = "x-service-", maxBodyBytes = defaultMaxBodyBytes } = options;
  const allowUnsigned = options.allowUnsigned === true;
  const userId = options.userId === undefined ? undefined : userIdOf(options.userId);
  if (allowUnsigned && userId === undefined) {
    throw new TypeError("allowUnsigned needs userId: nothing else tells whose events an unsigned delivery is about.");
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
