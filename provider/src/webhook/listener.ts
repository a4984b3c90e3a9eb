import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookAnswer } from "./answer";
import { type FetchHandler, fetchHandler } from "./fetchHandler";
import { type NodeHandler, nodeHandler } from "./nodeHandler";
import { type ReceivedDelivery, Receiver, type WebhookListenerArgs } from "./receiver";

/** The part of Fastify's requests that the plugin uses. */
export interface FastifyRequestWithRaw {
  /** The request of Node.js. */
  readonly raw: IncomingMessage;
}

/** The part of Fastify's replies that the plugin uses. */
export interface FastifyReplyWithRaw {
  /** The response of Node.js. */
  readonly raw: ServerResponse;
  /** Leaves the answer to the plugin. */
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
  /** The request of fetch. */
  readonly raw: Request;
}

/** The part of Hono's context that the handler uses. */
export interface HonoContextWithRaw {
  /** The request. */
  readonly req: HonoRequestWithRaw;
}

/** Handlers for deliveries. All of them share what was handled, and none needs `this`. */
export interface WebhookListener {
  /** For the server of Node.js: `http.createServer(listener.node)`. */
  readonly node: NodeHandler;
  /**
   * For Express: `app.post("/webhooks/outreach", listener.express)`, before any `express.json()` for all routes, or with
   * `express.raw({ type: () => true })` on the route. A body that was parsed is answered 500, and `onError` gets
   * `body-is-parsed`.
   */
  readonly express: NodeHandler;
  /**
   * For Fastify: `app.register(listener.fastify, { prefix: "/webhooks/outreach" })`. The parsers of other routes stay as
   * they are.
   */
  readonly fastify: (instance: FastifyWithWebhook) => Promise<void>;
  /** For Hono: `app.post("/webhooks/outreach", listener.hono)`. */
  readonly hono: (context: HonoContextWithRaw) => Promise<Response>;
  /** For runtimes with requests as of fetch, such as Deno, Bun, and Workers that have `node:crypto`. */
  readonly fetch: FetchHandler;
  /** For all else, such as Lambda: the answer to a delivery whose raw body is at hand. Never rejects. */
  readonly receive: (delivery: ReceivedDelivery) => Promise<WebhookAnswer>;
}

/**
 * Handlers that receive the service's webhook: they keep the raw body, read no more of it than `maxBodyBytes`, verify it
 * as `verifyWebhook` does, and call `onContact` once for a delivery, however often it arrives within the tolerance.
 *
 * They answer 200 to a delivery that was handled, now or before; 401 to one that is not genuine; 400, 404, 405, 408, 413
 * or 415 to one that cannot be read; 500 if the receiver failed; 503 while another process handles the same one. The
 * answer never says why, but `onError` is told. The specification documents neither what a receiver should answer nor
 * whether a failed delivery is repeated.
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
      // Of this plugin alone: Fastify encapsulates it. The body stays in the request, and is read by the handler.
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
