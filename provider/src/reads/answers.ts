/** An id as the service sends it: a number, or a string, as used for numbers that would be rounded. */
export type ServedId = number | string;

/** A user of the service. Service specification: `GET /v1/user/me`, `GET /v1/organization/members`. */
export interface User {
  /** As the service sends it. */
  readonly id: ServedId;
  /** Personal data. */
  readonly email?: string;
  /** Personal data. */
  readonly firstName?: string;
  /** Personal data. */
  readonly lastName?: string;
  /** The organization that the user belongs to. */
  readonly organizationId?: ServedId;
  /** `member` or `admin`; the service may add others. */
  readonly organizationRole?: string;
  /** False for members who have left. */
  readonly isActive?: boolean;
  /** The user's language in the app. */
  readonly language?: string;
  /** As the user has stated it. */
  readonly country?: string;
  /** As the user has stated it. */
  readonly timezone?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

/** A seat that sends e-mails. Service specification: `GET /v1/email-seat`, which documents only the id. */
export interface EmailSeat {
  /** As the service sends it, for use in `emailSeatIds` of a campaign. */
  readonly id: ServedId;
  /** The address that it sends from. */
  readonly email?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** Maximum number of e-mails per day. */
  readonly dailyQuota?: number;
}

/** A contact's progress in one campaign. */
export interface ContactProgress {
  /** The campaign. */
  readonly campaignId: ServedId;
  /** The last step that was carried out, from 1; 0 before the first one. */
  readonly stepNumber?: number;
  /** The service's name for the status. */
  readonly status?: string;
}

/**
 * A contact: a person on a list. Every field except `id` may be missing; fields not listed here are kept. Service
 * specification: `GET /v1/contact`; Events.
 */
export interface Contact {
  /** As the service sends it. */
  readonly id: ServedId;
  /** Personal data, like all fields that describe the person. */
  readonly firstName?: string;
  /** Family name. */
  readonly lastName?: string;
  /** First and last name. */
  readonly fullName?: string;
  /** Absent until the service has found it. */
  readonly email?: string;
  /** Absent until the service has found it. */
  readonly phone?: string;
  /** The company where the person works. */
  readonly company?: string;
  /** The person's job title. */
  readonly jobTitle?: string;
  /** Where the person lives. */
  readonly location?: string;
  /** The company's industry. */
  readonly industry?: string;
  /** URL of the profile on the professional network. */
  readonly profileUrl?: string;
  /** A description of the signal that found the contact. */
  readonly intent?: string;
  /** The type of that signal. */
  readonly intent_type?: string;
  /** The value of that signal. */
  readonly intent_keyword?: string;
  /** Score of the signal. */
  readonly intent_scoring?: number;
  /** Score of the profile. */
  readonly scoring?: number;
  /** The combined score, which `scoreFrom` and `scoreTo` filter by. */
  readonly total_scoring?: number;
  /** `qualified`, `unknown` or `out-of-scope`; the service may add others. */
  readonly fit?: string;
  /** `finished`, `paused`, `1stnetwork` or `excluded`; the service may add others. */
  readonly state?: string;
  /** The contact's progress in each campaign. Most services do not return it. */
  readonly campaignStatus?: readonly ContactProgress[];
  /** The source agent that found the contact. */
  readonly agentId?: ServedId;
  /** The list that contains the contact. */
  readonly listId?: ServedId;
  /** The user that owns the contact. */
  readonly userId?: ServedId;
  /** True if the person has unsubscribed from e-mails. */
  readonly unsubscribed?: boolean;
  /** True if an e-mail bounced. */
  readonly bounced?: boolean;
  /** True if nothing is sent to the contact. */
  readonly blocked?: boolean;
  /** True if the contact is ready to be added to a campaign. */
  readonly readyForCampaign?: boolean;
  /** True if a campaign has carried out a step for the contact. */
  readonly hasStartedCampaign?: boolean;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** Everything else, as the service sends it. */
  readonly [field: string]: unknown;
}

/** Filters contacts. Service specification: `GET /v1/contact`. */
export interface ContactFilter {
  /** Part of a name, an e-mail address, a company or a job title. The service performs the search. */
  readonly search?: string;
  /** Found by this source agent. */
  readonly agentId?: ServedId;
  /** On this list. */
  readonly listId?: ServedId;
  /** Created at this time or later: a date or a time, ISO 8601. */
  readonly dateFrom?: string;
  /** Created at this time or before: a date or a time, ISO 8601. */
  readonly dateTo?: string;
  /** The lowest total score. */
  readonly scoreFrom?: number;
  /** The highest total score. */
  readonly scoreTo?: number;
  /** The type of the signal that found them. */
  readonly intentType?: string;
}

/** The first contacts that match. */
export interface ContactsAnswer {
  /** In the service's order, up to the requested limit. */
  readonly contacts: readonly Contact[];
  /** How many contacts match in total. Undefined if the service does not report it. */
  readonly total?: number;
  /**
   * True if these are all matching contacts. False if the limit excluded some, or if the service did not show that there
   * are no more.
   */
  readonly isComplete: boolean;
}

/**
 * A log entry of a campaign. The specification does not document the fields, so all may be missing; others are kept.
 * Service specification: `GET /v1/campaign/{id}/logs`.
 */
export interface CampaignLog {
  /** As the service sends it. */
  readonly id?: ServedId;
  /** The campaign. */
  readonly campaignId?: ServedId;
  /** The contact. */
  readonly contactId?: ServedId;
  /** The step, from 1. */
  readonly stepNumber?: number;
  /** The type of the step. */
  readonly type?: string;
  /** `sent`, or how the contact left the campaign. */
  readonly status?: string;
  /** Why the contact left the campaign. */
  readonly reason?: string;
  /** The seat that sent it. */
  readonly seatId?: ServedId;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** Everything else, as the service sends it. */
  readonly [field: string]: unknown;
}

/** One run of one signal of a source agent. Service specification: `GET /v1/agent/{id}/logs`. */
export interface AgentLog {
  /** As the service sends it. */
  readonly id?: ServedId;
  /** The source agent. */
  readonly agentId?: ServedId;
  /** The type of the signal. */
  readonly agentType?: string;
  /** The value of the signal. */
  readonly agentKeyword?: string;
  /** Leads that the signal found. */
  readonly totalLeads?: number;
  /** How many of these leads were new. */
  readonly leadsCreated?: number;
  /** Why the run failed. */
  readonly errorMessage?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** Everything else, as the service sends it. */
  readonly [field: string]: unknown;
}

/** A time range with both ends, in ISO 8601. */
export interface TimeRange {
  /** The beginning. */
  readonly dateFrom: string;
  /** The end. */
  readonly dateTo: string;
}

/** Whether the service works. */
export interface Health {
  /** True if the status operation succeeded. */
  readonly isHealthy: boolean;
  /** What went wrong, in one to three lines. Undefined if the service is healthy. */
  readonly problem?: string;
}
