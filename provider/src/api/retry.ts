import type { Effect } from "./operation";

/** What one attempt has come to. */
export type Happened =
  | { readonly what: "neverSent"; readonly hopeless: boolean }
  | { readonly what: "lost"; readonly hopeless: boolean }
  | {
      readonly what: "answered";
      readonly status: number;
      /** What the service asked for in `Retry-After`. */
      readonly retryAfter?: number;
      /** How the body of a success reads. A page is HTML: another server than the service answers. */
      readonly body: "fine" | "broken" | "page";
    };

export type Decision =
  /** The service has answered, well or not. */
  | { readonly next: "accept" }
  /** Try again after so many milliseconds. `everybody`: the limit is the account's, so all requests wait. */
  | { readonly next: "wait"; readonly milliseconds: number; readonly everybody: boolean }
  /** Tell the person. */
  | { readonly next: "stop" }
  /** Whether a create took effect has to be found out by looking. */
  | { readonly next: "settle" };

/** How often one operation has been sent, up to and with the attempt in question. */
export interface Tries {
  /** Attempts that came to something else than a refusal for the limit. */
  readonly failures: number;
  /** Refusals for the limit (429). */
  readonly refusals: number;
  /** Those of them that came last, one after the other, and did not say how long to wait. */
  readonly unexplained: number;
}

export interface Attempt extends Tries {
  readonly effect: Effect;
  /** Milliseconds of waiting that the operation may still spend. */
  readonly timeLeft: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/** A limit is waited for as long as the budget lasts; everything else is tried so many times. */
const mostAttempts = 5;
const firstPause = 500;
const longestPause = 20_000;
/** Who is refused so often without a word of how long to wait is not refused for a limit of a minute. */
export const mostUnexplained = 5;
/** To ask at once is what the service objects to, whatever it says. */
const shortestForLimit = 1_000;
/** The limits are of a minute and of a day: nothing asks for longer than this. */
const longestAsked = 2 * 86_400_000;

/** Refusals that repeating does not change. */
const transientStatus = new Set([408, 425, 500, 502, 503, 504]);
/** By their definition the server has not acted and asks to come elsewhere. */
const redirectWithoutEffect = new Set([300, 301, 305, 307, 308]);

/** The one place that decides whether a request is sent again. */
export function decide(happened: Happened, attempt: Attempt): Decision {
  if (happened.what === "neverSent") return happened.hopeless ? stop : again(attempt);

  if (happened.what === "lost") {
    if (attempt.effect === "create") return { next: "settle" };
    return happened.hopeless ? stop : again(attempt);
  }

  const { status } = happened;
  if (status === 429) return waitForLimit(happened.retryAfter, attempt);
  if (status >= 200 && status < 300) {
    if (happened.body === "fine") return { next: "accept" };
    if (attempt.effect === "create") return { next: "settle" };
    return happened.body === "page" ? stop : again(attempt);
  }
  if (status >= 300 && status < 400) {
    return attempt.effect === "create" && !redirectWithoutEffect.has(status) ? { next: "settle" } : { next: "accept" };
  }
  if (attempt.effect === "create") {
    // A gateway may give up on a request that the service goes on with.
    return status >= 500 || status === 408 || status === 425 || status < 200 ? { next: "settle" } : { next: "accept" };
  }
  if (!transientStatus.has(status)) return { next: "accept" };
  const decision = again(attempt, happened.retryAfter);
  // The service has answered; its words are a better error than ours.
  return decision.next === "stop" ? { next: "accept" } : decision;
}

const stop: Decision = { next: "stop" };

function again(attempt: Attempt, atLeast = 0): Decision {
  if (attempt.failures >= mostAttempts) return stop;
  const milliseconds = Math.max(atLeast, fullJitter(attempt.failures, attempt.random));
  if (milliseconds > attempt.timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: false };
}

function waitForLimit(retryAfter: number | undefined, { refusals, unexplained, random, timeLeft }: Attempt): Decision {
  if (unexplained >= mostUnexplained) return stop;
  // Without its word they grow faster, so that together they can outlast the window of a limit.
  const jitter = retryAfter === undefined ? 8 * fullJitter(refusals, random) : fullJitter(refusals, random);
  const milliseconds = Math.max(retryAfter ?? 0, shortestForLimit + jitter);
  if (milliseconds > timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: true };
}

/** Anything between nothing and a ceiling that doubles: many callers that failed together do not return together. */
function fullJitter(times: number, random: number): number {
  return random * Math.min(longestPause, firstPause * 2 ** Math.min(times - 1, 20));
}

/** What happened, counted. */
export function counted(before: Tries, happened: Happened): Tries {
  if (happened.what !== "answered" || happened.status !== 429) {
    return { ...before, failures: before.failures + 1, unexplained: 0 };
  }
  const unexplained = happened.retryAfter === undefined ? before.unexplained + 1 : 0;
  return { ...before, refusals: before.refusals + 1, unexplained };
}

export const noTries: Tries = { failures: 0, refusals: 0, unexplained: 0 };

/**
 * The milliseconds that a `Retry-After` header asks for: seconds, or a date read by the service's own clock. Undefined
 * where it asks for nothing (0, a moment that is over) or for what no limit can mean.
 */
export function retryAfterFrom(
  header: string | undefined,
  date: string | undefined,
  wallTime: number,
): number | undefined {
  const milliseconds = asked(header?.trim() ?? "", date, wallTime);
  return milliseconds > 0 && milliseconds <= longestAsked ? milliseconds : undefined;
}

function asked(text: string, date: string | undefined, wallTime: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Dates are short; Date.parse takes its time with what is none.
  if (text.length > 40 || !/[a-z]/i.test(text)) return 0;
  const sent = date === undefined ? Number.NaN : Date.parse(date.slice(0, 40));
  const left = Date.parse(text) - (Number.isNaN(sent) ? wallTime : sent);
  // Dates count whole seconds: the moment that is meant may lie up to one second later.
  return left > 0 ? left + 1000 : 0;
}
