/** A campaign that a contact is, was or will be in. */
export interface Involvement {
  readonly campaignId: string;
  readonly name?: string;
  /** Whether the campaign is active. Undefined if the service does not return it. */
  readonly active?: boolean;
  /**
   * The service's name for the status; `waiting` for a contact on a list of an active campaign that has not started with
   * it.
   */
  readonly status?: string;
  /** True if the campaign does nothing more with this contact. */
  readonly isOver: boolean;
  /** The last step that was carried out, from 1. */
  readonly step?: number;
  readonly type?: string;
  /** When it was carried out, according to the campaign's log. ISO 8601. */
  readonly at?: string;
}

/** A contact of a member: one appearance of a person. */
export interface Appearance {
  /** The id of the member who owns the contact. */
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
  /** Profile URL in normal form. */
  readonly profile?: string;
  /** The domain of the company's website. */
  readonly website?: string;
  readonly listId?: string;
  /** False if the contact is known to be on no list. */
  readonly inList: boolean;
  /** True for a contact who is excluded or blocked in the app, so that no campaign contacts them. */
  readonly isRefused?: true;
  readonly campaigns: readonly Involvement[];
  /** False if the contact may be in campaigns that the service does not return. */
  readonly areAllCampaigns: boolean;
}

/** How serious it is that several members or campaigns have the same person, worst first. */
export const levels = ["both-running", "unknown", "one-running", "none-running"] as const;
export type Level = (typeof levels)[number];

/** The evidence that contacts are the same person. */
export type SameBy = "profile" | "e-mail";

/** All contacts of one person. */
export interface Person {
  /** Sorted by member and contact, independent of reading order. */
  readonly appearances: readonly Appearance[];
  readonly sameBy: readonly SameBy[];
}

/** A person whom several members have, or several campaigns contact. */
export interface Collision extends Person {
  readonly level: Level;
}

/** People with the same name but no other evidence that they are the same person. */
export interface Namesakes {
  readonly level: Level;
  /** True if all work at a company with the same name. */
  readonly isSameCompany: boolean;
  readonly people: readonly Person[];
}

/** The result for the contacts of all members. Every contact belongs to exactly one person in `collisions` or `others`. */
export interface Judgement {
  /** Worst first. */
  readonly collisions: readonly Collision[];
  readonly others: readonly Person[];
  /** Worst first. */
  readonly perhaps: readonly Namesakes[];
}
