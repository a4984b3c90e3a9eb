/** Types in the specification, without the two that the service refuses. Service specification: Signal. */
export const specifiedTypes = [
  "SEARCH_KEYWORD",
  "COMPETITOR_PAGE_URL",
  "INFLUENCER_PAGE_URL",
  "RECENTLY_CHANGED_JOB",
  "HIRING",
  "TECHNOLOGY",
  "VISITED_PROFILE",
  "YOUR_COMPANY_FOLLOWERS",
] as const;

/** Additional types in the service's public description. */
export const describedTypes = [
  "SEARCH_KEYWORD_COMMENT",
  "SEARCH_KEYWORD_LIKE",
  "SEARCH_KEYWORD_POST",
  "EVENT_KEYWORD",
  "GROUP_KEYWORD",
  "YOUR_COMPANY",
  "YOUR_PROFILE",
  "RECENT_ACTIVITY",
  "RECENT_FUNDING_EVENT",
] as const;

/** All documented signal types, without the two that the service refuses. Service specification: Signal. */
export const documentedTypes = [...specifiedTypes, ...describedTypes] as const;
const documented: ReadonlySet<unknown> = new Set(documentedTypes);

const refused = ["LOOKALIKE", "JOB_SEARCH"] as const;
/** Service specification: `POST /v1/agent`, rule 3. */
export const refusedTypes: ReadonlySet<unknown> = new Set(refused);

/** The words in a signal other than its texts: types, and the value of an event. */
export const signalWords: readonly string[] = [...documentedTypes, ...refused, "true"];

/** Types that need `needsUserToken: true` and a seat. Service specification: Signal. */
export const seatTypes: ReadonlySet<unknown> = new Set(["VISITED_PROFILE", "YOUR_COMPANY_FOLLOWERS"]);

/**
 * Types that are events according to their names. Their value is not documented; probably `true`, as for documented events.
 */
export const likelyEvents: ReadonlySet<unknown> = new Set([
  "VISITED_PROFILE",
  "YOUR_COMPANY_FOLLOWERS",
  "YOUR_COMPANY",
  "YOUR_PROFILE",
  "RECENT_ACTIVITY",
  "RECENT_FUNDING_EVENT",
]);

export function isDocumented(type: unknown): boolean {
  return documented.has(type);
}

declare const undocumented: unique symbol;

/** A signal type made by `signal.event`. A separate type, so that a misspelt literal does not compile. */
export type UndocumentedSignalType = string & {
  /** Set only by `signal.event`; exists only for the compiler. */
  readonly [undocumented]: true;
};

/** Marks a type for the compiler. The value stays the same. */
export function undocumentedType(type: string): UndocumentedSignalType {
  return type as UndocumentedSignalType;
}

/**
 * True for signals that the service adds by itself: the visitor signal of a website-visitor agent, whose type is not
 * documented, and all signals of a lookalike agent, for which a program cannot declare any.
 */
export function isOfTheService(type: string, agentType: unknown): boolean {
  if (agentType === "lookalike" || /VISITOR|LOOKALIKE/i.test(type)) return true;
  return agentType === "website-visitor" && !isDocumented(type);
}
