import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../../host/resource";
import { defineKind, type FieldsOf } from "../../kind/defineKind";
import { flag, id, number, text, textSet, withDefault, word, wordSet } from "../../kind/fields";
import type { AgentType, CompanySize, CompanyType, SourceAgentArgs, SourceAgentValues } from "./args";
import { guards } from "./guards";
import { sourceAgentProblems } from "./rules";
import type { Signal } from "./signal";
import { signalsField } from "./signalForm";
import { needsAsIs, sourceAgentWarnings } from "./warnings";
import { agentTypes, companySizes, companyTypes, defaultAgentType } from "./words";

const described = { source: "P", changes: "update" } as const;
const cleared = { ...described, nullable: true } as const;

export const sourceAgentFields = {
  name: text({ ...described, required: true, role: "name", what: "the name of the source agent" }),
  listId: id({ source: "S", changes: "update", required: true, nullable: true, trait: (value) => `list ${value}` }),
  targetJobTitles: textSet({ ...described, what: "a job title" }),
  targetIndustries: textSet({ ...described, what: "an industry" }),
  targetLocations: textSet({ ...described, what: "a location" }),
  targetCompanySizes: wordSet({ ...described, what: "company sizes", words: companySizes }),
  targetCompanyTypes: wordSet({ ...described, what: "company types", words: companyTypes }),
  agentType: withDefault(defaultAgentType, word({ source: "P", changes: "replace", words: agentTypes, trait: String })),
  variables: signalsField,
  ignoredCompanies: textSet({ ...cleared, what: "the name of a company" }),
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
  guards,
});

/**
 * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
 *
 * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
 * run logs; its list and the people in it stay. (Specification: Source agent.)
 */
export class SourceAgent extends OutreachResource {
  static readonly __pulumiType = typeToken("SourceAgent");

  /** As declared. */
  declare readonly name: Output<string>;
  /** The list that it fills. */
  declare readonly listId: Output<number>;
  /** As declared, or as the service chose. */
  declare readonly targetJobTitles: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetIndustries: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetLocations: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetCompanySizes: Output<CompanySize[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetCompanyTypes: Output<CompanyType[] | undefined>;
  /** As declared; `autopilot` where it was left out. */
  declare readonly agentType: Output<AgentType>;
  /** The declared signals. */
  declare readonly variables: Output<Unwrap<Signal>[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly ignoredCompanies: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly mandatoryKeywords: Output<string[] | undefined>;
  /** As declared. */
  declare readonly additionalCriteria: Output<string | undefined>;
  /** As declared, or as the service chose. */
  declare readonly excludeServiceProviders: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly skipIcpFilter: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly includeOpenToWorkProfiles: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly leadWaterfall: Output<boolean | undefined>;
  /** Whether it pauses. True without being asked for where the account's active agent limit was reached. */
  declare readonly paused: Output<boolean | undefined>;
  /** Between 0 and 1, as declared or as the service chose. */
  declare readonly minLeadScore: Output<number | undefined>;
  /** Credits a month, for website-visitor agents. */
  declare readonly maxCreditUsage: Output<number | undefined>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** The tracking script of a website-visitor agent. */
  declare readonly scriptId: Output<string | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: SourceAgentArgs, options?: CustomResourceOptions) {
    super(sourceAgentKind, name, args, options);
  }
}
