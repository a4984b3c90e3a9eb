import type { FastifyRequest } from "fastify";
import { ServiceError } from "../serviceError.js";

/**
 * The control needs no key, so web pages in the user's browser must not reach it. Rejects requests from another origin.
 * The server has already rejected host names that a page could have made resolve to this machine.
 */
export function rejectForeignPages(request: FastifyRequest): void {
  const { host = "", origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ServiceError(403, "The control does not answer pages of another origin");
  }
}

/** The same for reads by the page alone: browsers send the site for requests without an origin, such as images. */
export function rejectForeignReads(request: FastifyRequest): void {
  rejectForeignPages(request);
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") {
    throw new ServiceError(403, "The control does not answer pages of another origin");
  }
}
