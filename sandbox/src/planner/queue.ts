import type { Campaign } from "../objects/campaign.js";
import { campaignResponse, contactResponse } from "../responses.js";
import type { Service } from "../service.js";
import { readContact } from "./enrolment.js";
import { Plan } from "./plan.js";
import { isRunning } from "./running.js";
import { filledStep, senderOf } from "./template.js";

/**
 * Inside a transaction: the scheduled steps of a campaign, one entry per contact. Nothing is sent, but the planner
 * reads the contacts, which may finish, skip or exclude them.
 */
export function queueEntries(service: Service, campaign: Campaign): unknown[] {
  if (!isRunning(service, campaign)) return [];
  const { store, clock, agenda } = service;
  const sender = store.users.get(campaign.userId);
  if (!sender) return [];
  const from = senderOf(service, sender);
  for (const enrolment of agenda.due(campaign.id, clock.now())) {
    readContact(service, campaign, enrolment, clock.now());
  }
  return new Plan(service, clock.now()).listed(campaign).map(({ contact, step, enrolment: { lastStep } }) => ({
    contact: contactResponse(service, contact),
    campaign: campaignResponse(service, campaign),
    campaignStep: filledStep(step, contact, from),
    lastContactStep: lastStep && { ...lastStep.step, performedAt: lastStep.performedAt },
  }));
}
