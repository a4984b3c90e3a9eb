import { sameValue } from "../kind/comparing";
import type { Values } from "../lifecycle/kind";
import { type SignalSeat, signal } from "../resources/sourceAgent/signal";
import { call } from "./code";

/** Constructors that take a value, by the type of their signals. */
const valued = new Map([
  ["SEARCH_KEYWORD", "searchKeyword"],
  ["COMPETITOR_PAGE_URL", "competitorPage"],
  ["INFLUENCER_PAGE_URL", "influencerPage"],
  ["TECHNOLOGY", "technology"],
  ["SEARCH_KEYWORD_COMMENT", "searchKeywordComment"],
  ["SEARCH_KEYWORD_LIKE", "searchKeywordLike"],
  ["SEARCH_KEYWORD_POST", "searchKeywordPost"],
  ["EVENT_KEYWORD", "eventKeyword"],
  ["GROUP_KEYWORD", "groupKeyword"],
] as const);

/** Constructors of events, whose value is `true`. */
const events = new Map([
  ["RECENTLY_CHANGED_JOB", "recentlyChangedJob"],
  ["HIRING", "hiring"],
  ["YOUR_COMPANY", "yourCompany"],
  ["YOUR_PROFILE", "yourProfile"],
  ["RECENT_ACTIVITY", "recentActivity"],
  ["RECENT_FUNDING_EVENT", "recentFundingEvent"],
] as const);

/** Constructors of events that need a seat. */
const seatEvents = new Map([
  ["VISITED_PROFILE", "visitedProfile"],
  ["YOUR_COMPANY_FOLLOWERS", "yourCompanyFollowers"],
] as const);

function found<Name>(names: ReadonlyMap<string, Name>, type: unknown): Name | undefined {
  return typeof type === "string" ? names.get(type) : undefined;
}

interface Attempt {
  readonly made: object;
  readonly code: string;
}

/** How the constructor of this type would be called, and what it returns. */
function attempt(type: string, value: string, seat: SignalSeat): Attempt | undefined {
  const ofValue = found(valued, type);
  if (ofValue !== undefined) {
    const inner = ofValue === "searchKeyword" ? value.replace(/^"(.*)"$/, "$1") : value;
    return { made: signal[ofValue](inner, seat), code: call(`outreach.signal.${ofValue}`, inner, seat) };
  }
  const event = found(events, type);
  if (event !== undefined) return { made: signal[event](seat), code: call(`outreach.signal.${event}`, seat) };
  const seatEvent = found(seatEvents, type);
  if (seatEvent === undefined || seat.linkedinSeatId === undefined) return undefined;
  const needed = { linkedinSeatId: seat.linkedinSeatId };
  return { made: signal[seatEvent](needed), code: call(`outreach.signal.${seatEvent}`, needed) };
}

/**
 * A signal in normal form as source text: by the constructor of its type if that returns this very signal, otherwise by
 * the one that takes any type and value.
 */
export function signalCode(signal: Values): string {
  const [type, value] = [String(signal.type), String(signal.value)];
  const seat = seatOf(signal);
  const found = attempt(type, value, seat);
  if (found !== undefined && sameValue(found.made, signal)) return found.code;
  const isShort = value === "true" && Object.keys(seat).length === 0;
  return isShort ? call("outreach.signal.event", type) : call("outreach.signal.event", type, value, seat);
}

function seatOf({ needsUserToken, linkedinSeatId }: Values): SignalSeat {
  return {
    ...(typeof needsUserToken === "boolean" ? { needsUserToken } : {}),
    ...(typeof linkedinSeatId === "number" ? { linkedinSeatId } : {}),
  };
}
