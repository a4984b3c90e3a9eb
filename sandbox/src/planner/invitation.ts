import { DAY } from "../clock.js";
import type { Campaign, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";

/** The instant at which the invitation of an enrolment is given up unless it is accepted before; `null` without one. */
export function givenUpAt({ skipInvitationAfterDays }: Campaign, { invitedAt }: Enrolment): number | null {
  return invitedAt === null ? null : invitedAt + skipInvitationAfterDays * DAY;
}

/**
 * The instant at which a contact accepts an invitation that was sent then; `null` if it never does. Seven of ten
 * invitations are accepted, after one to three days. Both depend only on the contact's name.
 */
export function acceptedAt(contact: Contact, invitedAt: number): number | null {
  let lot = 7;
  for (const letter of `${contact.firstName} ${contact.lastName}`) {
    lot = (Math.imul(lot, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  }
  return lot % 10 < 7 ? invitedAt + (1 + (lot % 3)) * DAY : null;
}

/** Whether the contact has accepted the invitation of this campaign, before it was given up. */
export function hasAccepted(campaign: Campaign, enrolment: Enrolment, contact: Contact, instant: number): boolean {
  if (enrolment.invitedAt === null) return false;
  const accepted = acceptedAt(contact, enrolment.invitedAt);
  return accepted !== null && accepted <= Math.min(instant, givenUpAt(campaign, enrolment) ?? instant);
}
