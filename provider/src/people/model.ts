/** A campaign that a contact is, was or is about to be in. */
export interface Involvement {
  readonly campaignId: string;
  readonly name?: string;
  /** Whether the campaign is active. Undefined if the service does not tell it. */
  readonly active?: boolean;
  /** As the service names it; `waiting` for a contact in a list of an active campaign that has not begun with it. */
  readonly status?: string;
  /** True if the campaign does nothing more with this contact. */
  readonly isOver: boolean;
  /** The last step that was carried out, from 1. */
  readonly step?: number;
  readonly type?: string;
  /** When it was carried out, by the campaign's log. ISO 8601. */
  readonly at?: string;
}

/** One contact of one member: an appearance of a person. */
export interface Appearance {
  /** The id of the member who holds the contact. */
  readonly member: string;
  readonly contactId: string;
  readonly name?: string;
  readonly company?: string;
  readonly jobTitle?: string;
  /** As served. */
  readonly email?: string;
  /** As served. */
  readonly profileUrl?: string;
  /** All e-mail addresses, in normal form. */
  readonly emails: readonly string[];
  /** The address of the profile, in normal form. */
  readonly profile?: string;
  /** The domain of the company's website. */
  readonly website?: string;
  readonly listId?: string;
  /** False if the contact is known to be in no list. */
  readonly inList: boolean;
  /** True for a contact who is excluded or blocked in the app: no campaign takes it. */
  readonly isRefused?: true;
  readonly campaigns: readonly Involvement[];
  /** False if the contact may be in campaigns that the service does not show. */
  readonly areAllCampaigns: boolean;
}

/** How bad it is that several members or campaigns have one person, worst first. */
export const levels = ["both-running", "unknown", "one-running", "none-running"] as const;
export type Level = (typeof levels)[number];

/** What shows that contacts are one person. */
export type SameBy = "profile" | "e-mail";

/** All contacts of one person. */
export interface Person {
  /** In the order of members and contacts, whatever order they were read in. */
  readonly appearances: readonly Appearance[];
  readonly sameBy: readonly SameBy[];
}

/** A person whom several members or campaigns have. */
export interface Collision extends Person {
  readonly level: Level;
}

/** People of one name whom nothing else shows to be one person. */
export interface Namesakes {
  readonly level: Level;
  /** True if all of them work at a company of one name. */
  readonly isSameCompany: boolean;
  readonly people: readonly Person[];
}

/** What the contacts of all members come to. Every contact is in exactly one person of `collisions` or `others`. */
export interface Judgement {
  /** Worst first. */
  readonly collisions: readonly Collision[];
  readonly others: readonly Person[];
  /** Worst first. */
  readonly perhaps: readonly Namesakes[];
}
