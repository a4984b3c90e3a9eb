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
  /** The status of the answer; `null` without an answer. */
  status: number | null;
}

const TIMEOUT = 5_000;
const MOST_REMEMBERED = 10_000;

/** Sends contact events to webhooks, one after another and each once: the service documents no retries. */
export class Webhooks {
  private readonly sent: Delivery[] = [];
  /** Deliveries that are not to be sent any more are of an earlier round. */
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
    // Serialized now, because the contact may have changed again by the time the event is sent.
    const body = JSON.stringify(payload);
    const { round } = this;
    this.queue = this.queue.then(async () => {
      if (round !== this.round) return;
      delivery.status = await this.post(target, contact.userId, body);
    });
  }

  deliveries(): Delivery[] {
    return this.sent.map((delivery) => ({ ...delivery }));
  }

  /** Forgets all deliveries, and does not send the pending ones. */
  clear(): void {
    this.sent.length = 0;
    this.round += 1;
  }

  settled(): Promise<void> {
    return this.queue;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queue;
  }

  private async post(target: WebhookTarget, userId: number, body: string): Promise<number | null> {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "x-service-user-id": String(userId),
    };
    if (target.secret !== null) {
      // The machine's time instead of the sandbox's, because receivers compare it with their own.
      const timestamp = String(Math.floor(Date.now() / 1000));
      const digest = createHmac("sha256", target.secret).update(`${timestamp}.${body}`).digest("hex");
      headers["x-service-timestamp"] = timestamp;
      headers["x-service-signature"] = `sha256=${digest}`;
    }
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
      // An unreachable receiver is no error of the service; the delivery has no status.
      return null;
    }
  }
}
