import { defineKind, type FieldsOf } from "../../kind/defineKind";
import { flag, id, number, text, textSet, withDefault, word, wordSet } from "../../kind/fields";
import { campaignKind } from "../campaign/kind";
import type { SourceAgentArgs } from "./args";
import { losses, policy } from "./policy";
import { sourceAgentProblems } from "./rules";
import { signalsField } from "./signalForm";
import type { SourceAgentValues } from "./values";
import { needsAsIs, sourceAgentWarnings } from "./warnings";
import { agentTypes, companySizes, companyTypes, defaultAgentType } from "./words";

const described = { source: "P", changes: "update" } as const;
const cleared = { ...described, nullable: true } as const;

export const sourceAgentFields = {
  name: text({ ...described, required: true, role: "name", what: "the name of the source agent" }),
  listId: id({
    ...{ source: "S", changes: "update", required: true, nullable: true, refersTo: "List" },
    trait: (value) => `list ${value}`,
  }),
  targetJobTitles: textSet({ ...described, what: "a job title" }),
  targetIndustries: textSet({ ...described, what: "an industry" }),
  targetLocations: textSet({ ...described, what: "a location" }),
  targetCompanySizes: wordSet({ ...described, what: "company sizes", words: companySizes }),
  targetCompanyTypes: wordSet({ ...described, what: "company types", words: companyTypes }),
  agentType: withDefault(defaultAgentType, word({ source: "P", changes: "replace", words: agentTypes, trait: String })),
  variables: signalsField,
  ignoredCompanies: textSet({ ...cleared, avoids: true, what: "the name of a company" }),
  mandatoryKeywords: textSet({ ...cleared, what: "a keyword" }),
  additionalCriteria: text({ ...cleared, what: "further criteria", most: 200, lines: true }),
  excludeServiceProviders: flag(described),
  skipIcpFilter: flag(described),
  includeOpenToWorkProfiles: flag(described),
  leadWaterfall: flag(described),
  paused: flag({ source: "S", changes: "update", role: "paused" }),
  minLeadScore: number({ ...cleared, from: 0, to: 1 }),
  maxCreditUsage: number({ ...cleared, from: 0 }),
} satisfies FieldsOf<SourceAgentArgs>;

export const sourceAgentKind = defineKind<SourceAgentValues>({
  name: "SourceAgent",
  noun: "source agent",
  path: "/v1/agent",
  operations: { list: "P", read: "P", create: "S", update: "P", pause: "S", delete: "S" },
  loses: losses,
  feeds: { kind: campaignKind, target: "listId", unless: "paused" },
  fields: sourceAgentFields,
  readOnly: {
    userId: { source: "P" },
    createdAt: { source: "P" },
    scriptId: { source: "I" },
    scriptInstalled: { source: "P", hidden: true },
    lastRun: { source: "P", hidden: true },
    creditUsage: { source: "I", hidden: true },
    updatedAt: { source: "P", hidden: true },
  },
  filledIn: Object.keys(sourceAgentFields),
  rules: sourceAgentProblems,
  warnings: sourceAgentWarnings,
  needsAsIs,
  // The specification documents pausing separately. It is sent first, so that the agent stops even if its other changes are
  // refused.
  isAlwaysSent: ({ property }, news) => property === "paused" && news.paused === true,
  policy,
});
