import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { WebhookError, type WebhookErrorReason } from "../../../provider/src/webhook/error";
import { contactVector, secret, timestamp } from "./vectors";

/** The moment at which the vectors were signed. */
export const now = new Date(Number(timestamp) * 1000);

export interface Headers {
  readonly "x-service-user-id": string;
  readonly "x-service-timestamp": string;
  readonly "x-service-signature": string;
  readonly [name: string]: string;
}

export function headersOf(hexadecimal: string): Headers {
  return {
    "content-type": "application/json",
    "x-service-user-id": "101",
    "x-service-timestamp": timestamp,
    "x-service-signature": `sha256=${hexadecimal}`,
  };
}

/** The delivery of a vector, as it is passed for verification. */
export const delivery = {
  rawBody: contactVector.body,
  headers: headersOf(contactVector.hexadecimal),
  secret,
  now,
};

/** Signs a delivery that is not a vector. */
export function signed(body: string | Uint8Array, at = timestamp, key = secret) {
  const hexadecimal = createHmac("sha256", key).update(`${at}.`).update(body).digest("hex");
  const headers: Headers = { ...headersOf(hexadecimal), "x-service-timestamp": at };
  return { ...delivery, rawBody: body, headers };
}

/** Expects that a delivery is refused, and returns the error. */
export function refusal(reason: WebhookErrorReason, verify: () => unknown): WebhookError {
  try {
    verify();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    expect(error.reason).toBe(reason);
    return error;
  }
  throw new Error(`accepted, although it must be refused: ${reason}`);
}
