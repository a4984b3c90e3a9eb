import type { FastifyReply } from "fastify";
import type { ControlParts } from "../control/operation.js";

/** The event that the page gets whenever something changes. */
export interface Live {
  /** The service's time in milliseconds since 1970. */
  now: number;
  clock: "manual" | "wall";
  specOnly: boolean;
  /** Counters by kind, which increase whenever objects of the kind change. */
  revisions: Record<string, number>;
}

const LOOK_EVERY = 200;
const SHOW_LIFE_EVERY = 15_000;

/** Sends server-sent events to one page until it is closed: first the current state, then each change. */
export function streamChanges(parts: ControlParts, reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  let sent = "";
  let quietSince = Date.now();
  const look = () => {
    // A page that does not read the stream gets the next state once it reads again.
    if (raw.writableNeedDrain) return;
    const { now, ...rest } = currentState(parts);
    const seen = JSON.stringify(rest);
    const isQuiet = seen === sent;
    if (isQuiet && Date.now() - quietSince < SHOW_LIFE_EVERY) return;
    quietSince = Date.now();
    sent = seen;
    raw.write(isQuiet ? ": still here\n\n" : `data: ${JSON.stringify({ now, ...rest })}\n\n`);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  raw.on("close", () => clearInterval(timer));
}

/** The state on which a response at this moment is based. */
export function currentState({ service, log, faults, webhooks, limiter }: ControlParts): Live {
  const { store, clock, behaviour } = service;
  const inWindow = limiter.usage(clock.rateLimitTime()).reduce((sum, account) => sum + account.inWindow, 0);
  return {
    now: clock.now(),
    clock: clock.mode,
    specOnly: behaviour.specOnly,
    revisions: {
      ...store.revisions(),
      // A wall clock always moves: report only jumps.
      clock: clock.mode === "wall" ? Math.round((clock.now() - Date.now()) / 1000) : clock.now(),
      request: log.revision,
      fault: faults.revision,
      delivery: webhooks.revision,
      limit: inWindow,
    },
  };
}
