import type { FastifyInstance } from "fastify";
import { addPageRoutes } from "../page/routes.js";
import { CONTROL_PREFIX, sendJson } from "../server/server.js";
import { badRequest } from "../serviceError.js";
import type { ControlParts } from "./operation.js";
import { operationNames, operations, runOperation } from "./operations.js";
import { rejectForeignPages, rejectForeignReads } from "./origin.js";

/** Adds the control and its page to the server. Their requests are neither limited nor logged. */
export function addControlRoutes(server: FastifyInstance, parts: ControlParts): void {
  addPageRoutes(server, parts);

  for (const name of operationNames) {
    const url = `${CONTROL_PREFIX}/${name}`;
    if (operations[name].reads) {
      server.get(url, async (request, reply) => {
        rejectForeignReads(request);
        reply.headers({ "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" });
        return sendJson(reply, 200, await runOperation(parts, name, request.query));
      });
    }
    server.post(url, async (request, reply) => {
      rejectForeignPages(request);
      // A page of another site can send a request without a body or of another type unasked.
      if (!request.headers["content-type"]?.startsWith("application/json")) {
        throw badRequest("The control takes JSON: send content-type application/json");
      }
      return sendJson(reply, 200, await runOperation(parts, name, request.body));
    });
  }
}
