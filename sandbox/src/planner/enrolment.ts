import { changeContact, isBlocked } from "../changes/contact.js";
import { DAY } from "../clock.js";
import type { Campaign, CampaignLog, CampaignStep, Enrolment, EnrolmentEnd } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { isNetworkStep } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";

/** A contact with a step to come. */
export interface ReadyContact {
  enrolment: Enrolment;
  contact: Contact;
  step: CampaignStep;
}

/**
 * Inside a transaction: reads one contact of a campaign. Ends the enrolment if all steps are done, if the contact
 * cannot be reached, or if it must not be contacted.
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

  const current = skipAfterInvitation(campaign, enrolment, contact, instant);
  if (current === "waits") return undefined;
  const step = campaign.steps[current.stepIndex];
  if (!step) return end(service, current, contact, "finished");
  const obstacle = obstacleOf(step, contact);
  if (obstacle) return end(service, current, contact, obstacle);
  if (current !== enrolment) store.enrolments.put(current);
  return { enrolment: current, contact, step };
}

/**
 * Messages wait until the invitation is accepted. An invitation that is not accepted is given up after
 * `skipInvitationAfterDays`, and the next step is the first e-mail after it, if any.
 */
function skipAfterInvitation(
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

/** Seven invitations of ten are accepted, after one to three days. Both follow from the contact's name alone. */
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

function end(service: Service, enrolment: Enrolment, contact: Contact, status: EnrolmentEnd): undefined {
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
  // A contact that only lacks an address for one step keeps its state: other campaigns may still reach it.
  changeContact(service, latest, status === "skipped" ? {} : { state: status });
}

export function logStep(
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
