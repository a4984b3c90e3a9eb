import { WebhookError } from "./error";

/**
 * Checks, before the body is read, whether a request may contain a delivery.
 * @param path of the request, with or without a query
 * @param expectedPath undefined if the request was already routed
 * @throws WebhookError `wrong-path`, `wrong-method`, `compressed-body`
 */
export function checkRequest(
  method: string | undefined,
  path: string,
  expectedPath: string | undefined,
  contentEncoding: string | undefined,
): void {
  if (expectedPath !== undefined && path.replace(/[?#].*$/, "") !== expectedPath) {
    throw new WebhookError("wrong-path", `The request is not for ${expectedPath}.`);
  }
  if (method !== "POST") throw new WebhookError("wrong-method", "The request is not a POST.");
  if (contentEncoding !== undefined && !/^(?:identity)?$/i.test(contentEncoding.trim())) {
    throw new WebhookError(
      "compressed-body",
      "The body has a content encoding. The specification has none, and a small body can decompress to a huge one. If a proxy compresses requests, switch that off.",
    );
  }
}

/** The error for a body that arrived too slowly. */
export const slowBodyError = (milliseconds: number) =>
  new WebhookError("slow-body", `The body did not arrive within ${milliseconds / 1000} s.`);

/** The error for an incomplete body. */
export const abortedError = (cause?: unknown) =>
  new WebhookError("aborted", "The sender went away before it had sent the whole body.", { cause });

/** Collects a body up to a maximum size. */
export class BodyPieces {
  private kept = new Uint8Array(0);
  private length = 0;

  constructor(private readonly most: number) {}

  /** False if the body exceeds the maximum; the piece is then discarded. */
  add(piece: Uint8Array): boolean {
    const length = this.length + piece.length;
    if (length > this.most) return false;
    // Copied into one buffer, because objects for one-byte chunks would take hundreds of times the body's size.
    if (length > this.kept.length) {
      const larger = new Uint8Array(Math.min(this.most, Math.max(length, 2 * this.kept.length)));
      larger.set(this.kept);
      this.kept = larger;
    }
    this.kept.set(piece, this.length);
    this.length = length;
    return true;
  }

  whole(): Uint8Array {
    return this.kept.subarray(0, this.length);
  }
}
