import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookAnswer } from "./answer";
import { type FetchHandler, fetchHandler } from "./fetchHandler";
import { type NodeHandler, nodeHandler } from "./nodeHandler";
import { type ReceivedDelivery, Receiver, type WebhookListenerArgs } from "./receiver";

/** The part of Fastify's requests that the plugin uses. */
export interface FastifyRequestWithRaw {
  /** The Node.js request. */
  readonly raw: IncomingMessage;
}

/** The part of Fastify's replies that the plugin uses. */
export interface FastifyReplyWithRaw {
  /** The Node.js response. */
  readonly raw: ServerResponse;
  /** Lets the plugin send the response. */
  hijack(): unknown;
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyWithWebhook {
  /** As of Fastify. */
  removeAllContentTypeParsers(): unknown;
  /** As of Fastify. */
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  /** As of Fastify. */
  all(path: string, handler: (request: FastifyRequestWithRaw, reply: FastifyReplyWithRaw) => unknown): unknown;
}

/** The part of Hono's requests that the handler uses. */
export interface HonoRequestWithRaw {
  /** The Fetch API request. */
  readonly raw: Request;
}

/** The part of Hono's context that the handler uses. */
export interface HonoContextWithRaw {
  /** The request. */
  readonly req: HonoRequestWithRaw;
}

/** Handlers for deliveries. They share the record of handled deliveries, and none needs `this`. */
export interface WebhookListener {
  /** For a Node.js server: `http.createServer(listener.node)`. */
  readonly node: NodeHandler;
  /**
   * For Express: `app.post("/webhooks/outreach", listener.express)`, registered before any global `express.json()`, or with
   * `express.raw({ type: () => true })` on the route. If the body was already parsed, it responds 500 and calls `onError`
   * with `body-is-parsed`.
   */
  readonly express: NodeHandler;
  /**
   * For Fastify: `app.register(listener.fastify, { prefix: "/webhooks/outreach" })`. The parsers of other routes are not
   * affected.
   */
  readonly fastify: (instance: FastifyWithWebhook) => Promise<void>;
  /** For Hono: `app.post("/webhooks/outreach", listener.hono)`. */
  readonly hono: (context: HonoContextWithRaw) => Promise<Response>;
  /** For runtimes with Fetch API requests, such as Deno, Bun, and Workers with `node:crypto`. */
  readonly fetch: FetchHandler;
  /**
   * For everything else, such as Lambda: takes the headers and raw body, and returns the response to send. Never rejects.
   */
  readonly receive: (delivery: ReceivedDelivery) => Promise<WebhookAnswer>;
}

/**
 * Creates handlers that receive the service's webhook. They keep the raw body, read at most `maxBodyBytes` of it, verify it
 * like `verifyWebhook`, and call `onContact` once per delivery, however often it arrives within the tolerance.
 *
 * They respond with 200 to a delivery handled now or earlier; 401 if it is not genuine; 400, 404, 405, 408, 413 or 415 if
 * it cannot be read; 500 if the receiver failed; 503 while another process is handling it. The response never contains the
 * reason; `onError` receives it. The specification documents neither the expected response nor whether failed deliveries
 * are repeated.
 *
 * Service specification: Events.
 *
 * @throws TypeError if an option is missing or wrong, such as an empty secret
 */
export function createWebhookListener(args: WebhookListenerArgs): WebhookListener {
  const receiver = new Receiver(args);
  const routed = nodeHandler(receiver, true);
  const routedFetch = fetchHandler(receiver, true);
  return {
    node: nodeHandler(receiver, false),
    express: routed,
    async fastify(instance) {
      // Affects only this plugin, because Fastify encapsulates it. The body stays in the request for the handler to read.
      instance.removeAllContentTypeParsers();
      instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
      instance.all(receiver.path ?? "/", (request, reply) => {
        reply.hijack();
        return routed(request.raw, reply.raw);
      });
    },
    hono: ({ req }) => routedFetch(req.raw),
    fetch: fetchHandler(receiver, false),
    receive: (delivery) => receiver.receive(delivery),
  };
}
