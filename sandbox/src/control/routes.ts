import type { FastifyInstance } from "fastify";
import { addPageRoutes } from "../page/routes.js";
import { CONTROL_PREFIX, sendJson } from "../server/server.js";
import { badRequest } from "../serviceError.js";
import type { ControlParts } from "./operation.js";
import { operationNames, operations, runOperation } from "./operations.js";
import { rejectForeignPages, rejectForeignReads } from "./origin.js";

/** Other sites may not embed or guess a response, and browsers may not cache it. */
const guarded = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** Adds the control and its page to the server. Their requests are neither limited nor logged. */
export function addControlRoutes(server: FastifyInstance, parts: ControlParts): void {
  addPageRoutes(server, parts);

  for (const name of operationNames) {
    const url = `${CONTROL_PREFIX}/${name}`;
    if (operations[name].reads) {
      server.get(url, async (request, reply) => {
        rejectForeignReads(request);
        reply.headers(guarded);
        return sendJson(reply, 200, await runOperation(parts, name, request.query));
      });
    }
    server.post(url, async (request, reply) => {
      rejectForeignPages(request);
      reply.headers(guarded);
      // A page on another site can send a request without a body, or with another content type, without a preflight.
      if (!request.headers["content-type"]?.startsWith("application/json")) {
        throw badRequest("The control takes JSON: send content-type application/json");
      }
      return sendJson(reply, 200, await runOperation(parts, name, request.body));
    });
  }
}
