import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import type { WebhookListener } from "../../../provider/src/webhook";

/** The webhook's route on each server. */
export const route = "/webhooks/outreach";

/** A server on this machine that runs until the test ends. */
export async function listen(server: RequestListener | Server): Promise<string> {
  const running = typeof server === "function" ? createServer(server) : server;
  await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    running.closeAllConnections();
    await new Promise((resolve) => running.close(resolve));
  });
  const { port } = running.address() as AddressInfo;
  return `http://127.0.0.1:${port}${route}`;
}

/** Each way to receive a webhook; the function returns its address. */
export const servers = {
  "node:http": (listener: WebhookListener) => listen(listener.node),
  express: (listener: WebhookListener) => {
    const app = express();
    app.post(route, listener.express);
    app.use(express.json());
    app.all(route, listener.express);
    return listen(app);
  },
  "express with express.raw": (listener: WebhookListener) => {
    const app = express();
    app.all(route, express.raw({ type: () => true, inflate: false }), listener.express);
    return listen(app);
  },
  "express with a kept raw body": (listener: WebhookListener) => {
    const app = express();
    // As in programs that need the raw body on all routes.
    const verify = (request: object, _response: object, body: Buffer) => Object.assign(request, { rawBody: body });
    app.use(express.json({ verify, limit: "10mb", inflate: false }));
    app.all(route, listener.express);
    return listen(app);
  },
  fastify: async (listener: WebhookListener) => {
    const app = fastify();
    await app.register(listener.fastify, { prefix: route });
    // The parsing of other routes does not change.
    app.post("/echo", async (request) => request.body);
    await app.ready();
    return listen(app.server);
  },
  hono: (listener: WebhookListener) => {
    const app = new Hono();
    app.all(route, listener.hono);
    return listen(getRequestListener(app.fetch));
  },
  "a runtime with fetch": (listener: WebhookListener) => listen(getRequestListener(listener.fetch)),
} satisfies Record<string, (listener: WebhookListener) => Promise<string>>;
