import { changeContact, isBlocked } from "../changes/contact.js";
import { DAY } from "../clock.js";
import {
  type Campaign,
  type CampaignLog,
  type CampaignStep,
  type EndCode,
  type Enrolment,
  type EnrolmentEnd,
  endReasons,
} from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { lengthOf } from "../rules/body.js";
import { isNetworkStep, noteLimit } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";
import { acceptedAt, givenUpAt, hasAccepted } from "./invitation.js";
import { textsFor } from "./template.js";

/** A contact with a step that is due. */
export interface ReadyContact {
  enrolment: Enrolment;
  contact: Contact;
  step: CampaignStep;
}

/** The end of an enrolment. `step` is the step that is not executed; missing if no step is left. */
interface Ending {
  contact: Contact;
  step: CampaignStep | undefined;
  status: EnrolmentEnd;
  code: EndCode;
}

/** Why nothing can be scheduled for a contact: the step's delay, an unanswered invitation, its state, its list. */
export type Hindrance = "delay" | "invitation" | "paused" | "list";

type Finding =
  | { kind: "ready"; ready: ReadyContact }
  | { kind: "waits"; why: Hindrance; enrolment: Enrolment }
  | { kind: "over"; ending: Ending }
  | { kind: "left" }
  | { kind: "gone" };

/** The contact of an enrolment, if its step is due and can be executed. Changes nothing. */
export function readyContact(
  service: Service,
  campaign: Campaign,
  enrolment: Enrolment,
  instant: number,
): ReadyContact | undefined {
  const finding = examine(service, campaign, enrolment, instant);
  return finding.kind === "ready" ? finding.ready : undefined;
}

/** Why an enrolment waits; `undefined` if its step can be scheduled, or if it ends when it is read. Changes nothing. */
export function hindranceOf(
  service: Service,
  campaign: Campaign,
  enrolment: Enrolment,
  instant: number,
): Hindrance | undefined {
  const finding = examine(service, campaign, enrolment, instant);
  return finding.kind === "waits" ? finding.why : undefined;
}

/** The next instant at which a contact's next step can change without any event; `null`: never. */
export function nextChange(service: Service, campaign: Campaign, enrolment: Enrolment, instant: number): number | null {
  const contact = service.store.contacts.get(enrolment.contactId);
  const { dueAt, invitedAt } = enrolment;
  const accepted = invitedAt === null || !contact ? null : acceptedAt(contact, invitedAt);
  const changes = [dueAt, accepted, givenUpAt(campaign, enrolment)];
  const later = changes.filter((change): change is number => change !== null && change > instant);
  return later.length === 0 ? null : Math.min(...later);
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
  const finding = examine(service, campaign, enrolment, instant);
  switch (finding.kind) {
    case "ready":
      if (finding.ready.enrolment !== enrolment) service.store.enrolments.put(finding.ready.enrolment);
      return finding.ready;
    case "over":
      end(service, enrolment, finding.ending);
      return undefined;
    case "gone":
      service.store.enrolments.delete(enrolment.id);
      return undefined;
    case "waits":
      if (finding.enrolment !== enrolment) service.store.enrolments.put(finding.enrolment);
      return undefined;
    case "left":
      return undefined;
  }
}

function examine(service: Service, campaign: Campaign, enrolment: Enrolment, instant: number): Finding {
  if (enrolment.status !== "running") return { kind: "left" };
  const waits = (why: Hindrance): Finding => ({ kind: "waits", why, enrolment });
  const contact = service.store.contacts.get(enrolment.contactId);
  if (!contact) return { kind: "gone" };
  if (contact.state === "paused") return waits("paused");
  const step = campaign.steps[enrolment.stepIndex];
  const over = (status: EnrolmentEnd, code: EndCode): Finding => ({
    kind: "over",
    ending: { contact, step, status, code },
  });
  if (contact.state === "answered") return over("answered", "answered");
  if (contact.state === "excluded") return over("excluded", "excluded");
  if (hasBlockedCompany(service, contact)) return over("excluded", "companyBlocked");
  // A campaign handles the contacts in its lists: a contact that was removed gets nothing until it returns.
  if (contact.listId === null || !campaign.listIds.includes(contact.listId)) return waits("list");
  const givenUp = step && endOfInvitation(campaign, enrolment, contact, step, instant);
  if (givenUp !== undefined) {
    const next = campaign.steps.findIndex((later, index) => index > enrolment.stepIndex && !isNetworkStep(later));
    const email = campaign.steps[next];
    if (!email) return over("finished", "notAccepted");
    const dueAt = Math.max(givenUp, lastStepAt(enrolment) + email.delayAfterLastStep * DAY);
    const movedOn = { ...enrolment, stepIndex: next, dueAt, scheduled: false };
    if (dueAt > instant) return { kind: "waits", why: "delay", enrolment: movedOn };
    return obstacleOrReady(service, campaign, movedOn, contact, email);
  }
  // Missing data for a step may still arrive during its delay.
  if (enrolment.dueAt > instant) return waits("delay");
  if (!step) return over("finished", "done");
  if (needsConnection(step) && !isConnected(enrolment, contact, instant)) return waits("invitation");
  return obstacleOrReady(service, campaign, enrolment, contact, step);
}

function lastStepAt({ lastStep }: Enrolment): number {
  return lastStep === null ? 0 : Date.parse(lastStep.performedAt);
}

function obstacleOrReady(
  service: Service,
  campaign: Campaign,
  enrolment: Enrolment,
  contact: Contact,
  step: CampaignStep,
): Finding {
  const obstacle = obstacleOf(step, contact) ?? noteObstacle(service, campaign, contact, step);
  if (obstacle) return { kind: "over", ending: { contact, step, ...obstacle } };
  return { kind: "ready", ready: { enrolment, contact, step } };
}

/**
 * When the invitation was given up, if it was: `skipInvitationAfterDays` without an acceptance. The next step is then
 * the first e-mail after it, if any, after its own delay.
 */
function endOfInvitation(
  campaign: Campaign,
  enrolment: Enrolment,
  contact: Contact,
  step: CampaignStep,
  instant: number,
): number | undefined {
  const end = givenUpAt(campaign, enrolment);
  if (end === null || contact.connectionDegree === 1 || !isNetworkStep(step)) return undefined;
  return instant >= end && !hasAccepted(campaign, enrolment, contact, end) ? end : undefined;
}

function needsConnection(step: CampaignStep): boolean {
  return step.type === "message" || step.type === "voiceMessage";
}

/** Messages wait until the invitation is accepted. A campaign without an invitation writes to everybody. */
function isConnected({ invitedAt }: Enrolment, contact: Contact, instant: number): boolean {
  if (invitedAt === null || contact.connectionDegree === 1) return true;
  const accepted = acceptedAt(contact, invitedAt);
  return accepted !== null && accepted <= instant;
}

function obstacleOf(step: CampaignStep, contact: Contact): Pick<Ending, "status" | "code"> | undefined {
  if (step.type !== "email") {
    return contact.profileUrl === null ? { status: "skipped", code: "noProfile" } : undefined;
  }
  if (contact.unsubscribed) return { status: "excluded", code: "unsubscribed" };
  if (contact.bounced) return { status: "excluded", code: "bounced" };
  return contact.email === null ? { status: "skipped", code: "noEmail" } : undefined;
}

/** With the option to fill in notes, a contact's values may make one longer than the seat allows. */
function noteObstacle(
  service: Service,
  campaign: Campaign,
  contact: Contact,
  step: CampaignStep,
): Pick<Ending, "status" | "code"> | undefined {
  if (!service.behaviour.fillNotes || step.note === undefined) return undefined;
  const { note = "" } = textsFor(service, campaign, contact, step);
  const isPremium = service.store.linkedinSeats.get(campaign.linkedinSeatId ?? 0)?.premium ?? false;
  if (lengthOf(note) <= noteLimit(isPremium)) return undefined;
  return { status: "skipped", code: "noteTooLong" };
}

function hasBlockedCompany(service: Service, contact: Contact): boolean {
  if (contact.company === null) return false;
  const owner = service.store.users.get(contact.userId);
  return owner !== undefined && isBlocked(service, owner, contact.company);
}

function flagCompany({ store }: Service, { userId, company }: Contact): void {
  const organization = store.organizations.get(store.users.get(userId)?.organizationId ?? 0);
  if (!organization || company === null || organization.flaggedCompanies.includes(company)) return;
  store.organizations.put({ ...organization, flaggedCompanies: [...organization.flaggedCompanies, company] });
}

function end(service: Service, enrolment: Enrolment, { contact, step, status, code }: Ending): void {
  service.store.enrolments.put({ ...enrolment, status, scheduled: false });
  const entry = {
    stepNumber: step?.stepNumber ?? null,
    type: step?.type ?? null,
    status,
    code,
    seatId: null,
    texts: null,
  };
  logStep(service, enrolment, contact, entry);
  const blocked = code === "companyBlocked";
  if (blocked) flagCompany(service, contact);
  // If a contact only lacks an address for one step, it keeps its state: other campaigns may still reach it.
  const state = status === "skipped" ? contact.state : status;
  changeContact(service, contact, blocked ? { state, blocked } : { state });
}

export function logStep(
  service: Service,
  enrolment: Enrolment,
  contact: Contact,
  entry: Pick<CampaignLog, "stepNumber" | "type" | "status" | "code" | "seatId" | "texts">,
): void {
  service.store.campaignLogs.put({
    id: service.store.nextId(),
    campaignId: enrolment.campaignId,
    contactId: contact.id,
    userId: contact.userId,
    ...entry,
    reason: entry.code === null ? null : endReasons[entry.code],
    createdAt: service.clock.iso(),
  });
}
