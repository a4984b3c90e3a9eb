import type { ControlParts } from "../../control/operation.js";
import { existing } from "../../control/stored.js";
import type { Campaign, CampaignStep, EndReason, SentTexts } from "../../objects/campaign.js";
import { Plan } from "../../planner/plan.js";
import { textsFor } from "../../planner/template.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import type { CampaignState } from "../people.js";
import { type CampaignRow, campaignRow } from "./campaigns.js";
import { type DayShown, sentPerDay } from "./days.js";

const MOST_QUEUED = 25;

/** A step with what has become of it. */
export interface StepShown {
  step: CampaignStep;
  /** Days since a contact entered the campaign, if nothing delays it. */
  day: number;
  sent: number;
  answered: number;
  skipped: number;
}

export interface QueueEntry {
  contactId: number;
  name: string;
  company: string | null;
  stepNumber: number;
  type: string;
  texts: SentTexts;
}

/** One campaign in full. */
export interface CampaignShown extends CampaignRow {
  createdAt: string;
  language: string | null;
  skipInvitationAfterDays: number;
  linkedinSeat: { id: number; name: string; premium: boolean } | null;
  emailSeats: { id: number; email: string }[];
  timeline: StepShown[];
  days: DayShown[];
  /** The first entries of the queue; `queueLength` counts all that the quotas allow. */
  queue: QueueEntry[];
  queueLength: number;
  /** Why contacts left without a further step, most frequent first. */
  ends: { status: CampaignState; reason: EndReason; count: number }[];
  /** Active campaigns on the same lists: switching this one on would contact their people as well. */
  rivals: { id: number; name: string }[];
}

export function showCampaign({ service }: ControlParts, { id }: { id: number }): CampaignShown {
  const { store, clock } = service;
  const campaign = existing(store.campaigns, "Campaign", id);
  const listed = new Plan(service, clock.now()).listed(campaign);
  const seat = store.linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  return {
    ...campaignRow(service, campaign),
    createdAt: campaign.createdAt,
    language: campaign.language,
    skipInvitationAfterDays: campaign.skipInvitationAfterDays,
    linkedinSeat: seat ? { id: seat.id, name: seat.name, premium: seat.premium } : null,
    emailSeats: campaign.emailSeatIds.map((seatId) => ({
      id: seatId,
      email: store.emailSeats.get(seatId)?.email ?? String(seatId),
    })),
    timeline: timelineOf(service, campaign),
    days: sentPerDay(store.campaignLogs.by("campaign", id), clock.now()),
    queue: listed.slice(0, MOST_QUEUED).map(({ contact, step }) => ({
      contactId: contact.id,
      name: fullName(contact),
      company: contact.company,
      stepNumber: step.stepNumber,
      type: step.type,
      texts: textsFor(service, campaign, contact, step),
    })),
    queueLength: listed.length,
    ends: endsOf(service, campaign),
    rivals: store.campaigns
      .all()
      .filter((other) => other.id !== campaign.id && other.active)
      .filter((other) => other.listIds.some((listId) => campaign.listIds.includes(listId)))
      .map((other) => ({ id: other.id, name: other.name })),
  };
}

function timelineOf({ store }: Service, campaign: Campaign): StepShown[] {
  const counts = new Map<string, number>();
  for (const { stepNumber, status } of store.campaignLogs.by("campaign", campaign.id)) {
    const key = `${stepNumber} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let day = 0;
  return campaign.steps.map((step, index) => {
    if (index > 0) day += step.delayAfterLastStep;
    const count = (status: string) => counts.get(`${step.stepNumber} ${status}`) ?? 0;
    return { step, day, sent: count("sent"), answered: count("answered"), skipped: count("skipped") };
  });
}

function endsOf({ store }: Service, campaign: Campaign): CampaignShown["ends"] {
  const ends = new Map<string, CampaignShown["ends"][number]>();
  for (const { status, reason } of store.campaignLogs.by("campaign", campaign.id)) {
    if (status === "sent" || status === "answered" || reason === null) continue;
    const key = `${status} ${reason}`;
    const end = ends.get(key) ?? { status, reason, count: 0 };
    end.count += 1;
    ends.set(key, end);
  }
  return [...ends.values()].sort((first, second) => second.count - first.count);
}
