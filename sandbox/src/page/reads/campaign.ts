import type { ControlParts } from "../../control/operation.js";
import { existing } from "../../control/stored.js";
import type { Campaign, CampaignStep, SentTexts } from "../../objects/campaign.js";
import { type CampaignOutcome, outcomeOf } from "../../planner/outcomes.js";
import { Plan } from "../../planner/plan.js";
import { textsFor, unfilledIn } from "../../planner/template.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import { type CampaignRow, campaignRow } from "./campaigns.js";
import { type DayShown, sentPerDay } from "./days.js";

const MOST_QUEUED = 25;

/** A step with its outcome. */
export interface StepShown {
  step: CampaignStep;
  /** Variables that the sandbox sends without filling them in. */
  unfilled: string[];
  /** Days after a contact's enrolment, if nothing delays it. */
  day: number;
  sent: number;
  /** Contacts that replied to this step. */
  replied: number;
  /** Contacts that accepted the invitation; `null` for other steps. */
  accepted: number | null;
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
  /** The first entries of the queue; `queued` counts all of them. */
  queue: QueueEntry[];
  /** Why contacts left, most frequent first. */
  ends: CampaignOutcome["ends"];
  /** Active campaigns on the same lists: switching this one on would contact their people as well. */
  rivals: { id: number; name: string }[];
}

export function showCampaign({ service }: ControlParts, { id }: { id: number }): CampaignShown {
  const { store, clock } = service;
  const campaign = existing(store.campaigns, "Campaign", id);
  const outcome = outcomeOf(service, campaign);
  const plan = new Plan(service, clock.now());
  const listed = plan.listed(campaign);
  const seat = store.linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  return {
    ...campaignRow(service, campaign, plan, outcome),
    createdAt: campaign.createdAt,
    language: campaign.language,
    skipInvitationAfterDays: campaign.skipInvitationAfterDays,
    linkedinSeat: seat ? { id: seat.id, name: seat.name, premium: seat.premium } : null,
    emailSeats: campaign.emailSeatIds.map((seatId) => ({
      id: seatId,
      email: store.emailSeats.get(seatId)?.email ?? String(seatId),
    })),
    timeline: timelineOf(service, campaign, outcome),
    days: sentPerDay(store.campaignLogs.by("campaign", id), clock.now()),
    queue: listed.slice(0, MOST_QUEUED).map(({ contact, step }) => ({
      contactId: contact.id,
      name: fullName(contact),
      company: contact.company,
      stepNumber: step.stepNumber,
      type: step.type,
      texts: textsFor(service, campaign, contact, step),
    })),
    ends: outcome.ends,
    rivals: store.campaigns
      .all()
      .filter((other) => other.id !== campaign.id && other.active)
      .filter((other) => other.listIds.some((listId) => campaign.listIds.includes(listId)))
      .map((other) => ({ id: other.id, name: other.name })),
  };
}

function timelineOf(service: Service, { steps }: Campaign, outcome: CampaignOutcome): StepShown[] {
  let day = 0;
  return steps.map((step, index) => {
    if (index > 0) day += step.delayAfterLastStep;
    const { sent = 0, replied = 0, accepted = null, skipped = 0 } = outcome.steps[index] ?? {};
    const { unfilled = [] } = unfilledIn(service, step);
    return { step, unfilled, day, sent, replied, accepted, skipped };
  });
}
