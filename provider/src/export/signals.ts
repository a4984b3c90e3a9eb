import { sameValue } from "../kind/comparing";
import type { Values } from "../lifecycle/kind";
import { type SignalSeat, signal } from "../resources/sourceAgent/signal";
import { callCode } from "./code";

/** Constructors that take a value, by signal type. */
const constructorsWithValue = new Map([
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
const eventConstructors = new Map([
  ["RECENTLY_CHANGED_JOB", "recentlyChangedJob"],
  ["HIRING", "hiring"],
  ["YOUR_COMPANY", "yourCompany"],
  ["YOUR_PROFILE", "yourProfile"],
  ["RECENT_ACTIVITY", "recentActivity"],
  ["RECENT_FUNDING_EVENT", "recentFundingEvent"],
] as const);

/** Constructors of events that need a seat. */
const seatEventConstructors = new Map([
  ["VISITED_PROFILE", "visitedProfile"],
  ["YOUR_COMPANY_FOLLOWERS", "yourCompanyFollowers"],
] as const);

function constructorOf<Name>(names: ReadonlyMap<string, Name>, type: unknown): Name | undefined {
  return typeof type === "string" ? names.get(type) : undefined;
}

interface Attempt {
  readonly made: object;
  readonly code: string;
}

/** The constructor call for this type, and the signal that it returns. */
function tryConstructor(type: string, value: string, seat: SignalSeat): Attempt | undefined {
  const ofValue = constructorOf(constructorsWithValue, type);
  if (ofValue !== undefined) {
    const inner = ofValue === "searchKeyword" ? value.replace(/^"(.*)"$/, "$1") : value;
    return { made: signal[ofValue](inner, seat), code: callCode(`outreach.signal.${ofValue}`, inner, seat) };
  }
  const event = constructorOf(eventConstructors, type);
  if (event !== undefined) return { made: signal[event](seat), code: callCode(`outreach.signal.${event}`, seat) };
  const seatEvent = constructorOf(seatEventConstructors, type);
  if (seatEvent === undefined || seat.linkedinSeatId === undefined) return undefined;
  const needed = { linkedinSeatId: seat.linkedinSeatId };
  return { made: signal[seatEvent](needed), code: callCode(`outreach.signal.${seatEvent}`, needed) };
}

/**
 * Source code for a signal in normal form: a call of its type's constructor if that returns exactly this signal, otherwise
 * of the generic one.
 */
export function signalCode(signal: Values): string {
  const [type, value] = [String(signal.type), String(signal.value)];
  const seat = seatOf(signal);
  const found = tryConstructor(type, value, seat);
  if (found !== undefined && sameValue(found.made, signal)) return found.code;
  const isShort = value === "true" && Object.keys(seat).length === 0;
  return isShort ? callCode("outreach.signal.event", type) : callCode("outreach.signal.event", type, value, seat);
}

function seatOf({ needsUserToken, linkedinSeatId }: Values): SignalSeat {
  return {
    ...(typeof needsUserToken === "boolean" ? { needsUserToken } : {}),
    ...(typeof linkedinSeatId === "number" ? { linkedinSeatId } : {}),
  };
}
