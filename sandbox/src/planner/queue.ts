import { type NetworkAction, networkActions } from "../objects/account.js";
import type { Campaign } from "../objects/campaign.js";
import { campaignResponse, contactResponse } from "../responses.js";
import { organizationOf, type Service } from "../service.js";
import { type ReadyContact, readContact } from "./enrolment.js";
import { emailAllowance, shareQuota } from "./quotas.js";
import { networkAction } from "./seats.js";
import { filledStep } from "./template.js";

/**
 * Inside a transaction: the scheduled steps of a campaign, one entry per contact. Nothing is sent, but the planner
 * reads the contacts, which may finish, skip or exclude them.
 */
export function queueEntries(service: Service, campaign: Campaign): unknown[] {
  if (!campaign.active) return [];
  const { store, clock } = service;
  const sender = store.users.get(campaign.userId);
  if (!sender) return [];
  const from = { user: sender, organization: organizationOf(service, sender) };
  return capped(service, campaign, scheduledContacts(service, campaign), clock.now()).map((ready) => ({
    contact: contactResponse(service, ready.contact),
    campaign: campaignResponse(service, campaign),
    campaignStep: filledStep(ready.step, ready.contact, from),
    lastContactStep: ready.enrolment.lastStep && {
      ...ready.enrolment.lastStep.step,
      performedAt: ready.enrolment.lastStep.performedAt,
    },
  }));
}

function scheduledContacts(service: Service, campaign: Campaign): ReadyContact[] {
  const ready: ReadyContact[] = [];
  for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
    const contact = readContact(service, campaign, enrolment, service.clock.now());
    if (contact?.enrolment.scheduled) ready.push(contact);
  }
  return ready;
}

function capped(service: Service, campaign: Campaign, ready: ReadyContact[], instant: number): ReadyContact[] {
  const left = new Map<NetworkAction | "email", number>();
  const seat = service.store.linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  left.set("email", emailAllowance(service.store, campaign, instant));
  for (const action of networkActions) {
    const quota = seat?.quotas[action] ?? 0;
    left.set(action, shareQuota(quota, wantedOnSeat(service, campaign, ready, action)).get(campaign.id) ?? 0);
  }
  return ready.filter(({ step }) => {
    const kind = step.type === "email" ? "email" : networkAction(step.type);
    const remaining = left.get(kind) ?? 0;
    left.set(kind, remaining - 1);
    return remaining > 0;
  });
}

/**
 * Queue entries of one kind, by active campaign of the seat.
 *
 * @param ready the entries of `campaign`, which have been read already
 */
function wantedOnSeat(
  service: Service,
  campaign: Campaign,
  ready: ReadyContact[],
  action: NetworkAction,
): Map<number, number> {
  const { store } = service;
  const wanted = new Map<number, number>();
  for (const other of store.campaigns.by("seat", campaign.linkedinSeatId)) {
    if (!other.active) continue;
    const count =
      other.id === campaign.id
        ? ready.filter(({ step }) => step.type !== "email" && networkAction(step.type) === action).length
        : store.enrolments.by("campaign", other.id).filter((enrolment) => {
            const step = other.steps[enrolment.stepIndex];
            return enrolment.scheduled && step && step.type !== "email" && networkAction(step.type) === action;
          }).length;
    wanted.set(other.id, count);
  }
  return wanted;
}
