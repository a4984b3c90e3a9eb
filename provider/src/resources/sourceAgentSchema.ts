import { everyResource } from "./acknowledgement";
import { fraction, id, list, oneOf, strict, text, yesOrNo } from "./fields";
import { signalSchema } from "./signalSchema";

/** Specification: `POST /v1/agent`, agent type. */
export const agentTypes = ["autopilot", "lookalike", "website-visitor"] as const;
export const defaultAgentType = "autopilot";

/** Specification: `POST /v1/agent`, target company sizes. */
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

/** Specification: `POST /v1/agent`, target company types. */
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

const texts = (what: string) => list(text({ what }), `a list of texts, each ${what}`).optional();

export const sourceAgentSchema = strict("a source agent", {
  name: text({ what: "the name of the source agent" }),
  listId: id(),
  targetJobTitles: texts("a job title"),
  targetIndustries: texts("an industry"),
  targetLocations: texts("a location"),
  targetCompanySizes: list(oneOf(companySizes), "a list of company sizes").optional(),
  targetCompanyTypes: list(oneOf(companyTypes), "a list of company types").optional(),
  agentType: oneOf(agentTypes).optional(),
  variables: list(signalSchema, "a list of signals").optional(),
  ignoredCompanies: texts("the name of a company"),
  mandatoryKeywords: texts("a keyword"),
  additionalCriteria: text({ what: "further criteria", most: 200, lines: true }).optional(),
  excludeServiceProviders: yesOrNo().optional(),
  skipIcpFilter: yesOrNo().optional(),
  includeOpenToWorkProfiles: yesOrNo().optional(),
  leadWaterfall: yesOrNo().optional(),
  paused: yesOrNo().optional(),
  minLeadScore: fraction(0, 1).optional(),
  maxCreditUsage: fraction(0, Number.MAX_VALUE).optional(),
  ...everyResource,
});

/** Properties that are lists of texts without an order. */
export const textLists = [
  "targetJobTitles",
  "targetIndustries",
  "targetLocations",
  "targetCompanySizes",
  "targetCompanyTypes",
  "ignoredCompanies",
  "mandatoryKeywords",
] as const;
