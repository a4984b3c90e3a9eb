import type { ControlParts } from "../../control/operation.js";
import { existing } from "../../control/stored.js";
import type { CampaignLog, EndReason, Enrolment, SentTexts, StepType } from "../../objects/campaign.js";
import type { Contact } from "../../objects/contact.js";
import { isReply } from "../../planner/outcomes.js";
import { textsFor } from "../../planner/template.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import { type CampaignState, type ContactStatus, type Named, named, nameOfUser, statusOf } from "../people.js";
import { type NextStep, progressIn, type Reason } from "../progress.js";
import { replyTo } from "./replies.js";

/** One event in a contact's history. */
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
      /** The contact's generated reply; `null` unless it replied to this step. */
      reply: string | null;
    };

/** A contact's next step in a campaign. */
export interface NextShown extends NextStep {
  /** Why it is not sent now. */
  reason: Reason | null;
  texts: SentTexts;
}

/** One contact with its whole history. */
export interface ContactStory {
  contact: Omit<Contact, "personalizedMessages">;
  name: string;
  owner: Named;
  /** Of the owner. */
  organization: Named & { blocklist: string[] };
  status: ContactStatus;
  list: Named | null;
  agent: Named | null;
  events: StoryEvent[];
  next: NextShown[];
}

export function showStory({ service }: ControlParts, { id }: { id: number }): ContactStory {
  const { store } = service;
  const whole = existing(store.contacts, "Contact", id);
  const { personalizedMessages: _own, ...contact } = whole;
  return {
    contact,
    name: fullName(contact),
    owner: { id: contact.userId, name: nameOfUser(service, contact.userId) },
    organization: organizationShown(service, whole),
    status: statusOf(service, whole),
    list: named(store.lists, contact.listId),
    agent: named(store.agents, contact.agentId),
    events: [beginning(service, whole), ...store.campaignLogs.by("contact", id).map((log) => eventOf(service, log))],
    next: store.enrolments.by("contact", id).flatMap((enrolment) => nextStep(service, whole, enrolment) ?? []),
  };
}

function organizationShown({ store }: Service, { userId }: Contact): ContactStory["organization"] {
  const organization = store.organizations.get(store.users.get(userId)?.organizationId ?? 0);
  return {
    id: organization?.id ?? 0,
    name: organization?.companyName ?? "",
    blocklist: organization?.blocklist ?? [],
  };
}

function beginning({ store }: Service, contact: Contact): StoryEvent {
  const list = named(store.lists, contact.listId);
  const agent = named(store.agents, contact.agentId);
  if (!agent) return { kind: "added", at: contact.createdAt, list };
  const signal = { type: contact.intent_type, keyword: contact.intent_keyword, score: contact.total_scoring };
  return { kind: "imported", at: contact.createdAt, agent, list, signal };
}

function eventOf(service: Service, log: CampaignLog): StoryEvent {
  const { store } = service;
  const campaign = named(store.campaigns, log.campaignId);
  const { stepNumber, type } = log;
  const common = { at: log.createdAt, campaign, stepNumber, type };
  if (log.status !== "sent") {
    const reply = isReply(log) ? replyTo(service, log.campaignId, log.contactId) : null;
    return { ...common, kind: "ended", status: log.status, reason: log.reason, reply };
  }
  const seat =
    type === "email" ? store.emailSeats.get(log.seatId ?? 0)?.email : store.linkedinSeats.get(log.seatId ?? 0)?.name;
  return { ...common, kind: "sent", seat: seat ?? null, texts: log.texts };
}

function nextStep(service: Service, contact: Contact, enrolment: Enrolment): NextShown | undefined {
  const campaign = service.store.campaigns.get(enrolment.campaignId);
  const step = campaign?.steps[enrolment.stepIndex];
  if (!campaign || !step) return undefined;
  const { next, reason } = progressIn(service, campaign, enrolment);
  return next ? { ...next, reason, texts: textsFor(service, campaign, contact, step) } : undefined;
}
