import { createHmac } from "node:crypto";
import { httpUrl, isLoopback } from "./addresses.js";
import type { WebhookTarget } from "./objects/account.js";
import type { Contact } from "./objects/contact.js";
import { badRequest } from "./serviceError.js";

/** One request to a webhook. */
export interface Delivery {
  contactId: number;
  userId: number;
  event: "created" | "updated";
  url: string;
  signed: boolean;
  /** The status of the response; `null` without a response. */
  status: number | null;
}

/** A delivery with its content. */
export interface Exchange {
  /** Counts from 1. */
  number: number;
  delivery: Delivery;
  /** Milliseconds since 1970, by the machine's clock; `null` until it is sent. */
  sentAt: number | null;
  headers: Record<string, string>;
  body: string;
}

const TIMEOUT = 5_000;
const MOST_REMEMBERED = 10_000;
/** Bodies are kept for fewer deliveries, because they are large. */
const MOST_BODIES = 1_000;

/** Sends contact events to webhooks, in order and each once: the service documents no retries. */
export class Webhooks {
  /** Increases whenever a delivery is added or answered. */
  revision = 0;

  private readonly sent: Delivery[] = [];
  private readonly exchanges: Exchange[] = [];
  private lastNumber = 0;
  /** Deliveries of an earlier round are no longer sent. */
  private round = 0;
  private queue: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  /** Rejects addresses of other machines, so that a test can never reach a real receiver. */
  checkTarget(url: string): void {
    if (!isLoopback(httpUrl(url)?.hostname ?? "")) {
      throw badRequest("url must be an address of this machine, such as http://127.0.0.1:8080/webhook");
    }
  }

  send(target: WebhookTarget, contact: Contact, event: "created" | "updated", payload: unknown): void {
    const delivery: Delivery = {
      contactId: contact.id,
      userId: contact.userId,
      event,
      url: target.url,
      signed: target.secret !== null,
      status: null,
    };
    this.sent.push(delivery);
    if (this.sent.length > MOST_REMEMBERED) this.sent.shift();
    this.lastNumber += 1;
    // Serialized now, because the contact may have changed again by the time the event is sent.
    const body = JSON.stringify(payload);
    const { round } = this;
    const exchange: Exchange = { number: this.lastNumber, delivery, sentAt: null, headers: {}, body };
    this.exchanges.push(exchange);
    if (this.exchanges.length > MOST_BODIES) this.exchanges.shift();
    this.revision += 1;
    this.queue = this.queue.then(async () => {
      if (round !== this.round) return;
      exchange.sentAt = Date.now();
      exchange.headers = signedHeaders(target, contact.userId, exchange.sentAt, body);
      delivery.status = await this.post(target, exchange);
      this.revision += 1;
    });
  }

  deliveries(): Delivery[] {
    return this.sent.map((delivery) => ({ ...delivery }));
  }

  /** The newest deliveries with their content, oldest first. */
  recent(): readonly Exchange[] {
    return this.exchanges;
  }

  /** Forgets all deliveries, and does not send the pending ones. */
  clear(): void {
    this.sent.length = 0;
    this.exchanges.length = 0;
    this.round += 1;
    this.revision += 1;
  }

  settled(): Promise<void> {
    return this.queue;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queue;
  }

  private async post(target: WebhookTarget, { headers, body }: Exchange): Promise<number | null> {
    try {
      const response = await fetch(target.url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // An unreachable receiver is not an error of the service; the delivery has no status.
      return null;
    }
  }
}

/** @param instant the machine's time instead of the sandbox's, because receivers compare it with their own */
function signedHeaders(target: WebhookTarget, userId: number, instant: number, body: string): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-service-user-id": String(userId),
  };
  if (target.secret === null) return headers;
  const timestamp = String(Math.floor(instant / 1000));
  const digest = createHmac("sha256", target.secret).update(`${timestamp}.${body}`).digest("hex");
  return { ...headers, "x-service-timestamp": timestamp, "x-service-signature": `sha256=${digest}` };
}
