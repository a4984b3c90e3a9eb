import type { ServedId } from "./answers";

/** A list as the service returns it: every field except `id` may be missing. Service specification: `POST /v1/list`. */
export interface ListAnswer {
  /** The same as the resource's `id`, for use in `listId` and `listIds`. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** The campaign that last used the list. */
  readonly campaignId?: ServedId;
  /** Number of people on the list. */
  readonly contactCount?: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/**
 * A source agent as the service returns it: every field except `id` may be missing. Service specification: Source agent.
 */
export interface SourceAgentAnswer {
  /** As the `id` of the resource. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** The list that receives its leads as contacts. */
  readonly listId?: ServedId;
  /** `autopilot`, `lookalike` or `website-visitor`; the service may add others. */
  readonly agentType?: string;
  /** True if it will skip its next scheduled run. */
  readonly paused?: boolean;
  /** Job titles that it looks for. */
  readonly targetJobTitles?: readonly string[];
  /** Industries that it looks for. */
  readonly targetIndustries?: readonly string[];
  /** Locations that it looks for. */
  readonly targetLocations?: readonly string[];
  /** Company sizes that it looks for. */
  readonly targetCompanySizes?: readonly string[];
  /** Company types that it looks for. */
  readonly targetCompanyTypes?: readonly string[];
  /** Its signals, including fields added by the service. */
  readonly variables?: readonly Readonly<Record<string, unknown>>[];
  /** Companies that it ignores. */
  readonly ignoredCompanies?: readonly string[];
  /** Keywords that a profile must contain. */
  readonly mandatoryKeywords?: readonly string[];
  /** Additional criteria in free text. */
  readonly additionalCriteria?: string;
  /** Whether it excludes service providers. */
  readonly excludeServiceProviders?: boolean;
  /** Whether it ignores the targets above. */
  readonly skipIcpFilter?: boolean;
  /** Whether it includes people who are open to work. */
  readonly includeOpenToWorkProfiles?: boolean;
  /** Whether it searches several sources in turn. */
  readonly leadWaterfall?: boolean;
  /** Leads with a lower score are excluded; 0 to 1. */
  readonly minLeadScore?: number;
  /** Maximum credits per month. */
  readonly maxCreditUsage?: number;
  /** Credits used in the current period. */
  readonly creditUsage?: number;
  /** The tracking script of a `website-visitor` agent. */
  readonly scriptId?: string;
  /** Whether that script is on the website. */
  readonly scriptInstalled?: boolean;
  /** Time of its last run, ISO 8601. */
  readonly lastRun?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** A campaign as the service returns it: every field except `id` may be missing. Service specification: Campaign. */
export interface CampaignAnswer {
  /** As the `id` of the resource. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** Whether it sends. */
  readonly active?: boolean;
  /** Its steps in order, including fields added by the service. */
  readonly steps?: readonly Readonly<Record<string, unknown>>[];
  /** The LinkedIn seat that sends. */
  readonly linkedinSeatId?: ServedId;
  /** Its lists. Most services do not return them. */
  readonly listIds?: readonly ServedId[];
  /** The e-mail seats that send. Most services do not return them. */
  readonly emailSeatIds?: readonly ServedId[];
  /** Language of texts written by the service, a locale tag. */
  readonly language?: string;
  /** `professional`, `direct` or `conversational`; the service may add others. */
  readonly tone?: string;
  /** `conversations` or `demos`; the service may add others. */
  readonly goal?: string;
  /** Whether people who are already connected are excluded. */
  readonly excludeFirstDegreeFromCampaigns?: boolean;
  /** Whether the campaign is manual. */
  readonly isManual?: boolean;
  /** Whether a message may be sent as several shorter ones. */
  readonly splitMessages?: boolean;
  /** Days after which a pending invitation is skipped. */
  readonly skipInvitationAfterDays?: number;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** The type of each kind's objects. */
export interface ObjectShapes {
  /** A list. */
  readonly List: ListAnswer;
  /** A source agent. */
  readonly SourceAgent: SourceAgentAnswer;
  /** A campaign. */
  readonly Campaign: CampaignAnswer;
}
