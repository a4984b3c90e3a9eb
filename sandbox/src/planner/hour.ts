import { changeContact } from "../changes/contact.js";
import { DAY } from "../clock.js";
import type { Campaign } from "../objects/campaign.js";
import { isConnectionRequest } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";
import { logStep, type ReadyContact, readContact } from "./enrolment.js";
import type { LeadMaker } from "./leads.js";
import { useEmailSeat, useNetworkSeat } from "./seats.js";
import { runAgents } from "./sourcing.js";

/** How many new contacts a campaign takes in at one full hour. */
const MOST_NEW_CONTACTS = 100;

/**
 * Inside a transaction: the work of a full hour. Steps that are already scheduled come first, so that a queue can be
 * read for at least an hour before anything in it is sent.
 */
export function runHour(service: Service, makeLead: LeadMaker, instant: number): void {
  performScheduled(service, instant);
  runAgents(service, makeLead, instant);
  for (const campaign of service.store.campaigns.all()) {
    if (!campaign.active) continue;
    takeInContacts(service, campaign, instant);
    schedule(service, campaign, instant);
  }
}

function takeInContacts(service: Service, campaign: Campaign, instant: number): void {
  const { store } = service;
  const enrolled = new Set(store.enrolments.by("campaign", campaign.id).map((enrolment) => enrolment.contactId));
  let taken = 0;
  for (const listId of campaign.listIds) {
    for (const contact of store.contacts.by("list", listId)) {
      if (taken === MOST_NEW_CONTACTS) return;
      if (enrolled.has(contact.id) || contact.state === "excluded" || contact.state === "paused") continue;
      if (campaign.excludeFirstDegreeFromCampaigns && contact.connectionDegree === 1) {
        if (contact.state === null) changeContact(service, contact, { state: "1stnetwork" });
        continue;
      }
      store.enrolments.put({
        id: store.nextId(),
        campaignId: campaign.id,
        contactId: contact.id,
        status: "running",
        stepIndex: 0,
        dueAt: instant,
        scheduled: false,
        lastStep: null,
        invitedAt: null,
      });
      taken += 1;
    }
  }
}

function schedule(service: Service, campaign: Campaign, instant: number): void {
  for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
    const ready = readContact(service, campaign, enrolment, instant);
    if (ready && !ready.enrolment.scheduled && ready.enrolment.dueAt <= instant) {
      service.store.enrolments.put({ ...ready.enrolment, scheduled: true });
    }
  }
}

function performScheduled(service: Service, instant: number): void {
  for (const campaign of service.store.campaigns.all()) {
    if (!campaign.active) continue;
    for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
      if (!enrolment.scheduled) continue;
      const ready = readContact(service, campaign, enrolment, instant);
      if (ready?.enrolment.scheduled) perform(service, campaign, ready, instant);
    }
  }
}

function perform(service: Service, campaign: Campaign, ready: ReadyContact, instant: number): void {
  const { step, enrolment, contact } = ready;
  const seatId =
    step.type === "email" ? useEmailSeat(service, campaign, instant) : useNetworkSeat(service, campaign, step, instant);
  // No seat may send now: the contact stays in the queue.
  if (seatId === undefined) return;
  const next = campaign.steps[enrolment.stepIndex + 1];
  service.store.enrolments.put({
    ...enrolment,
    stepIndex: enrolment.stepIndex + 1,
    scheduled: false,
    dueAt: instant + (next?.delayAfterLastStep ?? 0) * DAY,
    lastStep: { step, performedAt: new Date(instant).toISOString() },
    invitedAt: isConnectionRequest(step) ? instant : enrolment.invitedAt,
  });
  logStep(service, enrolment, contact, { stepNumber: step.stepNumber, type: step.type, status: "sent", seatId });
  changeContact(service, contact, { hasStartedCampaign: true });
}
