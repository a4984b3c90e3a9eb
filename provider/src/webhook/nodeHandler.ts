import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookAnswer } from "./answer";
import { parsedBody, tooLarge } from "./body";
import type { Receiver } from "./receiver";
import { aborted, BodyPieces, checkRequest, slowBody } from "./request";

/** A handler for the server of Node.js, and for frameworks that use its requests. Its promise never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** For how many milliseconds the rest of a refused body is read and dropped, so that its sender sees the answer. */
const longestDrain = 2_000;

/** @param isRouted whether a framework has chosen the path already */
export function nodeHandler(receiver: Receiver, isRouted: boolean): NodeHandler {
  return async (request, response) => {
    send(request, response, await answerTo(receiver, request, isRouted));
  };
}

async function answerTo(receiver: Receiver, request: IncomingMessage, isRouted: boolean): Promise<WebhookAnswer> {
  const { method, url = "/", headers } = request;
  try {
    checkRequest(method, url, isRouted ? undefined : receiver.path, headers["content-encoding"]);
    return await receiver.receive({ headers, rawBody: keptBody(request) ?? (await readBody(receiver, request)) });
  } catch (error) {
    return receiver.refuse(error);
  }
}

/** The body that a framework has read: the raw one where it keeps one, or what its parsers have made of it. */
function keptBody(request: IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown }): unknown {
  const { rawBody, body } = request;
  if (rawBody !== undefined) return rawBody;
  if (body !== undefined && request.readableDidRead) return body;
  // Express 4 and some others have an empty object there for a body that nothing has read.
  return ArrayBuffer.isView(body) || typeof body === "string" ? body : undefined;
}

function readBody(receiver: Receiver, request: IncomingMessage): Promise<Uint8Array> {
  const { maxBodyBytes, bodyTimeoutMilliseconds } = receiver;
  return new Promise((resolve, reject) => {
    if (request.readableDidRead) return reject(parsedBody());
    if (request.destroyed) return reject(aborted());
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return reject(tooLarge(maxBodyBytes));
    const pieces = new BodyPieces(maxBodyBytes);
    const timer = setTimeout(() => settle(() => reject(slowBody(bodyTimeoutMilliseconds))), bodyTimeoutMilliseconds);
    const onData = (piece: Uint8Array | string) => {
      if (!pieces.add(typeof piece === "string" ? Buffer.from(piece) : piece)) {
        settle(() => reject(tooLarge(maxBodyBytes)));
      }
    };
    const onEnd = () => settle(() => resolve(pieces.whole()));
    const onClose = (error?: unknown) => settle(() => reject(aborted(error)));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      // An error of a connection that nobody listens to would end the process.
      request.on("error", () => {});
      end();
    };
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: WebhookAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.on("error", () => {});
  const { "content-length": length = "0", "transfer-encoding": transferEncoding } = request.headers;
  const isRead = request.readableDidRead && request.readableEnded;
  if (isRead || (length === "0" && transferEncoding === undefined)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  // A connection that is closed while its sender still writes is reset, and the sender may never see the answer. So the
  // answer goes out whole, and the connection ends when the body does, or soon.
  response.writeHead(status, { ...headers, connection: "close" });
  response.write(body);
  const timer = setTimeout(() => request.destroy(), longestDrain).unref();
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  request.once("end", end).once("close", end).resume();
}
