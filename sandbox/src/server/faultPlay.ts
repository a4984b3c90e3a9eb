import type { FastifyReply, FastifyRequest } from "fastify";
import { isRecord } from "../record.js";
import { errorBody, JSON_TYPE } from "../serviceError.js";
import type { Fault } from "./faults.js";
import type { RequestLog, RequestRecord } from "./requestLog.js";

/** A request that a fault affects. */
export interface Scene {
  request: FastifyRequest;
  reply: FastifyReply;
  record: RequestRecord;
  log: RequestLog;
  /** The service's time, as in its header `date`. */
  now: number;
  /** The service's response; missing if the request is not executed. */
  answer?: string;
  /** Continues with the request or its response; `body` replaces the body of the response. */
  goOn(body?: string): void;
}

/** Applies a fault to a request. */
export function playFault(fault: Fault, scene: Scene): void {
  switch (fault.kind) {
    case "status":
      answerWithStatus(scene, fault);
      break;
    case "rateLimit":
      answerWith(scene, 429, JSON.stringify(errorBody(429, "Too Many Requests")), {
        "content-type": JSON_TYPE,
        ...retryAfter(fault.retryAfterSeconds, fault.asDate ? scene.now : undefined),
      });
      break;
    case "foreign":
      answerWith(scene, fault.status ?? plannedStatus(scene), fault.body, { "content-type": fault.contentType });
      break;
    case "empty":
      answerWith(scene, fault.status ?? plannedStatus(scene), "", {});
      break;
    case "delay":
      setTimeout(() => scene.goOn(), fault.milliseconds);
      break;
    case "hang":
      // The connection stays open until the client closes it or the sandbox stops.
      withoutAnswer(scene);
      break;
    case "reset":
      withoutAnswer(scene);
      scene.request.raw.socket.resetAndDestroy();
      break;
    case "truncate":
      truncate(scene, fault.complete);
      break;
    case "drip":
      drip(scene, fault.pieces, fault.milliseconds);
      break;
    case "alter":
      alter(scene, fault);
      break;
    case "omit":
      scene.goOn();
      break;
  }
}

function answerWithStatus(scene: Scene, fault: Extract<Fault, { kind: "status" }>): void {
  const text = typeof fault.body === "string" ? fault.body : undefined;
  const body = text ?? JSON.stringify(fault.body ?? errorBody(fault.status, "Something went wrong"));
  answerWith(scene, fault.status, body, {
    "content-type": text === undefined ? JSON_TYPE : "text/plain; charset=utf-8",
    ...lowerCaseNames(fault.headers),
  });
}

function truncate(scene: Scene, complete: boolean): void {
  const whole = scene.answer ?? JSON.stringify(errorBody(500, "Something went wrong"));
  const part = whole.slice(0, Math.floor(whole.length / 2));
  const status = plannedStatus(scene);
  if (complete) {
    answerWith(scene, status, part, { "content-type": JSON_TYPE });
    return;
  }
  withoutAnswer(scene);
  const { raw } = scene.reply;
  raw.writeHead(status, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(whole) });
  raw.write(part, () => scene.request.raw.socket.destroySoon());
}

function alter(scene: Scene, { set, remove }: Extract<Fault, { kind: "alter" }>): void {
  const answer: unknown = JSON.parse(scene.answer ?? "null");
  const altered = (object: unknown) => {
    if (!isRecord(object)) return object;
    return Object.fromEntries(Object.entries({ ...object, ...set }).filter(([name]) => !remove.includes(name)));
  };
  answerWith(
    scene,
    plannedStatus(scene),
    JSON.stringify(Array.isArray(answer) ? answer.map(altered) : altered(answer)),
    { "content-type": JSON_TYPE },
  );
}

function plannedStatus(scene: Scene): number {
  return scene.answer === undefined ? 500 : scene.reply.statusCode;
}

function answerWith(scene: Scene, status: number, body: string, headers: Record<string, string>): void {
  const { reply, record } = scene;
  for (const name of ["content-type", "content-length", "retry-after"]) reply.removeHeader(name);
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  if (scene.answer === undefined) {
    scene.log.finish(record, status);
    reply.send(body);
  } else {
    scene.goOn(body);
  }
}

function withoutAnswer(scene: Scene): void {
  scene.log.finish(scene.record, null);
  scene.record.durationMilliseconds = null;
}

function drip(scene: Scene, pieces: number, milliseconds: number): void {
  const body = Buffer.from(scene.answer ?? "");
  const { raw, statusCode } = scene.reply;
  scene.log.finish(scene.record, statusCode);
  raw.writeHead(statusCode, { "content-type": JSON_TYPE, "content-length": body.byteLength });
  raw.flushHeaders();
  const size = Math.max(1, Math.ceil(body.byteLength / pieces));
  let sent = 0;
  const timer = setInterval(() => {
    if (raw.destroyed) {
      clearInterval(timer);
      return;
    }
    raw.write(body.subarray(sent, sent + size));
    sent += size;
    if (sent < body.byteLength) return;
    clearInterval(timer);
    raw.end();
  }, milliseconds);
}

/** @param now writes the time as a date, counted from this one */
function retryAfter(seconds: number | undefined, now: number | undefined): Record<string, string> {
  if (seconds === undefined) return {};
  return { "retry-after": now === undefined ? String(seconds) : new Date(now + seconds * 1000).toUTCString() };
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
