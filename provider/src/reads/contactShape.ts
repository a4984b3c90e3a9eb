import { z } from "zod";
import { flag, idField, quantity, servedId, text } from "./served";

const progress = z.looseObject({ campaignId: servedId, stepNumber: quantity, status: text });

/**
 * A contact, as the service answers it and as its webhooks send it. The specification does not list its fields: these
 * are from the public description of a service with the same interface. Fields that are not listed here are kept.
 */
export const contactShape = z.looseObject({
  id: servedId,
  firstName: text,
  lastName: text,
  fullName: text,
  email: text,
  phone: text,
  company: text,
  jobTitle: text,
  location: text,
  industry: text,
  profileUrl: text,
  intent: text,
  intent_type: text,
  intent_keyword: text,
  intent_scoring: quantity,
  scoring: quantity,
  total_scoring: quantity,
  fit: text,
  state: text,
  campaignStatus: z.array(progress).optional().catch(undefined),
  agentId: idField,
  listId: idField,
  userId: idField,
  unsubscribed: flag,
  bounced: flag,
  blocked: flag,
  readyForCampaign: flag,
  hasStartedCampaign: flag,
  createdAt: text,
  updatedAt: text,
});

/** How far a contact is in one campaign. */
export interface ContactProgress {
  readonly campaignId: number | string;
  /** The last step that was carried out, from 1; 0 before the first one. */
  readonly stepNumber?: number;
  readonly status?: string;
}

/**
 * A contact: somebody in a list. Every field but `id` may be absent; fields that are not listed here are kept.
 * Service specification: `GET /v1/contact`; Events.
 */
export interface Contact {
  /** As the service sends it. */
  readonly id: number | string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly fullName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly company?: string;
  readonly jobTitle?: string;
  readonly location?: string;
  readonly industry?: string;
  /** Address of the profile on the professional network. */
  readonly profileUrl?: string;
  /** The signal that found the contact, in words. */
  readonly intent?: string;
  /** The type of that signal. */
  readonly intent_type?: string;
  /** The value of that signal. */
  readonly intent_keyword?: string;
  readonly intent_scoring?: number;
  readonly scoring?: number;
  readonly total_scoring?: number;
  /** `qualified`, `unknown` or `out-of-scope`; the service may add others. */
  readonly fit?: string;
  /** `finished`, `paused`, `1stnetwork` or `excluded`; the service may add others. */
  readonly state?: string;
  readonly campaignStatus?: readonly ContactProgress[];
  /** The source agent that found the contact. */
  readonly agentId?: number | string;
  readonly listId?: number | string;
  /** The user that owns the contact. */
  readonly userId?: number | string;
  readonly unsubscribed?: boolean;
  readonly bounced?: boolean;
  readonly blocked?: boolean;
  readonly readyForCampaign?: boolean;
  readonly hasStartedCampaign?: boolean;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  readonly [field: string]: unknown;
}
