import { z } from "zod";
import type { ControlParts } from "../../control/operation.js";
import { numberInQuery } from "../../control/operations/inputs.js";
import type { CampaignLog, StepType } from "../../objects/campaign.js";
import { isReply } from "../../planner/outcomes.js";
import type { Service } from "../../service.js";
import { type Named, named, nameOfContact } from "../people.js";
import { replyText } from "../replyText.js";
import { campaignsOf } from "./campaigns.js";

export const repliesFilter = z.strictObject({
  user: numberInQuery.optional(),
  campaign: numberInQuery.optional(),
  /** The index of the first row, from 0. */
  from: numberInQuery.pipe(z.int().nonnegative()).default(0),
  rows: numberInQuery.pipe(z.int().min(0).max(500)).default(100),
});

/** A reply to a step of a campaign. */
export interface ReplyRow {
  id: number;
  contact: Named;
  jobTitle: string | null;
  company: string | null;
  campaign: Named;
  stepNumber: number | null;
  type: StepType | null;
  /** ISO 8601. */
  at: string;
  /** Generated. */
  text: string;
}

export interface RepliesShown {
  /** All replies that match. */
  total: number;
  from: number;
  /** The newest first. */
  rows: ReplyRow[];
}

export function showReplies({ service }: ControlParts, filter: z.output<typeof repliesFilter>): RepliesShown {
  const { store } = service;
  const replies = campaignsOf(service, filter.user)
    .filter(({ id }) => filter.campaign === undefined || id === filter.campaign)
    .flatMap(({ id }) => store.campaignLogs.by("campaign", id).filter(isReply))
    // Ids grow with time.
    .sort((first, second) => second.id - first.id);
  return {
    total: replies.length,
    from: filter.from,
    rows: replies.slice(filter.from, filter.from + filter.rows).map((log) => replyRow(service, log)),
  };
}

function replyRow(service: Service, { id, contactId, campaignId, stepNumber, type, createdAt }: CampaignLog): ReplyRow {
  const { store } = service;
  const contact = store.contacts.get(contactId);
  return {
    id,
    contact: { id: contactId, name: nameOfContact(service, contactId) },
    jobTitle: contact?.jobTitle ?? null,
    company: contact?.company ?? null,
    campaign: named(store.campaigns, campaignId),
    stepNumber,
    type,
    at: createdAt,
    text: replyTo(service, campaignId, contactId),
  };
}

/** The text of a contact's reply to a campaign, addressed to the campaign's owner. */
export function replyTo({ store }: Service, campaignId: number, contactId: number): string {
  const contact = store.contacts.get(contactId);
  const sender = store.users.get(store.campaigns.get(campaignId)?.userId ?? 0);
  return contact ? replyText(contact, sender?.firstName) : "";
}
