import type { Stored } from "./stored.js";

export const agentTypes = ["autopilot", "lookalike", "website-visitor"] as const;
export type AgentType = (typeof agentTypes)[number];

export const ANY_COMPANY_TYPE = "All company types";
export const companyTypes = [
  ANY_COMPANY_TYPE,
  "Private Company",
  "Public Company",
  "Startup",
  "Non-profit",
  "Government",
  "Educational Institution",
  "Other Type",
] as const;

export interface Signal {
  type: string;
  value: string;
  needsUserToken?: boolean;
  linkedinSeatId?: number | null;
  enabled?: boolean;
  options?: Record<string, unknown> | null;
}

export interface StoredSignal extends Signal {
  /** True for a signal that the service itself added. */
  addedByService: boolean;
  strength: number;
  nbResultsLastLaunch: number;
  last_usage: string | null;
}

export interface Agent extends Stored {
  userId: number;
  name: string;
  /** Counts the agents of a store from 1. Seeds the leads, so that a run gives the same leads in every store. */
  ordinal: number;
  agentType: AgentType;
  listId: number | null;
  targetJobTitles: string[];
  targetIndustries: string[];
  targetLocations: string[];
  targetCompanySizes: string[];
  targetCompanyTypes: string[];
  variables: StoredSignal[] | null;
  ignoredCompanies: string[] | null;
  mandatoryKeywords: string[] | null;
  additionalCriteria: string | null;
  excludeServiceProviders: boolean;
  skipIcpFilter: boolean;
  includeOpenToWorkProfiles: boolean;
  leadWaterfall: boolean;
  paused: boolean;
  minLeadScore: number | null;
  maxCreditUsage: number | null;
  creditUsage: number;
  creditMonth: string;
  scriptInstalled: boolean;
  scriptId: string | null;
  lastRun: string | null;
  runs: number;
  createdAt: string;
  updatedAt: string;
}

/** One run of one signal. */
export interface AgentLog extends Stored {
  agentId: number;
  userId: number;
  agentType: string | null;
  agentKeyword: string | null;
  totalLeads: number;
  leadsCreated: number;
  errorMessage: string | null;
  createdAt: string;
}
