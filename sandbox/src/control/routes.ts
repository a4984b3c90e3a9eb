import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../addresses.js";
import { CONTROL_PREFIX, sendJson } from "../server/server.js";
import { badRequest, ServiceError } from "../serviceError.js";
import type { ControlParts } from "./operation.js";
import { operationNames, operations, runOperation } from "./operations.js";
import { renderPage } from "./page.js";

/** Adds the control and its page to the server. Their requests are neither limited nor logged. */
export function addControlRoutes(server: FastifyInstance, parts: ControlParts): void {
  server.get(CONTROL_PREFIX, (_request, reply) => reply.redirect(`${CONTROL_PREFIX}/`));
  server.get(`${CONTROL_PREFIX}/`, (request, reply) => {
    rejectForeignPages(request);
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(renderPage(parts));
  });

  for (const name of operationNames) {
    const url = `${CONTROL_PREFIX}/${name}`;
    if (operations[name].reads) {
      server.get(url, async (request, reply) => {
        rejectForeignPages(request);
        return sendJson(reply, 200, await runOperation(parts, name, request.query));
      });
    }
    server.post(url, async (request, reply) => {
      rejectForeignPages(request);
      if (request.body !== undefined && !request.headers["content-type"]?.startsWith("application/json")) {
        throw badRequest("The control takes JSON: send content-type application/json");
      }
      return sendJson(reply, 200, await runOperation(parts, name, request.body));
    });
  }
}

/**
 * The control needs no key, so web pages in the user's browser must not reach it. Rejects requests from another origin,
 * and requests under a host name that a page could have made resolve to this machine.
 */
function rejectForeignPages(request: FastifyRequest): void {
  const host = request.headers.host ?? "";
  const name = host.replace(/:\d+$/, "");
  if (!isLoopback(name)) {
    throw new ServiceError(403, "The control answers requests to a loopback address only");
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ServiceError(403, "The control does not answer pages of another origin");
  }
}
