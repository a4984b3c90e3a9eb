import type { Answer } from "../api/objects";
import { creationTime } from "./creationTime";
import type { Recorded } from "./record";

/** When a lost create was on its way: milliseconds since 1970, by the service's clock as far as its responses show it. */
export interface Sending {
  readonly from: number;
  readonly until: number;
}

/**
 * How long before or after its sending a create may have made an object, in milliseconds: a proxy may deliver or retry a
 * request after this process has given it up, and clocks may differ by minutes. What people make later, even if it is equal,
 * is theirs.
 */
export const sendingLeeway = 15 * 60_000;

/** The same for an object that does not equal the declared one, so that only its time suggests that it is the lost one. */
export const unequalLeeway = 2 * 60_000;

/** The sending of a pending create. States of earlier releases contain only when it was given up, by the machine's clock. */
export function sendingOf({ since, sent }: NonNullable<Recorded["pending"]>): Sending {
  const [from, until] = [sent?.from ?? since, sent?.until ?? since].map((time) => Date.parse(time));
  return { from: from ?? Number.NaN, until: until ?? Number.NaN };
}

/** True unless the time lacks a zone or is in seconds, so that it can only be compared with others of its kind. */
function isAbsolute(time: unknown): boolean {
  return typeof time === "number" ? time > 1e11 : typeof time === "string" && /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time);
}

/** When the object was created in relation to the sending; `unshown` if the service does not return a creation time. */
export function createdWhen(
  answer: Answer,
  { from, until }: Sending,
  leeway = sendingLeeway,
): "before" | "meanwhile" | "after" | "unshown" {
  const at = isAbsolute(answer.createdAt) ? creationTime(answer) : undefined;
  if (at === undefined || Number.isNaN(from) || Number.isNaN(until)) return "unshown";
  if (at < Math.min(from, until) - leeway) return "before";
  return at > Math.max(from, until) + leeway ? "after" : "meanwhile";
}
