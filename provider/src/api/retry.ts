import type { Effect } from "./operation";

/** The result of one attempt. */
export type Happened =
  | { readonly what: "neverSent"; readonly hopeless: boolean }
  | { readonly what: "lost"; readonly hopeless: boolean }
  | {
      readonly what: "answered";
      readonly status: number;
      /** Milliseconds from `Retry-After`. */
      readonly retryAfter?: number;
      /** `page` is HTML, sent by a server other than the service. */
      readonly body: "fine" | "broken" | "page";
    };

/** What to do after an attempt. */
export type Decision =
  /** Use the response, whether success or error. */
  | { readonly next: "accept" }
  /** Retry after this many milliseconds. `everybody`: the limit applies to the account, so all requests wait. */
  | { readonly next: "wait"; readonly milliseconds: number; readonly everybody: boolean }
  /** Fail. */
  | { readonly next: "stop" }
  /** Look for the object to find out whether the create took effect. */
  | { readonly next: "settle" };

/** How often an operation has been sent, including the current attempt. */
export interface Tries {
  /** Attempts with a result other than 429. */
  readonly failures: number;
  /** Attempts refused with 429. */
  readonly refusals: number;
  /** How many of the latest 429s in a row lacked a usable Retry-After. */
  readonly unexplained: number;
}

/** One attempt, with everything that the decision about the next one depends on. */
export interface Attempt extends Tries {
  readonly effect: Effect;
  /** How many milliseconds the operation may still wait. */
  readonly timeLeft: number;
  /** At least 0 and less than 1. */
  readonly random: number;
}

/** Attempts per operation. 429s do not count; the wait budget limits those. */
const mostAttempts = 5;
const firstWait = 500;
const longestWait = 20_000;
/** After this many 429s in a row without a usable Retry-After, the cause is probably not the per-minute limit. */
export const mostUnexplained = 5;
/** The shortest wait after a 429, in milliseconds, whatever the service asks for. */
const shortestForLimit = 1_000;
/** The service limits requests per minute and per day, so a longer Retry-After is not valid. */
const longestAsked = 2 * 86_400_000;

/** Statuses that may change on a retry. */
const transientStatus = new Set([408, 425, 500, 502, 503, 504]);
/** Redirect statuses which by definition mean that the server has done nothing. */
const redirectWithoutEffect = new Set([300, 301, 305, 307, 308]);

/** The only place that decides whether a request is retried. */
export function decide(happened: Happened, attempt: Attempt): Decision {
  if (happened.what === "neverSent") return happened.hopeless ? stop : retry(attempt);

  if (happened.what === "lost") {
    if (attempt.effect === "create") return { next: "settle" };
    return happened.hopeless ? stop : retry(attempt);
  }

  const { status } = happened;
  if (status === 429) return waitForLimit(happened.retryAfter, attempt);
  if (status >= 200 && status < 300) {
    if (happened.body === "fine") return { next: "accept" };
    if (attempt.effect === "create") return { next: "settle" };
    return happened.body === "page" ? stop : retry(attempt);
  }
  if (attempt.effect === "create") {
    return mayHaveEffect(status) ? { next: "settle" } : { next: "accept" };
  }
  if (!transientStatus.has(status)) return { next: "accept" };
  const decision = retry(attempt, happened.retryAfter);
  // The service has responded, and its message is a better error than ours.
  return decision.next === "stop" ? { next: "accept" } : decision;
}

const stop: Decision = { next: "stop" };

/** True if a create or a change may have taken effect although this attempt did not succeed. */
export function mayHaveTakenEffect(happened: Happened): boolean {
  if (happened.what !== "answered") return happened.what === "lost";
  const { status, body } = happened;
  // The service has no such operation.
  if (status === 501) return false;
  return status < 300 ? body !== "fine" : mayHaveEffect(status);
}

/** True if a create or a change may have taken effect despite this error status. */
function mayHaveEffect(status: number): boolean {
  if (status < 400) return !redirectWithoutEffect.has(status);
  // A gateway may time out while the service is still processing the request.
  return status >= 500 || status === 408 || status === 425;
}

function retry(attempt: Attempt, atLeast = 0): Decision {
  if (attempt.failures >= mostAttempts) return stop;
  const milliseconds = Math.max(atLeast, fullJitter(attempt.failures, attempt.random));
  if (milliseconds > attempt.timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: false };
}

function waitForLimit(retryAfter: number | undefined, { refusals, unexplained, random, timeLeft }: Attempt): Decision {
  if (unexplained >= mostUnexplained) return stop;
  // Without a Retry-After the waits grow faster, so that together they outlast the limit's window.
  const jitter = retryAfter === undefined ? 8 * fullJitter(refusals, random) : fullJitter(refusals, random);
  const milliseconds = Math.max(retryAfter ?? 0, shortestForLimit + jitter);
  if (milliseconds > timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: true };
}

/** A random time up to a ceiling that doubles each time, so that callers that failed together do not retry together. */
function fullJitter(times: number, random: number): number {
  return random * Math.min(longestWait, firstWait * 2 ** Math.min(times - 1, 20));
}

/** The tries including the attempt that just ended. */
export function countedTries(before: Tries, happened: Happened): Tries {
  if (happened.what !== "answered" || happened.status !== 429) {
    return { ...before, failures: before.failures + 1, unexplained: 0 };
  }
  const unexplained = happened.retryAfter === undefined ? before.unexplained + 1 : 0;
  return { ...before, refusals: before.refusals + 1, unexplained };
}

export const noTries: Tries = { failures: 0, refusals: 0, unexplained: 0 };

/**
 * The `Retry-After` header in milliseconds. It contains seconds, or a date, which is compared with the service's own
 * clock. Undefined if it requests no wait (0, a date in the past) or one longer than any limit lasts.
 */
export function retryAfterFrom(
  header: string | undefined,
  date: string | undefined,
  wallTime: number,
): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = requestedWait(header.trim(), date, wallTime);
  return milliseconds > 0 && milliseconds <= longestAsked ? milliseconds : undefined;
}

function requestedWait(text: string, date: string | undefined, wallTime: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Dates are short, and Date.parse is slow with long text.
  if (text.length > 40 || !/[a-z]/i.test(text)) return 0;
  const sent = date === undefined ? Number.NaN : Date.parse(date.slice(0, 40));
  const left = Date.parse(text) - (Number.isNaN(sent) ? wallTime : sent);
  // Dates have a resolution of one second, so the intended time may be up to one second later.
  return left > 0 ? left + 1000 : 0;
}
