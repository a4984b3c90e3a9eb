import type { ServedId } from "./answers";

/** A list, as the service answers it: all fields but `id` may be absent. Service specification: `POST /v1/list`. */
export interface ListAnswer {
  /** As the `id` of the resource: what `listId` and `listIds` take. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** The campaign that used the list last. */
  readonly campaignId?: ServedId;
  /** People in the list. */
  readonly contactCount?: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** A source agent, as the service answers it: all fields but `id` may be absent. Service specification: Source agent. */
export interface SourceAgentAnswer {
  /** As the `id` of the resource. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** The list that its leads become contacts of. */
  readonly listId?: ServedId;
  /** `autopilot`, `lookalike` or `website-visitor`; the service may add others. */
  readonly agentType?: string;
  /** True if it does not run at its next time. */
  readonly paused?: boolean;
  /** Job titles that it looks for. */
  readonly targetJobTitles?: readonly string[];
  /** Industries that it looks for. */
  readonly targetIndustries?: readonly string[];
  /** Locations that it looks for. */
  readonly targetLocations?: readonly string[];
  /** Sizes of the companies that it looks for. */
  readonly targetCompanySizes?: readonly string[];
  /** Types of the companies that it looks for. */
  readonly targetCompanyTypes?: readonly string[];
  /** Its signals, with the fields that the service adds. */
  readonly variables?: readonly Readonly<Record<string, unknown>>[];
  /** Companies that it leaves out. */
  readonly ignoredCompanies?: readonly string[];
  /** Words that a profile has to contain. */
  readonly mandatoryKeywords?: readonly string[];
  /** Further criteria, in words. */
  readonly additionalCriteria?: string;
  /** Whether it leaves out companies that provide services. */
  readonly excludeServiceProviders?: boolean;
  /** Whether it ignores the targets above. */
  readonly skipIcpFilter?: boolean;
  /** Whether it includes people who look for work. */
  readonly includeOpenToWorkProfiles?: boolean;
  /** Whether it goes through several sources. */
  readonly leadWaterfall?: boolean;
  /** Leads with a lower score are left out: 0 to 1. */
  readonly minLeadScore?: number;
  /** Credits a month at most. */
  readonly maxCreditUsage?: number;
  /** Credits that it has used in the current period. */
  readonly creditUsage?: number;
  /** The tracking script of a `website-visitor` agent. */
  readonly scriptId?: string;
  /** Whether that script is on the website. */
  readonly scriptInstalled?: boolean;
  /** When it ran last, ISO 8601. */
  readonly lastRun?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** A campaign, as the service answers it: all fields but `id` may be absent. Service specification: Campaign. */
export interface CampaignAnswer {
  /** As the `id` of the resource. */
  readonly id: string;
  /** As the service shows it. */
  readonly name?: string;
  /** Whether it sends. */
  readonly active?: boolean;
  /** Its steps in order, with the fields that the service adds. */
  readonly steps?: readonly Readonly<Record<string, unknown>>[];
  /** The LinkedIn seat that sends. */
  readonly linkedinSeatId?: ServedId;
  /** Its lists. Most services do not answer with them. */
  readonly listIds?: readonly ServedId[];
  /** The e-mail seats that send. Most services do not answer with them. */
  readonly emailSeatIds?: readonly ServedId[];
  /** Language of what the service writes: a locale tag. */
  readonly language?: string;
  /** `professional`, `direct` or `conversational`; the service may add others. */
  readonly tone?: string;
  /** `conversations` or `demos`; the service may add others. */
  readonly goal?: string;
  /** Whether people who are already connected are left out. */
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

/** The answer of each kind. */
export interface ObjectShapes {
  /** A list. */
  readonly List: ListAnswer;
  /** A source agent. */
  readonly SourceAgent: SourceAgentAnswer;
  /** A campaign. */
  readonly Campaign: CampaignAnswer;
}
