import type { ControlParts } from "../../control/operation.js";
import { existing } from "../../control/stored.js";
import type { CampaignLog, EndReason, Enrolment, SentTexts, StepType } from "../../objects/campaign.js";
import type { Contact } from "../../objects/contact.js";
import { textsFor } from "../../planner/template.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import { type CampaignState, type ContactStatus, type Named, named, nameOfUser, statusOf } from "../people.js";

/** One event in the life of a contact. */
export type StoryEvent =
  | { kind: "added"; at: string; list: Named | null }
  | {
      kind: "imported";
      at: string;
      agent: Named;
      list: Named | null;
      signal: { type: string | null; keyword: string | null; score: number | null };
    }
  | {
      kind: "sent";
      at: string;
      campaign: Named;
      stepNumber: number | null;
      type: StepType | null;
      seat: string | null;
      texts: SentTexts | null;
    }
  | {
      kind: "ended";
      at: string;
      campaign: Named;
      status: Exclude<CampaignState, "waiting" | "running">;
      reason: EndReason | null;
      stepNumber: number | null;
      type: StepType | null;
    };

/** What comes next for a contact in a campaign. */
export interface NextStep {
  campaign: Named;
  active: boolean;
  stepNumber: number;
  type: StepType;
  /** ISO 8601. */
  dueAt: string;
  queued: boolean;
  texts: SentTexts;
}

/** One contact with everything that has happened to it. */
export interface ContactStory {
  contact: Omit<Contact, "personalizedMessages">;
  name: string;
  owner: Named;
  status: ContactStatus;
  list: Named | null;
  agent: Named | null;
  events: StoryEvent[];
  next: NextStep[];
}

export function showStory({ service }: ControlParts, { id }: { id: number }): ContactStory {
  const { store } = service;
  const whole = existing(store.contacts, "Contact", id);
  const { personalizedMessages: _own, ...contact } = whole;
  return {
    contact,
    name: fullName(contact),
    owner: { id: contact.userId, name: nameOfUser(service, contact.userId) },
    status: statusOf(service, whole),
    list: named(store.lists, contact.listId),
    agent: named(store.agents, contact.agentId),
    events: [beginning(service, whole), ...store.campaignLogs.by("contact", id).map((log) => eventOf(service, log))],
    next: store.enrolments.by("contact", id).flatMap((enrolment) => nextStep(service, whole, enrolment) ?? []),
  };
}

function beginning({ store }: Service, contact: Contact): StoryEvent {
  const list = named(store.lists, contact.listId);
  const agent = named(store.agents, contact.agentId);
  if (!agent) return { kind: "added", at: contact.createdAt, list };
  const signal = { type: contact.intent_type, keyword: contact.intent_keyword, score: contact.total_scoring };
  return { kind: "imported", at: contact.createdAt, agent, list, signal };
}

function eventOf({ store }: Service, log: CampaignLog): StoryEvent {
  const campaign = named(store.campaigns, log.campaignId);
  const { stepNumber, type } = log;
  const common = { at: log.createdAt, campaign, stepNumber, type };
  if (log.status !== "sent") return { ...common, kind: "ended", status: log.status, reason: log.reason };
  const seat =
    type === "email" ? store.emailSeats.get(log.seatId ?? 0)?.email : store.linkedinSeats.get(log.seatId ?? 0)?.name;
  return { ...common, kind: "sent", seat: seat ?? null, texts: log.texts };
}

function nextStep(service: Service, contact: Contact, enrolment: Enrolment): NextStep | undefined {
  const campaign = service.store.campaigns.get(enrolment.campaignId);
  const step = campaign?.steps[enrolment.stepIndex];
  if (!campaign || !step || enrolment.status !== "running") return undefined;
  return {
    campaign: { id: campaign.id, name: campaign.name },
    active: campaign.active,
    stepNumber: step.stepNumber,
    type: step.type,
    dueAt: new Date(enrolment.dueAt).toISOString(),
    queued: enrolment.scheduled,
    texts: textsFor(service, campaign, contact, step),
  };
}
