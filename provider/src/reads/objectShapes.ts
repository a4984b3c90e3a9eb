import { z } from "zod";
import { flag, idField, quantity, servedId, text } from "./served";

const ids = z.array(servedId).readonly().optional().catch(undefined);
const texts = z.array(z.string()).readonly().optional().catch(undefined);
const records = z.array(z.record(z.string(), z.unknown())).readonly().optional().catch(undefined);

const list = z.object({
  /** As the `id` of the resource. */
  id: z.string(),
  name: text,
  userId: idField,
  /** The campaign that used the list last. */
  campaignId: idField,
  /** People in the list. */
  contactCount: quantity,
  createdAt: text,
  updatedAt: text,
});

const sourceAgent = z.object({
  /** As the `id` of the resource. */
  id: z.string(),
  name: text,
  /** The list that its leads become contacts of. */
  listId: idField,
  agentType: text,
  /** True if it does not run at its next time. */
  paused: flag,
  targetJobTitles: texts,
  targetIndustries: texts,
  targetLocations: texts,
  targetCompanySizes: texts,
  targetCompanyTypes: texts,
  /** Its signals, with the fields that the service adds. */
  variables: records,
  ignoredCompanies: texts,
  mandatoryKeywords: texts,
  additionalCriteria: text,
  excludeServiceProviders: flag,
  skipIcpFilter: flag,
  includeOpenToWorkProfiles: flag,
  leadWaterfall: flag,
  minLeadScore: quantity,
  maxCreditUsage: quantity,
  /** Credits that it has used in the current period. */
  creditUsage: quantity,
  scriptId: text,
  scriptInstalled: flag,
  /** When it ran last, ISO 8601. */
  lastRun: text,
  userId: idField,
  createdAt: text,
  updatedAt: text,
});

const campaign = z.object({
  /** As the `id` of the resource. */
  id: z.string(),
  name: text,
  active: flag,
  /** Its steps in order, with the fields that the service adds. */
  steps: records,
  linkedinSeatId: idField,
  /** Absent if the service does not answer with them. */
  listIds: ids,
  /** Absent if the service does not answer with them. */
  emailSeatIds: ids,
  language: text,
  tone: text,
  goal: text,
  excludeFirstDegreeFromCampaigns: flag,
  isManual: flag,
  splitMessages: flag,
  /** Days after which a pending invitation is skipped. */
  skipInvitationAfterDays: quantity,
  userId: idField,
  createdAt: text,
  updatedAt: text,
});

/** The answered objects, by the names of their classes. */
export const objectShapes = { List: list, SourceAgent: sourceAgent, Campaign: campaign } as const;

/** A list, as the service answers it: all fields but `id` may be absent. Service specification: `POST /v1/list`. */
export type ListAnswer = Readonly<z.infer<typeof list>>;
/** A source agent, as the service answers it. Service specification: Source agent. */
export type SourceAgentAnswer = Readonly<z.infer<typeof sourceAgent>>;
/** A campaign, as the service answers it. Service specification: Campaign. */
export type CampaignAnswer = Readonly<z.infer<typeof campaign>>;

/** The answer of each kind. */
export interface ObjectShapes {
  readonly List: ListAnswer;
  readonly SourceAgent: SourceAgentAnswer;
  readonly Campaign: CampaignAnswer;
}
