import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import { hostOfRequest, isLoopback } from "../addresses.js";
import type { User } from "../objects/account.js";
import { isRecord } from "../record.js";
import { type Call, nothing, type Route, type Service } from "../service.js";
import { errorBody, JSON_TYPE, ServiceError, unknownRoute } from "../serviceError.js";
import type { Authentication } from "./authentication.js";
import { parseBody } from "./body.js";
import { playFault } from "./faultPlay.js";
import { type ActiveFault, type Faults, faultMoment, omitFromListing } from "./faults.js";
import type { RateLimiter } from "./rateLimiter.js";
import type { ObjectKind, RequestLog, RequestRecord } from "./requestLog.js";

const LARGEST_BODY = 1024 * 1024;
export const CONTROL_PREFIX = "/_control";
/** Marks each response as not from a real service, so that clients know that nobody is written to. */
const SERVICE_HEADER = "x-outreach-service";
const SERVICE_NAME = "pulumi-outreach-sandbox";

export interface ServerParts {
  service: Service;
  authentication: Authentication;
  limiter: RateLimiter;
  log: RequestLog;
  faults: Faults;
  routes: Route[];
  /** Names of hosts that requests may have besides the loopback ones, in lower case. */
  allowedHosts: ReadonlySet<string>;
}

/** A request to the service while it is processed. `actor` is `null` for status endpoints, which need no key. */
interface Progress {
  record: RequestRecord;
  actor: User | null;
  fault: ActiveFault | undefined;
}

const progressOf = new WeakMap<FastifyRequest, Progress>();

/** The HTTP server of the service. */
export function createServer(parts: ServerParts): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    // A connection that a fault keeps open must not prevent the sandbox from stopping.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
    // A trailing slash makes no difference, neither for the operations nor for faults and the log.
    rewriteUrl: ({ url = "/" }) =>
      url.startsWith(CONTROL_PREFIX) ? url : url.replace(/^([^?]*[^/?])\/(?=\?|$)/, "$1"),
    frameworkErrors: (error, request, reply) => {
      const problem = error instanceof Error && error.message ? error.message : "Bad Request";
      return sendJson(reply, 400, errorBody(400, `${problem} (${request.method})`));
    },
  });

  server.removeContentTypeParser("text/plain");
  server.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    try {
      done(null, parseBody(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });

  const now = () => parts.service.clock.now();
  server.addHook("onRequest", (request, reply, done) => {
    // On the raw response, so that responses written by faults and events also have it.
    reply.raw.setHeader(SERVICE_HEADER, SERVICE_NAME);
    const host = hostOfRequest(request.headers);
    if (!isLoopback(host) && !parts.allowedHosts.has(host)) return done(foreignHost(host));
    if (isControl(request)) return done();
    reply.header("date", new Date(now()).toUTCString());
    const progress: Progress = {
      record: parts.log.open(request.method, request.url),
      actor: null,
      fault: undefined,
    };
    progressOf.set(request, progress);
    try {
      admit(parts, request, progress);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    const { fault } = progress;
    if (!fault || faultMoment(fault.fault) === "after") return done();
    const { record } = progress;
    playFault(fault.fault, { request, reply, record, log: parts.log, now: now(), goOn: () => done() });
  });

  server.addHook("onSend", (request, reply, payload, done) => {
    const progress = progressOf.get(request);
    if (!progress) return done(null, payload);
    const { fault, record } = progress;
    const answer = typeof payload === "string" ? payload : "";
    if (fault && faultMoment(fault.fault) === "after" && fault.fault.kind !== "omit") {
      return playFault(fault.fault, {
        request,
        reply,
        record,
        log: parts.log,
        now: now(),
        answer,
        goOn: (changed) => {
          parts.log.finish(record, reply.statusCode);
          done(null, changed ?? payload);
        },
      });
    }
    parts.log.finish(record, reply.statusCode);
    done(null, payload);
  });

  server.get("/health", (_request, reply) => sendJson(reply, 200, { status: "ok" }));
  server.get("/", (request, reply) => {
    reply.header("vary", "accept");
    // Browsers accept HTML explicitly; programs accept anything, or JSON.
    if (request.headers.accept?.includes("text/html")) return reply.redirect(`${CONTROL_PREFIX}/`);
    return sendJson(reply, 200, { status: "ok" });
  });

  for (const route of parts.routes) {
    server.route({
      method: route.method,
      url: route.path,
      // Each operation exists only under its own method.
      exposeHeadRoute: false,
      handler: (request, reply) => carryOut(parts, route, request, reply),
    });
  }

  server.setNotFoundHandler((request, reply) => {
    const error = unknownRoute(request.method, pathOf(request));
    // A code is of the control alone: the service's answers have the form that its specification describes.
    if (isControl(request)) return sendJson(reply, error.statusCode, { ...error.body(), code: "unknownOperation" });
    return sendError(reply, error);
  });

  server.setErrorHandler((error, _request, reply) => {
    if (error instanceof ServiceError) return sendError(reply, error);
    const statusCode = statusOf(error);
    if (statusCode === 413) return sendError(reply, new ServiceError(413, "request entity too large"));
    if (statusCode >= 400 && statusCode < 500) {
      return sendError(reply, new ServiceError(statusCode, error instanceof Error ? error.message : "Bad Request"));
    }
    process.stderr.write(`pulumi-outreach-sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    return sendError(reply, new ServiceError(500, "Internal server error"));
  });

  return server;
}

/**
 * A page on another site may have made its name resolve to this machine. It could then read everything, because the
 * demo keys are public.
 */
function foreignHost(host: string): ServiceError {
  const name = JSON.stringify(host.slice(0, 100));
  return new ServiceError(
    403,
    `The sandbox answers requests to this machine only, and not to the host ${name}. If that is its name, start it with --allow-host`,
  );
}

/** Identifies the user, applies the rate limit, and selects the fault of the request, if any. */
function admit(parts: ServerParts, request: FastifyRequest, progress: Progress): void {
  // By the route if there is one: an address can be written in several ways, such as /%761/list.
  if (!(request.routeOptions.url ?? request.url).startsWith("/v1")) return;
  const { record } = progress;
  const account = parts.authentication.account(request.headers.authorization);
  record.accountId = account.id;
  const refusal = parts.limiter.admit(
    account.id,
    parts.service.clock.rateLimitTime(record.time),
    parts.service.clock.now(),
  );
  if (refusal) {
    throw new ServiceError(429, "Too Many Requests", { "retry-after": String(refusal.retryAfterSeconds) });
  }
  const actor = parts.authentication.actor(account, request.headers["x-impersonate-user-id"]);
  record.userId = actor.id;
  progress.actor = actor;
  progress.fault = parts.faults.take({ method: request.method, path: record.path, userId: actor.id });
  if (progress.fault) {
    const { id, fault } = progress.fault;
    record.fault = { id, kind: fault.kind, when: faultMoment(fault) };
  }
}

function carryOut(parts: ServerParts, route: Route, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const progress = progressOf.get(request);
  if (!progress?.actor) throw new Error("A request reached an operation without authentication");
  const params = request.params as Record<string, string>;
  const isLeftOut = route.source === "description" && parts.service.behaviour.specOnly;
  // With a word instead of an id, it is a different address, which the service does not have.
  if (isLeftOut || Object.values(params).some((value) => /^[a-z]/i.test(value))) {
    throw unknownRoute(request.method, pathOf(request));
  }
  const { actor, record, fault } = progress;
  const call: Call = {
    actor,
    params,
    query: request.query as Record<string, unknown>,
    body: request.body,
  };
  const { result } = parts.service.store.transaction(
    () => route.handle(call),
    (made) => {
      record.applied = true;
      if (route.status === 201) record.created = createdObject(route, made);
      parts.log.writeApplied(record);
    },
  );
  if (result === nothing) return reply.code(204).send();
  const shown = fault?.fault.kind === "omit" ? omitFromListing(result, fault) : result;
  return sendJson(reply, route.status ?? 200, shown);
}

function createdObject(route: Route, result: unknown): RequestRecord["created"] {
  const kind = route.path.split("/")[2] as ObjectKind;
  const { id, name } = result as { id: number; name?: string };
  // A contact's name is personal data.
  return { kind, id, name: kind === "contact" ? "" : (name ?? "") };
}

function isControl(request: FastifyRequest): boolean {
  return request.url.startsWith(CONTROL_PREFIX);
}

function pathOf(request: FastifyRequest): string {
  return request.originalUrl.split("?", 1)[0] ?? request.originalUrl;
}

export function sendJson(reply: FastifyReply, statusCode: number, body: unknown): FastifyReply {
  return reply.code(statusCode).header("content-type", JSON_TYPE).send(JSON.stringify(body));
}

function sendError(reply: FastifyReply, error: ServiceError): FastifyReply {
  reply.headers(error.headers);
  return sendJson(reply, error.statusCode, error.body());
}

function statusOf(error: unknown): number {
  return isRecord(error) && typeof error.statusCode === "number" ? error.statusCode : 500;
}
