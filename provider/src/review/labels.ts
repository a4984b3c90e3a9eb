/** Display names for types and properties. */

const steps: Readonly<Record<string, string>> = {
  visitProfile: "Visit of the profile",
  invitation: "Connection request",
  invitationNote: "Connection request with a note",
  message: "Message",
  voiceMessage: "Voice message",
  likePosts: "Like posts",
  email: "E-mail",
};

export const stepLabel = (type: string): string => steps[type] ?? type;

const targeting: Readonly<Record<string, string>> = {
  targetJobTitles: "job titles",
  targetIndustries: "industries",
  targetLocations: "locations",
  targetCompanySizes: "company sizes",
  targetCompanyTypes: "company types",
  ignoredCompanies: "companies left out",
  mandatoryKeywords: "required keywords",
};

/** The agent properties that contain lists of criteria, with labels. */
export const targetingLabels: readonly (readonly [property: string, label: string])[] = Object.entries(targeting);

const signals: Readonly<Record<string, string>> = {
  SEARCH_KEYWORD: "posts about a keyword",
  COMPETITOR_PAGE_URL: "page of a competitor",
  INFLUENCER_PAGE_URL: "page of an influencer",
  RECENTLY_CHANGED_JOB: "changed jobs recently",
  HIRING: "company is hiring",
  TECHNOLOGY: "company uses a technology",
  VISITED_PROFILE: "visited the profile of a seat",
  YOUR_COMPANY_FOLLOWERS: "follows your company",
  SEARCH_KEYWORD_COMMENT: "comments on posts with a keyword",
  SEARCH_KEYWORD_LIKE: "likes posts with a keyword",
  SEARCH_KEYWORD_POST: "writes posts with a keyword",
  EVENT_KEYWORD: "attends events about a keyword",
  GROUP_KEYWORD: "is in groups about a keyword",
  YOUR_COMPANY: "engages with your company",
  YOUR_PROFILE: "engages with your profile",
  RECENT_ACTIVITY: "was active recently",
  RECENT_FUNDING_EVENT: "company raised money recently",
};

export const signalLabel = (type: string): string => signals[type] ?? type;
