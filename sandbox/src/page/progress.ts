import {
  type Campaign,
  type CampaignStep,
  type EndReason,
  type Enrolment,
  endReasons,
  type StepType,
} from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { isRunning } from "../planner/running.js";
import { awaitsIntake, type Wait, waitOf, waits } from "../planner/waiting.js";
import type { Service } from "../service.js";
import { awaited, type Named, named } from "./people.js";

/** Why a contact gets nothing now: its campaign has ended, it waits, or the campaign is switched off. */
export type Reason = EndReason | Wait | "off";

export function isReason(value: unknown): value is Reason {
  const known: readonly unknown[] = [...Object.values(endReasons), ...waits, "off"];
  return known.includes(value);
}

/** A step that was sent to a contact. */
export interface LastStep {
  campaign: Named;
  stepNumber: number;
  type: StepType;
  /** ISO 8601. */
  at: string;
}

/** A step that a contact may get. */
export interface NextStep {
  campaign: Named;
  stepNumber: number;
  type: StepType;
  /** ISO 8601: the earliest time at which it is due. */
  dueAt: string;
  queued: boolean;
}

/** A contact's progress, in one campaign or in its current one. */
export interface Progress {
  last: LastStep | null;
  next: NextStep | null;
  reason: Reason | null;
}

const nothing: Progress = { last: null, next: null, reason: null };

export function progressOf(service: Service, contact: Contact, campaign?: Campaign): Progress {
  const enrolments = service.store.enrolments.by("contact", contact.id);
  if (campaign) {
    const its = enrolments.find(({ campaignId }) => campaignId === campaign.id);
    return its ? progressIn(service, campaign, its) : beforeIntake(service, contact, campaign);
  }
  const current = enrolments.find(({ status }) => status === "running") ?? enrolments.at(-1);
  const its = service.store.campaigns.get(current?.campaignId ?? 0);
  if (!current || !its) {
    const next = awaited(service, contact);
    return next ? beforeIntake(service, contact, next) : nothing;
  }
  const progress = progressIn(service, its, current);
  const last = enrolments
    .filter(({ lastStep }) => lastStep !== null)
    .reduce<Enrolment | undefined>((latest, each) => (isLater(each, latest) ? each : latest), undefined);
  return last ? { ...progress, last: lastStepOf(service, last) } : progress;
}

function isLater({ lastStep }: Enrolment, other: Enrolment | undefined): boolean {
  return !other?.lastStep || (lastStep?.performedAt ?? "") >= other.lastStep.performedAt;
}

/** The progress of an enrolment. */
export function progressIn(service: Service, campaign: Campaign, enrolment: Enrolment): Progress {
  return {
    last: lastStepOf(service, enrolment),
    next: nextStepOf(campaign, enrolment),
    reason: reasonOf(service, campaign, enrolment),
  };
}

function beforeIntake(service: Service, contact: Contact, campaign: Campaign): Progress {
  const { listId } = contact;
  if (listId === null || !campaign.listIds.includes(listId) || !awaitsIntake(campaign, contact)) return nothing;
  return { ...nothing, reason: isRunning(service, campaign) ? "intake" : "off" };
}

function lastStepOf({ store }: Service, { campaignId, lastStep }: Enrolment): LastStep | null {
  if (!lastStep) return null;
  const { step, performedAt } = lastStep;
  return {
    campaign: named(store.campaigns, campaignId),
    stepNumber: step.stepNumber,
    type: step.type,
    at: performedAt,
  };
}

function nextStepOf(campaign: Campaign, enrolment: Enrolment): NextStep | null {
  const step: CampaignStep | undefined = campaign.steps[enrolment.stepIndex];
  if (!step || enrolment.status !== "running") return null;
  return {
    campaign: { id: campaign.id, name: campaign.name },
    stepNumber: step.stepNumber,
    type: step.type,
    dueAt: new Date(enrolment.dueAt).toISOString(),
    queued: enrolment.scheduled,
  };
}

function reasonOf(service: Service, campaign: Campaign, enrolment: Enrolment): Reason | null {
  const { clock, store } = service;
  if (enrolment.status !== "running") {
    const end = store.campaignLogs
      .by("contact", enrolment.contactId)
      .findLast(({ campaignId, status }) => campaignId === campaign.id && status !== "sent");
    return end?.reason ?? null;
  }
  if (!isRunning(service, campaign)) return "off";
  return waitOf(service, campaign, enrolment, clock.now()) ?? null;
}
