import type { FastifyInstance } from "fastify";
import type { ControlParts } from "../control/operation.js";
import { rejectForeignPages, rejectForeignReads } from "../control/origin.js";
import { CONTROL_PREFIX, sendJson } from "../server/server.js";
import { unknownRoute } from "../serviceError.js";
import { PageFiles } from "./files.js";
import { currentState, streamChanges } from "./live.js";
import { readNames, reads } from "./reads.js";
import { makeShell, type Shell } from "./shell.js";

/** Gives the page the revision of a response, so that it reads only later changes again. */
const REVISIONS_HEADER = "x-page-revisions";
const BASE = `${CONTROL_PREFIX}/page`;
/** For everything except the document, which a browser requests directly: other sites may not embed or guess it. */
const guarded = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };

/** Adds the page: its document, its files, its reads, and the events that make it read again. */
export function addPageRoutes(server: FastifyInstance, parts: ControlParts): void {
  let loaded: { files: PageFiles; shell: Shell } | undefined;
  // Loaded at the first visit, because most sandboxes are started by tests and never visited.
  const load = () => {
    if (!loaded) {
      const files = new PageFiles();
      loaded = { files, shell: makeShell(files, BASE) };
    }
    return loaded;
  };

  server.get(CONTROL_PREFIX, (_request, reply) => reply.redirect(`${CONTROL_PREFIX}/`));
  server.get(`${CONTROL_PREFIX}/`, (request, reply) => {
    rejectForeignPages(request);
    const { html, policy } = load().shell;
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-cache")
      .send(html);
  });

  server.get<{ Params: { "*": string } }>(`${BASE}/*`, (request, reply) => {
    rejectForeignReads(request);
    const path = request.params["*"];
    const file = load().files.get(path);
    if (!file) throw unknownRoute(request.method, `${BASE}/${path}`);
    reply.headers({ etag: file.tag, "cache-control": "no-cache", ...guarded });
    if (request.headers["if-none-match"] === file.tag) return reply.code(304).send();
    return reply.header("content-type", file.type).send(file.content);
  });

  for (const name of readNames) {
    server.get(`${BASE}/data/${name}`, async (request, reply) => {
      rejectForeignReads(request);
      // Read before the data, so that a change in between is read again instead of missed.
      const { revisions } = currentState(parts);
      reply.headers({ "cache-control": "no-store", ...guarded, [REVISIONS_HEADER]: JSON.stringify(revisions) });
      return sendJson(reply, 200, await reads[name](parts, request.query));
    });
  }

  server.get(`${BASE}/live`, { exposeHeadRoute: false }, (request, reply) => {
    rejectForeignReads(request);
    streamChanges(parts, reply);
  });
}
