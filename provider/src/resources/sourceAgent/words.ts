/**
 * The ways in which an agent finds people: the values of `agentType`. Service specification: `POST /v1/agent`, agent type.
 */
export const agentTypes = ["autopilot", "lookalike", "website-visitor"] as const;
export const defaultAgentType = "autopilot";

/**
 * Numbers of employees: the values of `targetCompanySizes`. Service specification: `POST /v1/agent`, target company sizes.
 */
export const companySizes = [
  "2-10",
  "11-50",
  "51-200",
  "201-500",
  "501-1000",
  "1001-5000",
  "5001-10000",
  "10001+",
] as const;

/** Legal forms: the values of `targetCompanyTypes`. Service specification: `POST /v1/agent`, target company types. */
export const companyTypes = [
  "All company types",
  "Private Company",
  "Public Company",
  "Startup",
  "Non-profit",
  "Government",
  "Educational Institution",
  "Other Type",
] as const;

/** Properties that are unordered lists of texts. */
export const textLists = [
  "targetJobTitles",
  "targetIndustries",
  "targetLocations",
  "targetCompanySizes",
  "targetCompanyTypes",
  "ignoredCompanies",
  "mandatoryKeywords",
] as const;
