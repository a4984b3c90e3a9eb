import type { WebhookAnswer } from "./answer";
import { bodyAlreadyParsedError, tooLargeError } from "./body";
import type { Receiver } from "./receiver";
import { abortedError, BodyPieces, checkRequest, slowBodyError } from "./request";

/** A handler for runtimes with Fetch API requests and responses. Its promise never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** @param isRouted whether a framework has already matched the path */
export function fetchHandler(receiver: Receiver, isRouted: boolean): FetchHandler {
  return async (request) => {
    const { status, headers, body } = await answerTo(receiver, request, isRouted);
    return new Response(body, { status, headers });
  };
}

async function answerTo(receiver: Receiver, request: Request, isRouted: boolean): Promise<WebhookAnswer> {
  const { method, url, headers } = request;
  try {
    const encoding = headers.get("content-encoding") ?? undefined;
    checkRequest(method, new URL(url).pathname, isRouted ? undefined : receiver.path, encoding);
    return await receiver.receive({ headers, rawBody: await readBody(receiver, request) });
  } catch (error) {
    return receiver.refuse(error);
  }
}

async function readBody(receiver: Receiver, request: Request): Promise<Uint8Array> {
  const { maxBodyBytes, bodyTimeoutMilliseconds } = receiver;
  if (request.bodyUsed) throw bodyAlreadyParsedError();
  const pieces = new BodyPieces(maxBodyBytes);
  if (request.body === null) return pieces.whole();
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) {
    // The runtime may already have ended the stream.
    request.body.cancel().catch(() => {});
    throw tooLargeError(maxBodyBytes);
  }
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(slowBodyError(bodyTimeoutMilliseconds)), bodyTimeoutMilliseconds);
  });
  try {
    for (;;) {
      const read = reader.read().catch((error: unknown) => Promise.reject(abortedError(error)));
      const { done, value } = await Promise.race([read, late]);
      if (done) return pieces.whole();
      if (!pieces.add(value)) throw tooLargeError(maxBodyBytes);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
