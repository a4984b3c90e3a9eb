import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Handler = (received: Received, response: ServerResponse) => void;

export interface PlainService {
  readonly origin: string;
  readonly received: Received[];
  /** Responds by `METHOD /path` (without the query), else by `*`; the default is an unknown route. */
  readonly routes: Map<string, Handler>;
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** The route that every account requests before it writes. */
export const me = { "GET /v1/user/me": json(200, { id: 7 }) };

/** The response to a read of an agent that does not exist. */
export const missing = (id: string) => json(404, { message: `Source agent ${id} not found`, statusCode: 404 });

/** The response to a path that the service does not have. */
export const unknownRoute = (path: string) =>
  json(404, { message: `Cannot GET ${path}`, error: "Not Found", statusCode: 404 });

/** Breaks the connection instead of responding. */
export const reset: Handler = (_, response) => void response.socket?.resetAndDestroy();

/** Returns each handler once, and then always the last. */
export function inTurn(...handlers: Handler[]): Handler {
  let turn = 0;
  return (received, response) => handlers[Math.min(turn++, handlers.length - 1)]?.(received, response);
}

/** The port on which this server listens from now on. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A server on this machine with responses defined by the test. */
export async function plainService(routes: Record<string, Handler> = {}): Promise<PlainService> {
  const table = new Map(Object.entries(routes));
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one: Received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const path = url.split("?")[0];
      const handler =
        table.get(`${method} ${path}`) ??
        table.get("*") ??
        json(404, { message: `Cannot ${method} ${path}`, error: "Not Found", statusCode: 404 });
      handler(one, response);
    });
  });
  const port = await listening(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    routes: table,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
