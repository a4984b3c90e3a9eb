import { createServer, type IncomingMessage, request } from "node:http";
import type { Stage } from "./stage";

/**
 * The same service under another address, for as long as the work lasts.
 *
 * @param drops the header that does not get through with this request
 */
export async function behindGateway(
  stage: Stage,
  work: (origin: string) => Promise<void>,
  drops: (incoming: IncomingMessage) => string | undefined = () => undefined,
): Promise<void> {
  const { hostname, port } = new URL(stage.settings.origin);
  const server = createServer((incoming, response) => {
    const { url, method } = incoming;
    const dropped = drops(incoming);
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => name !== dropped));
    const onward = request({ host: hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  try {
    await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
