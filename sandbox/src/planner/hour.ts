import { changeContact, isBlocked } from "../changes/contact.js";
import { DAY, dayOf, HOUR } from "../clock.js";
import type { EmailSeat, LinkedinSeat } from "../objects/account.js";
import type { Campaign, CampaignLog, CampaignStep, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { isConnectionRequest, isNetworkStep } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";
import type { LeadMaker } from "./leads.js";
import { networkAction, seatUsage, sentToday } from "./quotas.js";
import { runAgents } from "./sourcing.js";

/** How many new contacts a campaign takes in at one full hour. */
const MOST_NEW_CONTACTS = 100;

/**
 * Inside a transaction: what happens at a full hour. What was scheduled before is performed first, so that a queue can
 * be seen for an hour at least before anything in it is sent.
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

export interface ReadyContact {
  enrolment: Enrolment;
  contact: Contact;
  step: CampaignStep;
}

/**
 * What the planner does with each contact that it reads, by the hour or because somebody looks at the queue:
 * marks who is finished, who cannot be reached, who must not be. Answers those with a step to come.
 */
export function readContact(
  service: Service,
  campaign: Campaign,
  enrolment: Enrolment,
  instant: number,
): ReadyContact | undefined {
  const { store } = service;
  if (enrolment.status !== "running") return undefined;
  const contact = store.contacts.get(enrolment.contactId);
  if (!contact) {
    store.enrolments.delete(enrolment.id);
    return undefined;
  }
  if (contact.state === "paused" || contact.state === "answered") return undefined;
  if (contact.state === "excluded") return end(service, enrolment, contact, "excluded");
  if (flagCompany(service, contact)) return end(service, enrolment, contact, "excluded");

  const current = skipWhatCannotCome(campaign, enrolment, contact, instant);
  if (current === "waits") return undefined;
  const step = campaign.steps[current.stepIndex];
  if (!step) return end(service, current, contact, "finished");
  const obstacle = obstacleOf(step, contact);
  if (obstacle) return end(service, current, contact, obstacle);
  if (current !== enrolment) store.enrolments.put(current);
  return { enrolment: current, contact, step };
}

/** An invitation that stays unanswered is given up after a while: only e-mails follow it then. */
function skipWhatCannotCome(
  campaign: Campaign,
  enrolment: Enrolment,
  contact: Contact,
  instant: number,
): Enrolment | "waits" {
  const step = campaign.steps[enrolment.stepIndex];
  const { invitedAt } = enrolment;
  const needsConnection = step?.type === "message" || step?.type === "voiceMessage";
  if (!step || invitedAt === null || contact.connectionDegree === 1) return enrolment;
  const givenUp = instant - invitedAt >= campaign.skipInvitationAfterDays * DAY;
  if (givenUp && isNetworkStep(step)) {
    const next = campaign.steps.findIndex((later, index) => index > enrolment.stepIndex && !isNetworkStep(later));
    return { ...enrolment, stepIndex: next === -1 ? campaign.steps.length : next, scheduled: false };
  }
  return needsConnection && !isAccepted(contact, invitedAt, instant) ? "waits" : enrolment;
}

/** Seven of ten accept, after one to three days: who and when follows from the contact alone. */
function isAccepted(contact: Contact, invitedAt: number, instant: number): boolean {
  const lot = [...`${contact.firstName} ${contact.lastName}`].reduce(
    (sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0,
    7,
  );
  return lot % 10 < 7 && instant - invitedAt >= (1 + (lot % 3)) * DAY;
}

function obstacleOf(step: CampaignStep, contact: Contact): "skipped" | "excluded" | undefined {
  if (step.type !== "email") return contact.profileUrl === null ? "skipped" : undefined;
  if (contact.unsubscribed || contact.bounced) return "excluded";
  return contact.email === null ? "skipped" : undefined;
}

function flagCompany(service: Service, contact: Contact): boolean {
  const { store } = service;
  const owner = store.users.get(contact.userId);
  if (!owner || contact.company === null || !isBlocked(service, owner, contact.company)) return false;
  const organization = store.organizations.get(owner.organizationId);
  if (organization && !organization.flaggedCompanies.includes(contact.company)) {
    store.organizations.put({
      ...organization,
      flaggedCompanies: [...organization.flaggedCompanies, contact.company],
    });
  }
  if (!contact.blocked) changeContact(service, contact, { blocked: true });
  return true;
}

function end(
  service: Service,
  enrolment: Enrolment,
  contact: Contact,
  status: "finished" | "skipped" | "excluded",
): undefined {
  const { store } = service;
  store.enrolments.put({ ...enrolment, status, scheduled: false });
  const step = enrolment.lastStep?.step;
  logStep(service, enrolment, contact, {
    stepNumber: step?.stepNumber ?? 0,
    type: step?.type ?? "visitProfile",
    status,
    seatId: null,
  });
  const latest = store.contacts.get(contact.id) ?? contact;
  // Somebody without an address for one step is skipped by the campaign, and no more than that.
  changeContact(service, latest, status === "skipped" ? {} : { state: status });
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
  // No seat has anything left for this hour: it stays in the queue.
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

/** The day's quota comes in equal parts over the launch hours. */
function useNetworkSeat(service: Service, campaign: Campaign, step: CampaignStep, instant: number): number | undefined {
  const seat = service.store.linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  if (!seat || !isLaunchHour(seat, instant)) return undefined;
  const action = networkAction(step.type);
  const counts = seatUsage(seat, instant);
  if (counts[action] >= allowanceByNow(seat, seat.quotas[action], instant)) return undefined;
  service.store.linkedinSeats.put({
    ...seat,
    usage: { day: dayOf(instant), counts: { ...counts, [action]: counts[action] + 1 } },
  });
  return seat.id;
}

function isLaunchHour(seat: LinkedinSeat, instant: number): boolean {
  const hour = new Date(instant).getUTCHours();
  return hour >= seat.launchHours.from && hour < seat.launchHours.to;
}

function allowanceByNow(seat: LinkedinSeat, quota: number, instant: number): number {
  const { from, to } = seat.launchHours;
  const hours = Math.floor((instant % DAY) / HOUR) - from + 1;
  return Math.ceil((quota * hours) / (to - from));
}

/** The seat that sent least today, so that all take their part. */
function useEmailSeat(service: Service, campaign: Campaign, instant: number): number | undefined {
  const seat = campaign.emailSeatIds
    .map((id) => service.store.emailSeats.get(id))
    .filter((known): known is EmailSeat => known !== undefined && sentToday(known, instant) < known.dailyQuota)
    .sort((first, second) => sentToday(first, instant) - sentToday(second, instant))[0];
  if (!seat) return undefined;
  service.store.emailSeats.put({ ...seat, usage: { day: dayOf(instant), sent: sentToday(seat, instant) + 1 } });
  return seat.id;
}

function logStep(
  service: Service,
  enrolment: Enrolment,
  contact: Contact,
  entry: Pick<CampaignLog, "stepNumber" | "type" | "status" | "seatId">,
): void {
  service.store.campaignLogs.put({
    id: service.store.nextId(),
    campaignId: enrolment.campaignId,
    contactId: contact.id,
    userId: contact.userId,
    ...entry,
    createdAt: service.clock.iso(),
  });
}
