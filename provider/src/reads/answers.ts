/** An id as the service sends it: a number, or a text, which it also is if a number would be rounded. */
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
  /** False for a member who has left. */
  readonly isActive?: boolean;
  /** Of the app, for this user. */
  readonly language?: string;
  /** As the user has stated it. */
  readonly country?: string;
  /** As the user has stated it. */
  readonly timezone?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

/** A seat that sends e-mails. Service specification: `GET /v1/email-seat`, which documents the id alone. */
export interface EmailSeat {
  /** As the service sends it: what `emailSeatIds` of a campaign takes. */
  readonly id: ServedId;
  /** The address that it sends from. */
  readonly email?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** E-mails a day at most. */
  readonly dailyQuota?: number;
}

/** How far a contact is in one campaign. */
export interface ContactProgress {
  /** The campaign. */
  readonly campaignId: ServedId;
  /** The last step that was carried out, from 1; 0 before the first one. */
  readonly stepNumber?: number;
  /** As the service names it. */
  readonly status?: string;
}

/**
 * A contact: somebody in a list. Every field but `id` may be absent; fields that are not listed here are kept.
 * Service specification: `GET /v1/contact`; Events.
 */
export interface Contact {
  /** As the service sends it. */
  readonly id: ServedId;
  /** Personal data, like all that describes the person. */
  readonly firstName?: string;
  /** Family name. */
  readonly lastName?: string;
  /** Both names. */
  readonly fullName?: string;
  /** Absent until the service has found it. */
  readonly email?: string;
  /** Absent until the service has found it. */
  readonly phone?: string;
  /** Where the person works. */
  readonly company?: string;
  /** What the person does there. */
  readonly jobTitle?: string;
  /** Where the person lives. */
  readonly location?: string;
  /** Of the company. */
  readonly industry?: string;
  /** Address of the profile on the professional network. */
  readonly profileUrl?: string;
  /** The signal that found the contact, in words. */
  readonly intent?: string;
  /** The type of that signal. */
  readonly intent_type?: string;
  /** The value of that signal. */
  readonly intent_keyword?: string;
  /** Score of the signal. */
  readonly intent_scoring?: number;
  /** Score of the profile. */
  readonly scoring?: number;
  /** Both scores in one; `scoreFrom` and `scoreTo` compare with it. */
  readonly total_scoring?: number;
  /** `qualified`, `unknown` or `out-of-scope`; the service may add others. */
  readonly fit?: string;
  /** `finished`, `paused`, `1stnetwork` or `excluded`; the service may add others. */
  readonly state?: string;
  /** How far the contact is in each campaign. Most services do not answer with it. */
  readonly campaignStatus?: readonly ContactProgress[];
  /** The source agent that found the contact. */
  readonly agentId?: ServedId;
  /** The list that the contact is in. */
  readonly listId?: ServedId;
  /** The user that owns the contact. */
  readonly userId?: ServedId;
  /** True if the person wants no more e-mails. */
  readonly unsubscribed?: boolean;
  /** True if an e-mail came back. */
  readonly bounced?: boolean;
  /** True if nothing is sent to the contact. */
  readonly blocked?: boolean;
  /** True if a campaign may take the contact. */
  readonly readyForCampaign?: boolean;
  /** True if a campaign has carried out a step. */
  readonly hasStartedCampaign?: boolean;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** Everything else, as the service sends it. */
  readonly [field: string]: unknown;
}

/** Which contacts. Service specification: `GET /v1/contact`. */
export interface ContactFilter {
  /** Part of a name, an e-mail address, a company or a job title, as the service searches. */
  readonly search?: string;
  /** Found by this source agent. */
  readonly agentId?: ServedId;
  /** In this list. */
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
  /** In the order of the service, at most as many as asked for. */
  readonly contacts: readonly Contact[];
  /** How many match in all. Undefined if the service does not say. */
  readonly total?: number;
  /** True if these are all that match. False if the limit left some out, or if the service did not show its end. */
  readonly isComplete: boolean;
}

/**
 * What a campaign did. The specification does not show the fields, so all of them may be absent; others are kept.
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
  /** Leads that the signal has found. */
  readonly totalLeads?: number;
  /** Leads of these that were new. */
  readonly leadsCreated?: number;
  /** Why the run failed. */
  readonly errorMessage?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** Everything else, as the service sends it. */
  readonly [field: string]: unknown;
}

/** A range of time; both ends are used together. ISO 8601. */
export interface TimeRange {
  /** The beginning. */
  readonly dateFrom: string;
  /** The end. */
  readonly dateTo: string;
}

/** Whether the service works. */
export interface Health {
  /** True if it answers its status operation. */
  readonly isHealthy: boolean;
  /** What went wrong, in one to three lines. Undefined if it is healthy. */
  readonly problem?: string;
}
