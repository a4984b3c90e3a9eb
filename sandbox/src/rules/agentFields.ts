import { z } from "zod";
import { type Agent, type AgentType, agentTypes, companyTypes } from "../objects/agent.js";
import { signalSchema } from "./signals.js";

const companySizes = ["2-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"] as const;

const texts = z.array(z.string());

const fields = {
  name: z.string().trim().min(1).max(255),
  listId: z.int(),
  agentType: z.enum(agentTypes),
  targetJobTitles: texts,
  targetIndustries: texts,
  targetLocations: texts,
  targetCompanySizes: z.array(z.enum(companySizes)),
  targetCompanyTypes: z.array(z.enum(companyTypes)),
  variables: z.array(signalSchema).nullable(),
  ignoredCompanies: texts.nullable(),
  mandatoryKeywords: texts.nullable(),
  additionalCriteria: z.string().max(200).nullable(),
  excludeServiceProviders: z.boolean(),
  skipIcpFilter: z.boolean(),
  includeOpenToWorkProfiles: z.boolean(),
  leadWaterfall: z.boolean(),
  paused: z.boolean(),
  minLeadScore: z.number().min(0).max(1).nullable(),
  maxCreditUsage: z.number().min(0).nullable(),
};

export const createAgentSchema = z
  .strictObject(fields)
  .partial()
  .required({ name: true, listId: true })
  .extend({ agentType: fields.agentType.default("autopilot") });

export const patchAgentSchema = z.strictObject({ ...fields, scriptInstalled: z.boolean() }).partial();

/** The only change in the specification. */
export const pauseAgentSchema = z.strictObject({ paused: z.literal(true) });

export function creditProblems(agentType: AgentType, maxCreditUsage: number | null | undefined): string[] {
  return typeof maxCreditUsage === "number" && agentType !== "website-visitor"
    ? ["maxCreditUsage is only for website-visitor agents"]
    : [];
}

type AgentDefaults = Omit<
  Agent,
  "id" | "userId" | "name" | "ordinal" | "agentType" | "listId" | "variables" | "createdAt" | "updatedAt"
>;

export function agentDefaults(): AgentDefaults {
  return {
    targetJobTitles: [],
    targetIndustries: [],
    targetLocations: [],
    targetCompanySizes: [],
    targetCompanyTypes: [],
    ignoredCompanies: null,
    mandatoryKeywords: null,
    additionalCriteria: null,
    excludeServiceProviders: false,
    skipIcpFilter: false,
    includeOpenToWorkProfiles: false,
    leadWaterfall: true,
    paused: false,
    minLeadScore: null,
    maxCreditUsage: null,
    creditUsage: 0,
    creditMonth: "",
    scriptInstalled: false,
    scriptId: null,
    lastRun: null,
    runs: 0,
  };
}
