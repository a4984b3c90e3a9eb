import {
  createWebhookListener,
  type WebhookError,
  type WebhookErrorContext,
  type WebhookErrorReason,
  type WebhookEvent,
  type WebhookListenerArgs,
} from "../../../provider/src/webhook";
import { now } from "./deliveries";
import { secret } from "./vectors";

interface Reported extends WebhookErrorContext {
  readonly error: WebhookError;
}

/** A listener for the vectors at the time of their signature, with the events and errors that it has received. */
export function listening(options: Partial<WebhookListenerArgs> = {}) {
  const handled: WebhookEvent[] = [];
  const reported: Reported[] = [];
  const reasons: WebhookErrorReason[] = [];
  const listener = createWebhookListener({
    ...{ secret, now: () => now },
    onContact: (event) => void handled.push(event),
    onError: (error, context) => {
      reported.push({ error, ...context });
      reasons.push(error.reason);
    },
    ...options,
  });
  return { listener, handled, reported, reasons };
}
