import type { Effect } from "./wire";

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

export interface Attempt {
  readonly effect: Effect;
  /** From 1. */
  readonly number: number;
  /** Milliseconds of waiting that the operation may still spend. */
  readonly timeLeft: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/** A limit is waited for as long as the budget lasts; everything else is tried so many times. */
const mostAttempts = 5;
const firstPause = 500;
const longestPause = 20_000;

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
  if (attempt.number >= mostAttempts) return stop;
  const milliseconds = Math.max(atLeast, fullJitter(attempt));
  if (milliseconds > attempt.timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: false };
}

function waitForLimit(retryAfter: number | undefined, attempt: Attempt): Decision {
  // Without a word of the service: at least a second, since asking at once is what it objects to.
  const milliseconds = retryAfter ?? 1000 + fullJitter(attempt);
  if (milliseconds > attempt.timeLeft) return stop;
  return { next: "wait", milliseconds, everybody: true };
}

/** Anything between nothing and a ceiling that doubles: many callers that failed together do not return together. */
function fullJitter({ number, random }: Attempt): number {
  return random * Math.min(longestPause, firstPause * 2 ** Math.min(number - 1, 20));
}

/** The milliseconds that a `Retry-After` header asks for: seconds, or a date read by the service's own clock. */
export function retryAfterFrom(
  header: string | undefined,
  date: string | undefined,
  wallTime: number,
): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const until = Date.parse(text);
  if (Number.isNaN(until) || !/[a-z]/i.test(text)) return undefined;
  const sent = date === undefined ? Number.NaN : Date.parse(date);
  // Dates count whole seconds: the moment that is meant may lie up to one second later.
  return Math.max(0, until - (Number.isNaN(sent) ? wallTime : sent)) + 1000;
}
