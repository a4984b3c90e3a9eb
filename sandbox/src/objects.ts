/** What the store keeps. Times are ISO 8601 text where a response shows them and milliseconds where only the planner reads them. */

export interface Stored {
  id: number;
}

export interface Organization extends Stored {
  companyName: string;
  website: string | null;
  industry: string | null;
  companySize: string | null;
  description: string | null;
  linkedinPage: string | null;
  ownerId: number;
  createdAt: string;
  /** Company names nobody may be contacted at, and those the planner met. */
  blocklist: string[];
  flaggedCompanies: string[];
}

export type OrganizationRole = "member" | "admin";

export interface User extends Stored {
  email: string;
  firstName: string;
  lastName: string;
  organizationId: number;
  organizationRole: OrganizationRole;
  isActive: boolean;
  language: string;
  country: string;
  timezone: string;
  createdAt: string;
  webhook: WebhookTarget | null;
}

export interface WebhookTarget {
  url: string;
  secret: string | null;
}

/** Only a digest is kept: a key is shown once, when it is made. */
export interface ApiKey extends Stored {
  userId: number;
  digest: string;
  label: string;
  createdAt: string;
}

export type NetworkAction = "invitations" | "messages" | "profileVisits" | "likes";

export interface LinkedinSeat extends Stored {
  organizationId: number;
  userId: number;
  name: string;
  premium: boolean;
  quotas: Record<NetworkAction, number>;
  launchHours: { from: number; to: number };
  usage: { day: string; counts: Record<NetworkAction, number> };
}

export interface EmailSeat extends Stored {
  organizationId: number;
  userId: number;
  email: string;
  dailyQuota: number;
  usage: { day: string; sent: number };
}

export interface LeadList extends Stored {
  userId: number;
  name: string;
  /** The campaign that was attached last. */
  campaignId: number | null;
  createdAt: string;
  updatedAt: string;
}

export type AgentType = "autopilot" | "lookalike" | "website-visitor";

export interface Signal {
  type: string;
  value: string;
  needsUserToken?: boolean;
  linkedinSeatId?: number | null;
  enabled?: boolean;
  options?: Record<string, unknown> | null;
}

export interface StoredSignal extends Signal {
  /** True for a signal that the service put there itself. */
  addedByService: boolean;
  strength: number;
  nbResultsLastLaunch: number;
  last_usage: string | null;
}

export interface Agent extends Stored {
  userId: number;
  name: string;
  /** The how-manieth agent of this store: leads are made from it, so that a run gives the same leads in every store. */
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

export type StepType =
  | "invitation"
  | "invitationNote"
  | "message"
  | "voiceMessage"
  | "visitProfile"
  | "likePosts"
  | "email";

export type MessageMode = "ai" | "same";

export interface CampaignStep {
  type: StepType;
  stepNumber: number;
  delayAfterLastStep: number;
  messageMode?: MessageMode;
  message?: string;
  subject?: string;
  note?: string;
  url?: string;
  numberOfPosts?: number;
}

export interface Campaign extends Stored {
  userId: number;
  name: string;
  active: boolean;
  excludeFirstDegreeFromCampaigns: boolean;
  splitMessages: boolean;
  isManual: boolean;
  steps: CampaignStep[];
  skipInvitationAfterDays: number;
  language: string | null;
  tone: "professional" | "direct" | "conversational";
  goal: "conversations" | "demos";
  linkedinSeatId: number | null;
  listIds: number[];
  emailSeatIds: number[];
  createdAt: string;
  updatedAt: string;
}

export interface CampaignLog extends Stored {
  campaignId: number;
  contactId: number;
  userId: number;
  stepNumber: number;
  type: StepType;
  status: "sent" | "skipped" | "excluded" | "finished";
  seatId: number | null;
  createdAt: string;
}

export type ContactState = "finished" | "paused" | "1stnetwork" | "excluded" | "answered";

export interface PersonalizedMessage {
  stepNumber: number;
  content: string;
}

export interface Contact extends Stored {
  userId: number;
  agentId: number | null;
  listId: number | null;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  companySize: string | null;
  companyUrl: string | null;
  website: string | null;
  industry: string | null;
  jobTitle: string | null;
  positionDates: string | null;
  location: string | null;
  profileUrl: string | null;
  profileId: string | null;
  profileBaseline: string | null;
  linkedinIdentifier: string | null;
  picture: string | null;
  openToWork: boolean;
  note: string | null;
  user_note: string | null;
  intent: string | null;
  intent_type: string | null;
  intent_keyword: string | null;
  intent_scoring: number | null;
  scoring: number | null;
  total_scoring: number | null;
  fit: "qualified" | "unknown" | "out-of-scope";
  state: ContactState | null;
  unsubscribed: boolean;
  bounced: boolean;
  blocked: boolean;
  redListed: boolean;
  readyForCampaign: boolean;
  hasStartedCampaign: boolean;
  personalizedMessages: PersonalizedMessage[];
  /** 1 is a direct connection on the network. Not served. */
  connectionDegree: number;
  createdAt: string;
  updatedAt: string;
}

/** One contact's way through one campaign. */
export interface Enrolment extends Stored {
  campaignId: number;
  contactId: number;
  status: "running" | "finished" | "skipped" | "excluded";
  stepIndex: number;
  dueAt: number;
  scheduled: boolean;
  lastStep: { step: CampaignStep; performedAt: string } | null;
  invitedAt: number | null;
}
