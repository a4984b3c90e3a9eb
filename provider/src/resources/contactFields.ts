import { isRecord, stringOrUndefined } from "../api/json";
import { domainForm, emailForm, profileForm } from "../api/normal";
import { readableId } from "../api/servedId";
import type { Described } from "../kind/suppression";

/** The campaigns that a contact is or was in. */
export interface ContactCampaigns {
  /** Their ids, as far as they can be read. */
  readonly ids: readonly string[];
  /** False if the contact may be in other campaigns too. */
  readonly areAll: boolean;
}

/**
 * Reads `campaignStatus` entry by entry: the fields of an entry are not reliably documented, and an unreadable entry must
 * not hide the others. Undefined if the contact does not contain it.
 */
export function campaignsOf(contact: unknown): ContactCampaigns | undefined {
  const served = isRecord(contact) ? (contact.campaignStatus ?? undefined) : undefined;
  if (served === undefined) return undefined;
  const found = entriesOf(served).map(campaignIn);
  const ids = found.filter((campaignId) => campaignId !== undefined);
  return { ids: [...new Set(ids)], areAll: ids.length === found.length };
}

/** The entries of `campaignStatus`. A single entry may be served without an array. */
export function entriesOf(served: unknown): readonly unknown[] {
  return Array.isArray(served) ? served : [served];
}

/** The campaign id in an entry of `campaignStatus`. Undefined if it cannot be read. */
export function campaignIn(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const { campaignId, campaign_id: underscored, campaign } = entry;
  const candidates = [campaignId, underscored, campaign, isRecord(campaign) ? campaign.id : undefined];
  return candidates.map(readableId).find((each) => each !== undefined);
}

/** The list of a contact. Undefined if the contact does not contain it. */
export function listOf(contact: unknown): string | undefined {
  if (!isRecord(contact)) return undefined;
  const { listId, list_id: underscored, list } = contact;
  const candidates = [listId, underscored, list, isRecord(list) ? list.id : undefined];
  return candidates.map(readableId).find((each) => each !== undefined);
}

/** Further addresses of a contact. These fields are not documented (I). */
const otherEmails = ["email_2", "email_3", "secondEmail"];

/** The data that identifies a contact, as far as the service returns it. */
export function describedBy(contact: unknown): Described {
  const served = isRecord(contact) ? contact : {};
  const emails = ["email", ...otherEmails].map((field) => emailForm(stringOrUndefined(served[field])));
  return {
    emails: [...new Set(emails.filter((email) => email !== undefined))],
    profile: profileForm(stringOrUndefined(served.profileUrl)),
    company: stringOrUndefined(served.company),
    website: domainForm(hostIn(stringOrUndefined(served.website))),
  };
}

/** True if nothing is sent to the contact any more. */
export function isRefused(contact: unknown): boolean {
  return isRecord(contact) && (contact.blocked === true || contact.state === "excluded");
}

function hostIn(website: string | undefined): string | undefined {
  return website
    ?.trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^www\./i, "");
}
