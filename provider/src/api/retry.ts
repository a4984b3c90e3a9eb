import type { Effect } from "./operation";

/** The result of one attempt. */
export type Happened =
  | { readonly what: "neverSent"; readonly hopeless: boolean }
  | { readonly what: "lost"; readonly hopeless: boolean }
  | {
      readonly what: "answered";
      readonly status: number;
      /** Milliseconds that the service asked for in `Retry-After`. */
      readonly retryAfter?: number;
      /** The form of the body. A page is HTML, from another server than the service. */
      readonly body: "fine" | "broken" | "page";
    };

/** What to do after an attempt. */
export type Decision =
  /** Take the answer, success or error. */
  | { readonly next: "accept" }
  /** Try again after this many milliseconds. `everybody`: the limit is the account's, so all requests wait. */
  | { readonly next: "wait"; readonly milliseconds: number; readonly everybody: boolean }
  /** Fail. */
  | { readonly next: "stop" }
  /** Look for the object, to find out whether the create took effect. */
  | { readonly next: "settle" };

/** How often one operation has been sent, including the current attempt. */
export interface Tries {
  /** Attempts with another result than a refusal because of the limit. */
  readonly failures: number;
  /** Refusals because of the limit (429). */
  readonly refusals: number;
  /** The latest refusals in a row that did not say how long to wait. */
  readonly unexplained: number;
}

/** One attempt, and what the decision about the next one depends on. */
export interface Attempt extends Tries {
  readonly effect: Effect;
  /** Milliseconds that the operation may still wait. */
  readonly timeLeft: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/** Attempts per operation. Refusals because of the limit do not count: for those, the wait budget decides. */
const mostAttempts = 5;
const firstPause = 500;
const longestPause = 20_000;
/** After this many refusals in a row without a time to wait, it is probably not the limit per minute. */
export const mostUnexplained = 5;
/** The shortest wait after a 429, whatever the service asks for. */
const shortestForLimit = 1_000;
/** The service limits requests per minute and per day, so a longer wait is no valid request. */
const longestAsked = 2 * 86_400_000;

/** Statuses that may change when the request is repeated. */
const transientStatus = new Set([408, 425, 500, 502, 503, 504]);
/** Redirects that mean by definition that the server has not acted. */
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
  if (attempt.effect === "create") {
    return mayHaveEffect(status) ? { next: "settle" } : { next: "accept" };
  }
  if (!transientStatus.has(status)) return { next: "accept" };
  const decision = again(attempt, happened.retryAfter);
  // The service has answered, and its message is a better error than ours.
  return decision.next === "stop" ? { next: "accept" } : decision;
}

const stop: Decision = { next: "stop" };

/** True if a create may have taken effect although the answer with this status is no success. */
function mayHaveEffect(status: number): boolean {
  if (status < 400) return !redirectWithoutEffect.has(status);
  // A gateway may time out while the service continues to process the request.
  return status >= 500 || status === 408 || status === 425;
}

function again(attempt: Attempt, atLeast = 0): Decision {
  if (attempt.failures >= mostAttempts) return stop;
  const milliseconds = Math.max(atLeast, fullJitter(attempt.failures, attempt.random));
  if (milliseconds > attempt.timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: false };
}

function waitForLimit(retryAfter: number | undefined, { refusals, unexplained, random, timeLeft }: Attempt): Decision {
  if (unexplained >= mostUnexplained) return stop;
  // Without a time to wait, the pauses grow faster, so that together they outlast the window of the limit.
  const jitter = retryAfter === undefined ? 8 * fullJitter(refusals, random) : fullJitter(refusals, random);
  const milliseconds = Math.max(retryAfter ?? 0, shortestForLimit + jitter);
  if (milliseconds > timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: true };
}

/** A random time up to a ceiling that doubles, so that callers that failed together do not return together. */
function fullJitter(times: number, random: number): number {
  return random * Math.min(longestPause, firstPause * 2 ** Math.min(times - 1, 20));
}

/** The tries, including what just happened. */
export function counted(before: Tries, happened: Happened): Tries {
  if (happened.what !== "answered" || happened.status !== 429) {
    return { ...before, failures: before.failures + 1, unexplained: 0 };
  }
  const unexplained = happened.retryAfter === undefined ? before.unexplained + 1 : 0;
  return { ...before, refusals: before.refusals + 1, unexplained };
}

export const noTries: Tries = { failures: 0, refusals: 0, unexplained: 0 };

/**
 * The milliseconds that a `Retry-After` header asks for: seconds, or a date compared with the service's own clock.
 * Undefined if it asks for nothing (0, a date in the past) or for longer than any limit lasts.
 */
export function retryAfterFrom(
  header: string | undefined,
  date: string | undefined,
  wallTime: number,
): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = asked(header.trim(), date, wallTime);
  return milliseconds > 0 && milliseconds <= longestAsked ? milliseconds : undefined;
}

function asked(text: string, date: string | undefined, wallTime: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Dates are short, and Date.parse is slow with long text.
  if (text.length > 40 || !/[a-z]/i.test(text)) return 0;
  const sent = date === undefined ? Number.NaN : Date.parse(date.slice(0, 40));
  const left = Date.parse(text) - (Number.isNaN(sent) ? wallTime : sent);
  // Dates have a resolution of one second, so the meant time may be up to one second later.
  return left > 0 ? left + 1000 : 0;
}
