import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookAnswer } from "./answer";
import { bodyAlreadyParsedError, tooLargeError } from "./body";
import type { Receiver } from "./receiver";
import { abortedError, BodyPieces, checkRequest, slowBodyError } from "./request";

/** A handler for Node.js servers and frameworks that use Node.js requests. Its promise never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** How many milliseconds to keep reading and dropping the rest of a refused body, so that the sender sees the response. */
const longestDrain = 2_000;

/** @param isRouted whether a framework has already matched the path */
export function nodeHandler(receiver: Receiver, isRouted: boolean): NodeHandler {
  return async (request, response) => {
    sendAnswer(request, response, await answerTo(receiver, request, isRouted));
  };
}

async function answerTo(receiver: Receiver, request: IncomingMessage, isRouted: boolean): Promise<WebhookAnswer> {
  const { method, url = "/", headers } = request;
  try {
    checkRequest(method, url, isRouted ? undefined : receiver.path, headers["content-encoding"]);
    return await receiver.receive({
      headers,
      rawBody: bodyReadByFramework(request) ?? (await readBody(receiver, request)),
    });
  } catch (error) {
    return receiver.refuse(error);
  }
}

/** The body as read by a framework: the raw one if it keeps it, otherwise what its parsers returned. */
function bodyReadByFramework(
  request: IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown },
): unknown {
  const { rawBody, body } = request;
  if (rawBody !== undefined) return rawBody;
  if (body !== undefined && request.readableDidRead) return body;
  // Express 4 and some others set an empty object if nothing has read the body.
  return ArrayBuffer.isView(body) || typeof body === "string" ? body : undefined;
}

function readBody(receiver: Receiver, request: IncomingMessage): Promise<Uint8Array> {
  const { maxBodyBytes, bodyTimeoutMilliseconds } = receiver;
  return new Promise((resolve, reject) => {
    if (request.readableDidRead) return reject(bodyAlreadyParsedError());
    if (request.destroyed) return reject(abortedError());
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return reject(tooLargeError(maxBodyBytes));
    const pieces = new BodyPieces(maxBodyBytes);
    const timer = setTimeout(
      () => settle(() => reject(slowBodyError(bodyTimeoutMilliseconds))),
      bodyTimeoutMilliseconds,
    );
    const onData = (piece: Uint8Array | string) => {
      if (!pieces.add(typeof piece === "string" ? Buffer.from(piece) : piece)) {
        settle(() => reject(tooLargeError(maxBodyBytes)));
      }
    };
    const onEnd = () => settle(() => resolve(pieces.whole()));
    const onClose = (error?: unknown) => settle(() => reject(abortedError(error)));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      // A connection error without a listener would end the process.
      request.on("error", () => {});
      end();
    };
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WebhookAnswer,
): void {
  if (response.headersSent || response.destroyed) return;
  response.on("error", () => {});
  const { "content-length": length = "0", "transfer-encoding": transferEncoding } = request.headers;
  const isRead = request.readableDidRead && request.readableEnded;
  if (isRead || (length === "0" && transferEncoding === undefined)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  // Closing a connection while the sender is still writing resets it, and the sender may never see the response. So the
  // response is sent completely, and the connection ends after the body, or after a short time.
  response.writeHead(status, { ...headers, connection: "close" });
  response.write(body);
  const timer = setTimeout(() => request.destroy(), longestDrain).unref();
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  request.once("end", end).once("close", end).resume();
}
