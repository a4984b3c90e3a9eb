import { safeText } from "../api/redact";
import { accepted, refusal, type WebhookAnswer } from "./answer";
import { WebhookError } from "./error";
import { type Expectation, expectationOf, type WebhookExpectation } from "./expectation";
import type { WebhookHeaders } from "./headers";
import { MemoryReplayStore, type ReplayStore } from "./replay";
import { verified, type WebhookEvent } from "./verify";

/** What a listener needs to know. */
export interface WebhookListenerArgs extends WebhookExpectation {
  /**
   * Handles a delivery. The answer waits for it: 200 if it succeeds, 500 if it throws, and then the same delivery may come
   * again. Keep it short, because the specification does not say how long the service waits for an answer: store the
   * event, and do what takes longer afterwards. Events may arrive in another order than they happened: compare the
   * contact's `updatedAt`.
   */
  readonly onContact: (event: WebhookEvent) => void | Promise<void>;
  /**
   * Hears about each delivery that was not handled, with the status that was answered and, if it was verified, the
   * event. Default: one line on the standard error output, but none for another method or path.
   */
  readonly onError?: (error: WebhookError, context: WebhookErrorContext) => void | Promise<void>;
  /** Remembers which deliveries were handled. Default: the memory of this process, for 100,000 deliveries. */
  readonly replays?: ReplayStore;
  /**
   * The path that `node` and `fetch` listen on, such as `/webhooks/outreach`; others are answered 404. Frameworks choose
   * the route themselves. Default: any path.
   */
  readonly path?: string;
  /** How many seconds a sender may take for the body, above 0. Default: 10. */
  readonly bodyTimeoutSeconds?: number;
  /** The current time, as a Date or in milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => Date | number;
}

/** What else is known about a delivery that was not handled. */
export interface WebhookErrorContext {
  /** The status that was answered. */
  readonly status: number;
  /** The delivery, if it was verified. */
  readonly event?: WebhookEvent;
}

/** A delivery as a server has received it. */
export interface ReceivedDelivery {
  /** The headers of the request. */
  readonly headers: WebhookHeaders;
  /** The body exactly as it was sent. */
  readonly rawBody: unknown;
}

/** Verifies deliveries and handles each once: what all handlers of a listener share. */
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
      event = verified({ rawBody, headers, now: this.now() }, this.expectation);
    } catch (error) {
      return this.refuse(error);
    }
    const { signature, timestamp } = event;
    if (signature === undefined || timestamp === undefined) return this.handle(event);
    const running = this.running.get(signature);
    if (running !== undefined) {
      // It is not handled before the first one is: if that fails, the sender must hear so from both.
      const answer = await running;
      return answer.status === 200 ? accepted("repeated") : answer;
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

  /** The answer to a request that is not handled, after `onError` was told why. Never rejects. */
  async refuse(error: unknown, event?: WebhookEvent): Promise<WebhookAnswer> {
    const known =
      error instanceof WebhookError
        ? error
        : new WebhookError("handler-failed", `The receiver failed: ${messageOf(error)}`, { cause: error });
    const answer = refusal(known);
    try {
      await (this.args.onError ?? printed)(known, { status: answer.status, ...(event && { event }) });
    } catch {
      // Whoever reports an error has nobody to report its own to, and the sender needs an answer.
    }
    return answer;
  }

  private async handleOnce(event: WebhookEvent, signature: string, until: Date): Promise<WebhookAnswer> {
    try {
      const claim = await this.replays.claim(signature, until);
      if (claim === "handled") return accepted("repeated");
      if (claim === "in-progress") {
        throw new WebhookError("in-progress", "Another process is handling this delivery, and may still fail.");
      }
      // A store in JavaScript that answers true for everything would let every repeated delivery through.
      if (claim !== "claimed") throw new TypeError('claim must answer "claimed", "handled" or "in-progress".');
    } catch (error) {
      return this.refuse(error instanceof WebhookError ? error : storeFailed("not handled", error), event);
    }
    const answer = await this.handle(event);
    try {
      if (answer.status === 200) await this.replays.complete(signature, until);
      else await this.replays.release(signature);
    } catch (error) {
      // The contact was handled all the same, or not: the answer stays.
      const consequence = answer.status === 200 ? "handled, and may be handled again" : "not released";
      await this.refuse(storeFailed(consequence, error), event);
    }
    return answer;
  }

  private async handle(event: WebhookEvent): Promise<WebhookAnswer> {
    try {
      await this.args.onContact(event);
      return accepted("handled");
    } catch (cause) {
      const failure = `onContact failed for contact ${event.contact.id}: ${messageOf(cause)}`;
      return this.refuse(new WebhookError("handler-failed", failure, { cause }), event);
    }
  }
}

function storeFailed(consequence: string, cause: unknown): WebhookError {
  const message = `The replay store failed, and the delivery is ${consequence}: ${messageOf(cause)}`;
  return new WebhookError("replay-store-failed", message, { cause });
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // Programs can throw what has no text, and the sender needs an answer.
    return "it threw a value that is no error";
  }
}

function printed({ reason, message }: WebhookError, { status }: WebhookErrorContext): void {
  if (reason === "wrong-method" || reason === "wrong-path") return;
  console.error(`pulumi-outreach webhook: ${reason}, answered ${status}. ${safeText(message, 1000)}`);
}
