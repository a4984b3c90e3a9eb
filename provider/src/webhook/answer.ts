import type { WebhookError, WebhookErrorReason } from "./error";

/** The HTTP response to a delivery. */
export interface WebhookAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** A word or two. Never contains the reason for a refusal. */
  readonly body: string;
}

const unauthorized = 401;
/** The response status for each reason. */
export const statuses: Readonly<Record<WebhookErrorReason, number>> = {
  // The receiver is not set up correctly.
  "missing-body": 500,
  "body-is-parsed": 500,
  "handler-failed": 500,
  "replay-store-failed": 500,
  // The sender cannot distinguish these.
  unsigned: unauthorized,
  "missing-signature": unauthorized,
  "missing-timestamp": unauthorized,
  "malformed-signature": unauthorized,
  "malformed-timestamp": unauthorized,
  "duplicate-header": unauthorized,
  "no-secret": unauthorized,
  "wrong-signature": unauthorized,
  "timestamp-too-old": unauthorized,
  "timestamp-in-future": unauthorized,
  "missing-user": unauthorized,
  "wrong-user": unauthorized,
  "unreadable-body": 400,
  "not-a-contact": 400,
  aborted: 400,
  "wrong-path": 404,
  "wrong-method": 405,
  "slow-body": 408,
  "too-large": 413,
  "compressed-body": 415,
  "in-progress": 503,
};

const bodies: Readonly<Record<number, string>> = {
  400: "bad request",
  401: "unauthorized",
  404: "not found",
  405: "method not allowed",
  408: "request timeout",
  413: "too large",
  415: "unsupported content encoding",
  500: "failed",
  503: "in progress",
};

/** The response to a refused delivery. */
export function refusalAnswer({ reason }: WebhookError): WebhookAnswer {
  const status = statuses[reason];
  const further: Record<string, string> = {};
  if (reason === "wrong-method") further.allow = "POST";
  if (reason === "in-progress") further["retry-after"] = "1";
  return answer(status, bodies[status] ?? "failed", further);
}

/** The response to a delivery that was handled, now or earlier. */
export const acceptedAnswer = (word: "handled" | "repeated") => answer(200, word);

function answer(status: number, word: string, further: Readonly<Record<string, string>> = {}): WebhookAnswer {
  const body = `${word}\n`;
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": String(body.length), ...further };
  return { status, headers, body };
}
