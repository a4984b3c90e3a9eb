import { isRecord } from "../api/json";
import { domainForm, emailForm, profileForm } from "../api/normal";
import { readableId } from "../api/servedId";
import type { Described } from "../kind/suppression";

/** The campaigns that a contact is or was in. */
export interface ContactCampaigns {
  /** Their ids, as far as they can be read. */
  readonly ids: readonly string[];
  /** False if the contact may be in others as well. */
  readonly areAll: boolean;
}

/**
 * Reads `campaignStatus`, entry by entry: neither source names the fields of an entry for certain, and one that cannot be
 * read must not hide the others. Undefined if the contact does not show it.
 */
export function campaignsOf(contact: unknown): ContactCampaigns | undefined {
  const served = isRecord(contact) ? (contact.campaignStatus ?? undefined) : undefined;
  if (served === undefined) return undefined;
  const found = entriesOf(served).map(campaignIn);
  const ids = found.filter((campaignId) => campaignId !== undefined);
  return { ids: [...new Set(ids)], areAll: ids.length === found.length };
}

/** The entries of `campaignStatus`. One entry alone may stand without an array. */
export function entriesOf(served: unknown): readonly unknown[] {
  return Array.isArray(served) ? served : [served];
}

/** The id of the campaign that one entry of `campaignStatus` is about. Undefined if it cannot be read. */
export function campaignIn(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const { campaignId, campaign_id: underscored, campaign } = entry;
  const candidates = [campaignId, underscored, campaign, isRecord(campaign) ? campaign.id : undefined];
  return candidates.map(readableId).find((each) => each !== undefined);
}

/** The list of a contact. Undefined if the contact does not show it. */
export function listOf(contact: unknown): string | undefined {
  if (!isRecord(contact)) return undefined;
  const { listId, list_id: underscored, list } = contact;
  const candidates = [listId, underscored, list, isRecord(list) ? list.id : undefined];
  return candidates.map(readableId).find((each) => each !== undefined);
}

/** Further addresses of a contact. Neither source lists these fields (I). */
const otherEmails = ["email_2", "email_3", "secondEmail"];

/** By what a contact is told from others. Nothing of it if the service does not show it. */
export function describedBy(contact: unknown): Described {
  const served = isRecord(contact) ? contact : {};
  const emails = ["email", ...otherEmails].map((field) => emailForm(textIn(served[field])));
  return {
    emails: [...new Set(emails.filter((email) => email !== undefined))],
    profile: profileForm(textIn(served.profileUrl)),
    company: textIn(served.company),
    website: domainForm(hostIn(textIn(served.website))),
  };
}

/** True for a contact to whom nothing is sent any more. */
export function isRefused(contact: unknown): boolean {
  return isRecord(contact) && (contact.blocked === true || contact.state === "excluded");
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function hostIn(website: string | undefined): string | undefined {
  return website
    ?.trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^www\./i, "");
}
