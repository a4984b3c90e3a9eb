import { changeContact } from "../changes/contact.js";
import type { Campaign } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { Service } from "../service.js";
import { receiveAnswers } from "./answers.js";
import { readContact } from "./enrolment.js";
import type { LeadMaker } from "./leads.js";
import { performScheduled } from "./sending.js";
import { runAgents } from "./sourcing.js";

/** How many new contacts a campaign takes in at one full hour. */
const MOST_NEW_CONTACTS = 100;

/**
 * Inside a transaction: the work of a full hour. Steps that are already scheduled come first, so that a queue can be
 * read for at least an hour before anything in it is sent.
 */
export function runHour(service: Service, makeLead: LeadMaker, instant: number): void {
  receiveAnswers(service, instant);
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
      if (enrolled.has(contact.id) || isOutOfReach(contact)) continue;
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
        answer: null,
      });
      taken += 1;
    }
  }
}

function isOutOfReach({ state }: Contact): boolean {
  return state === "excluded" || state === "paused" || state === "answered";
}

function schedule(service: Service, campaign: Campaign, instant: number): void {
  for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
    const ready = readContact(service, campaign, enrolment, instant);
    if (ready && !ready.enrolment.scheduled && ready.enrolment.dueAt <= instant) {
      service.store.enrolments.put({ ...ready.enrolment, scheduled: true });
    }
  }
}
