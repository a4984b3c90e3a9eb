import type { WebhookAnswer } from "./answer";
import { parsedBody, tooLarge } from "./body";
import type { Receiver } from "./receiver";
import { aborted, BodyPieces, checkRequest, slowBody } from "./request";

/** A handler for runtimes with requests and answers as of fetch. Its promise never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** @param isRouted whether a framework has chosen the path already */
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
  if (request.bodyUsed) throw parsedBody();
  const pieces = new BodyPieces(maxBodyBytes);
  if (request.body === null) return pieces.whole();
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) {
    // The runtime may have ended the stream already.
    request.body.cancel().catch(() => {});
    throw tooLarge(maxBodyBytes);
  }
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(slowBody(bodyTimeoutMilliseconds)), bodyTimeoutMilliseconds);
  });
  try {
    for (;;) {
      const read = reader.read().catch((error: unknown) => Promise.reject(aborted(error)));
      const { done, value } = await Promise.race([read, late]);
      if (done) return pieces.whole();
      if (!pieces.add(value)) throw tooLarge(maxBodyBytes);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
