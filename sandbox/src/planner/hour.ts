import { changeContact } from "../changes/contact.js";
import type { Campaign } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { Service } from "../service.js";
import { receiveAnswers } from "./answers.js";
import { nextChange, readContact } from "./enrolment.js";
import type { LeadMaker } from "./leads.js";
import { isRunning } from "./running.js";
import { carryOut, ordersOf } from "./sending.js";
import { runAgents } from "./sourcing.js";

/** How many new contacts a campaign enrols at one full hour. */
const MOST_NEW_CONTACTS = 100;

/**
 * Inside a transaction: the work of a full hour. Steps that are already scheduled come first, so that a queue can be
 * read for at least an hour before anything in it is sent. The steps to send are determined before answers arrive: a
 * contact that answers in this hour is not replaced by another.
 */
export function runHour(service: Service, makeLead: LeadMaker, instant: number): void {
  service.store.onRollback(() => service.agenda.wakeAll());
  const orders = ordersOf(service, instant);
  receiveAnswers(service, instant);
  carryOut(service, orders, instant);
  runAgents(service, makeLead, instant);
  for (const campaign of service.store.campaigns.all()) {
    if (!isRunning(service, campaign)) continue;
    takeInContacts(service, campaign, instant);
    schedule(service, campaign, instant);
  }
}

function takeInContacts(service: Service, campaign: Campaign, instant: number): void {
  let taken = 0;
  for (const listId of campaign.listIds) {
    const candidates = service.agenda.candidatesOf(campaign, listId);
    while (candidates.size > 0 && taken < MOST_NEW_CONTACTS) {
      for (const contactId of candidates.shift(MOST_NEW_CONTACTS - taken)) {
        if (takeIn(service, campaign, contactId, listId, instant)) taken += 1;
      }
    }
  }
}

function takeIn(service: Service, campaign: Campaign, contactId: number, listId: number, instant: number): boolean {
  const { store, agenda } = service;
  const contact = store.contacts.get(contactId);
  if (contact?.listId !== listId || agenda.isEnrolled(campaign.id, contactId) || isOutOfReach(contact)) return false;
  if (campaign.excludeFirstDegreeFromCampaigns && contact.connectionDegree === 1) {
    if (contact.state === null) changeContact(service, contact, { state: "1stnetwork" });
    return false;
  }
  store.enrolments.put({
    id: store.nextId(),
    campaignId: campaign.id,
    contactId,
    status: "running",
    stepIndex: 0,
    dueAt: instant,
    scheduled: false,
    lastStep: null,
    invitedAt: null,
    answer: null,
  });
  return true;
}

function isOutOfReach({ state }: Contact): boolean {
  return state === "excluded" || state === "paused" || state === "answered";
}

function schedule(service: Service, campaign: Campaign, instant: number): void {
  const { store, agenda } = service;
  for (const enrolment of agenda.due(campaign.id, instant)) {
    const ready = readContact(service, campaign, enrolment, instant);
    if (ready && !ready.enrolment.scheduled && ready.enrolment.dueAt <= instant) {
      store.enrolments.put({ ...ready.enrolment, scheduled: true });
    }
    const now = store.enrolments.get(enrolment.id);
    if (now?.status === "running") agenda.settle(now, nextChange(service, campaign, now, instant));
  }
}
