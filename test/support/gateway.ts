import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface Gateway {
  readonly url: string;
  close(): void;
}

/** The headers that the gateway drops, if any. */
export interface Dropped {
  readonly ofRequest?: (incoming: IncomingMessage) => string | undefined;
  readonly ofAnswer?: string;
}

/** Forwards requests to the service with this address, from another address. */
export async function startGateway(origin: string, { ofRequest, ofAnswer }: Dropped = {}): Promise<Gateway> {
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, response) => {
    const { url, method } = incoming;
    const headers = without(ofRequest?.(incoming), incoming.headers);
    const onward = request({ host: hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, without(ofAnswer, answer.headers));
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The local service as if it were a real one: its responses do not identify it. */
export const asRealService = (origin: string) => startGateway(origin, { ofAnswer: "x-outreach-service" });

function without(dropped: string | undefined, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped));
}
