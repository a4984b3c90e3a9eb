import type { Stored } from "./stored.js";

export interface Organization extends Stored {
  companyName: string;
  website: string | null;
  industry: string | null;
  companySize: string | null;
  description: string | null;
  linkedinPage: string | null;
  ownerId: number;
  createdAt: string;
  /** Names of companies whose people must not be contacted. */
  blocklist: string[];
  /** Blocked companies of contacts that the planner has excluded. */
  flaggedCompanies: string[];
}

type OrganizationRole = "member" | "admin";

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

/** Contains a digest instead of the key itself, which is shown only once, when it is created. */
export interface ApiKey extends Stored {
  userId: number;
  digest: string;
  label: string;
  createdAt: string;
}

export const networkActions = ["invitations", "messages", "profileVisits", "likes"] as const;
export type NetworkAction = (typeof networkActions)[number];

export interface LinkedinSeat extends Stored {
  organizationId: number;
  userId: number;
  name: string;
  premium: boolean;
  /** Actions per day. */
  quotas: Record<NetworkAction, number>;
  /** Hours of the day in UTC, `to` excluded. */
  launchHours: { from: number; to: number };
  usage: { day: string; counts: Record<NetworkAction, number> };
  /** The parts of the day's usage, by campaign id. */
  usageByCampaign: Record<string, Record<NetworkAction, number>>;
}

export interface EmailSeat extends Stored {
  organizationId: number;
  userId: number;
  email: string;
  /** E-mails per day. */
  dailyQuota: number;
  usage: { day: string; sent: number };
  /** The parts of the day's usage, by campaign id. */
  usageByCampaign: Record<string, number>;
}
