/** Types that the specification names, without the two that it refuses. Service specification: Signal. */
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

/** Types that the service's public description adds. */
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

export const documentedTypes = [...specifiedTypes, ...describedTypes] as const;
const documented: ReadonlySet<unknown> = new Set(documentedTypes);

/** Service specification: `POST /v1/agent`, rule 3. */
export const refusedTypes: ReadonlySet<unknown> = new Set(["LOOKALIKE", "JOB_SEARCH"]);

/** Need `needsUserToken: true` and a seat. Service specification: Signal. */
export const seatTypes: ReadonlySet<unknown> = new Set(["VISITED_PROFILE", "YOUR_COMPANY_FOLLOWERS"]);

/** Events by their names, whose value nobody documented: `true`, as for the documented ones, is the likely one. */
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

/** A signal type that came through `signal.event`: a literal with a slip in it does not compile. */
export type UndocumentedSignalType = string & {
  /** Set by `signal.event` alone; exists for the compiler only. */
  readonly [undocumented]: true;
};

/** The mark exists for the compiler only. */
export function undocumentedType(type: string): UndocumentedSignalType {
  return type as UndocumentedSignalType;
}

/**
 * Signals that the service adds by itself: the visitor signal of a website-visitor agent, whose type is documented
 * nowhere, and whatever a lookalike agent runs on, which takes none from a program.
 */
export function isOfTheService(type: string, agentType: unknown): boolean {
  if (agentType === "lookalike" || /VISITOR|LOOKALIKE/i.test(type)) return true;
  return agentType === "website-visitor" && !isDocumented(type);
}
