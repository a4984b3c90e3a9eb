import { safeText } from "../api/redact";
import { acceptedAnswer, refusalAnswer, type WebhookAnswer } from "./answer";
import { WebhookError } from "./error";
import { type Expectation, expectationOf, type WebhookExpectation } from "./expectation";
import type { WebhookHeaders } from "./headers";
import { MemoryReplayStore, type ReplayStore } from "./replay";
import { verifyDelivery, type WebhookEvent } from "./verify";

/** The options of a listener. */
export interface WebhookListenerArgs extends WebhookExpectation {
  /**
   * Handles a delivery. The response is sent when it has finished: 200 if it succeeds, 500 if it throws, in which case the
   * same delivery may come again. Keep it short, because the specification does not state how long the service waits: store
   * the event, and do slow work afterwards. Events may arrive out of order: compare the contact's `updatedAt`.
   */
  readonly onContact: (event: WebhookEvent) => void | Promise<void>;
  /**
   * Called for each delivery that was not handled, with the response status and, if it was verified, the event. Default:
   * prints one line to standard error, except for a wrong method or path.
   */
  readonly onError?: (error: WebhookError, context: WebhookErrorContext) => void | Promise<void>;
  /** Stores which deliveries were handled. Default: in memory, up to 100,000 deliveries. */
  readonly replays?: ReplayStore;
  /**
   * The path that `node` and `fetch` accept, such as `/webhooks/outreach`; others get 404. Frameworks do the routing
   * themselves. Default: any path.
   */
  readonly path?: string;
  /** Maximum seconds for the body to arrive, above 0. Default: 10. */
  readonly bodyTimeoutSeconds?: number;
  /** Returns the current time, as a Date or in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => Date | number;
}

/** Details of a delivery that was not handled. */
export interface WebhookErrorContext {
  /** The response status. */
  readonly status: number;
  /** The delivery, if it was verified. */
  readonly event?: WebhookEvent;
}

/** A delivery as received by a server. */
export interface ReceivedDelivery {
  /** The headers of the request. */
  readonly headers: WebhookHeaders;
  /** The body exactly as it was sent. */
  readonly rawBody: unknown;
}

/** Verifies deliveries and handles each once. Shared by all handlers of a listener. */
export class Receiver {
  readonly path: string | undefined;
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMilliseconds: number;
  private readonly expectation: Expectation;
  private readonly replays: ReplayStore;
  private readonly running = new Map<string, Promise<WebhookAnswer>>();
  private readonly now: () => Date | number;

  /** @throws TypeError if an option is missing or wrong */
  constructor(private readonly args: WebhookListenerArgs) {
    if (typeof args !== "object" || args === null) {
      throw new TypeError("createWebhookListener takes an object with at least `secret` and `onContact`.");
    }
    const { now = Date.now, path, bodyTimeoutSeconds = 10, onContact } = args;
    if (typeof onContact !== "function") throw new TypeError("onContact must be a function that handles an event.");
    if (path !== undefined && !/^\/[^?#]*$/.test(path)) {
      throw new TypeError('path must begin with a slash and have no query, such as "/webhooks/outreach".');
    }
    if (!(bodyTimeoutSeconds > 0 && bodyTimeoutSeconds <= 3600)) {
      throw new TypeError("bodyTimeoutSeconds must be a number of seconds above 0, up to 3600.");
    }
    this.expectation = expectationOf(args);
    this.now = now;
    this.path = path;
    this.maxBodyBytes = this.expectation.maxBodyBytes;
    this.bodyTimeoutMilliseconds = bodyTimeoutSeconds * 1000;
    this.replays = args.replays ?? new MemoryReplayStore(() => Number(now()));
  }

  /** Verifies a delivery and handles it, unless it was handled before. Never rejects. */
  async receive({ headers, rawBody }: ReceivedDelivery): Promise<WebhookAnswer> {
    let event: WebhookEvent;
    try {
      event = verifyDelivery({ rawBody, headers, now: this.now() }, this.expectation);
    } catch (error) {
      return this.refuse(error);
    }
    const { signature, timestamp } = event;
    if (signature === undefined || timestamp === undefined) return this.handle(event);
    const running = this.running.get(signature);
    if (running !== undefined) {
      // The same delivery is already being handled: if that fails, the response to both must be a failure.
      const answer = await running;
      return answer.status === 200 ? acceptedAnswer("repeated") : answer;
    }
    const until = new Date(timestamp.getTime() + this.expectation.toleranceSeconds * 1000);
    const first = this.handleOnce(event, signature, until);
    this.running.set(signature, first);
    try {
      return await first;
    } finally {
      this.running.delete(signature);
    }
  }

  /** Reports a refused request to `onError` and returns the response. Never rejects. */
  async refuse(error: unknown, event?: WebhookEvent): Promise<WebhookAnswer> {
    const known =
      error instanceof WebhookError
        ? error
        : new WebhookError("handler-failed", `The receiver failed: ${messageOf(error)}`, { cause: error });
    const answer = refusalAnswer(known);
    try {
      await (this.args.onError ?? printError)(known, { status: answer.status, ...(event && { event }) });
    } catch {
      // An error thrown by `onError` itself cannot be reported, and the sender still needs a response.
    }
    return answer;
  }

  private async handleOnce(event: WebhookEvent, signature: string, until: Date): Promise<WebhookAnswer> {
    try {
      const claim = await this.replays.claim(signature, until);
      if (claim === "handled") return acceptedAnswer("repeated");
      if (claim === "in-progress") {
        throw new WebhookError("in-progress", "Another process is handling this delivery, and may still fail.");
      }
      // A JavaScript store that always returns true would let every repeated delivery through.
      if (claim !== "claimed") throw new TypeError('claim must answer "claimed", "handled" or "in-progress".');
    } catch (error) {
      return this.refuse(error instanceof WebhookError ? error : storeFailedError("not handled", error), event);
    }
    const answer = await this.handle(event);
    try {
      if (answer.status === 200) await this.replays.complete(signature, until);
      else await this.replays.release(signature);
    } catch (error) {
      // The outcome of the delivery is unaffected, so the response stays the same.
      const consequence = answer.status === 200 ? "handled, and may be handled again" : "not released";
      await this.refuse(storeFailedError(consequence, error), event);
    }
    return answer;
  }

  private async handle(event: WebhookEvent): Promise<WebhookAnswer> {
    try {
      await this.args.onContact(event);
      return acceptedAnswer("handled");
    } catch (cause) {
      const failure = `onContact failed for contact ${event.contact.id}: ${messageOf(cause)}`;
      return this.refuse(new WebhookError("handler-failed", failure, { cause }), event);
    }
  }
}

function storeFailedError(consequence: string, cause: unknown): WebhookError {
  const message = `The replay store failed, and the delivery is ${consequence}: ${messageOf(cause)}`;
  return new WebhookError("replay-store-failed", message, { cause });
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // Programs can throw values without a message, and the sender still needs a response.
    return "it threw a value that is not an error";
  }
}

function printError({ reason, message }: WebhookError, { status }: WebhookErrorContext): void {
  if (reason === "wrong-method" || reason === "wrong-path") return;
  console.error(`pulumi-outreach webhook: ${reason}, answered ${status}. ${safeText(message, 1000)}`);
}
