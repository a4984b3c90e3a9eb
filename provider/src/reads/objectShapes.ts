import { z } from "zod";
import { parsedOrUndefined } from "../api/json";
import type { Kind } from "../kinds";
import type { ObjectShapes } from "./objectAnswers";
import { flag, idField, quantity, servedId, text } from "./served";

const ids = z.array(servedId).optional().catch(undefined);
const texts = z.array(z.string()).optional().catch(undefined);
const record = z.record(z.string(), z.unknown());
/** Some services return JSON strings in place of objects. */
const records = z
  .array(z.union([record, z.string().transform(parsedOrUndefined).pipe(record)]))
  .optional()
  .catch(undefined);

const list = z.object({
  id: z.string(),
  name: text,
  userId: idField,
  campaignId: idField,
  contactCount: quantity,
  createdAt: text,
  updatedAt: text,
});

const sourceAgent = z.object({
  id: z.string(),
  name: text,
  listId: idField,
  agentType: text,
  paused: flag,
  targetJobTitles: texts,
  targetIndustries: texts,
  targetLocations: texts,
  targetCompanySizes: texts,
  targetCompanyTypes: texts,
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
  creditUsage: quantity,
  scriptId: text,
  scriptInstalled: flag,
  lastRun: text,
  userId: idField,
  createdAt: text,
  updatedAt: text,
});

const campaign = z.object({
  id: z.string(),
  name: text,
  active: flag,
  steps: records,
  linkedinSeatId: idField,
  listIds: ids,
  emailSeatIds: ids,
  language: text,
  tone: text,
  goal: text,
  excludeFirstDegreeFromCampaigns: flag,
  isManual: flag,
  splitMessages: flag,
  skipInvitationAfterDays: quantity,
  userId: idField,
  createdAt: text,
  updatedAt: text,
});

/** The returned objects, by class name. */
export const objectShapes: { readonly [K in Kind]: z.ZodType<ObjectShapes[K]> } = {
  List: list,
  SourceAgent: sourceAgent,
  Campaign: campaign,
};

export type { CampaignAnswer, ListAnswer, ObjectShapes, SourceAgentAnswer } from "./objectAnswers";
