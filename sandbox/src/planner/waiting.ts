import type { Campaign, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { Service } from "../service.js";
import { type Hindrance, hindranceOf, readyContact } from "./enrolment.js";
import { quotaKind, seatUsage, sentToday } from "./seats.js";

export const waits = ["delay", "invitation", "quota", "hours", "intake", "paused", "list"] as const;
/**
 * Why a contact of an active campaign waits. `quota`: the day's quota is used up; `hours`: its step is sent in the
 * seat's next launch hours; `intake`: the campaign has not enrolled it yet.
 */
export type Wait = (typeof waits)[number];

/** Why an enrolment waits; `undefined` if it is over, or ends when it is next read. Changes nothing. */
export function waitOf(service: Service, campaign: Campaign, enrolment: Enrolment, instant: number): Wait | undefined {
  if (enrolment.status !== "running") return undefined;
  const hindrance: Hindrance | undefined = hindranceOf(service, campaign, enrolment, instant);
  if (hindrance) return hindrance;
  const ready = readyContact(service, campaign, enrolment, instant);
  if (!ready) return undefined;
  const kind = quotaKind(ready.step.type);
  const { linkedinSeats, emailSeats } = service.store;
  if (kind === "email") {
    const seats = campaign.emailSeatIds.flatMap((id) => emailSeats.get(id) ?? []);
    return seats.every((seat) => sentToday(seat, instant) >= seat.dailyQuota) ? "quota" : "hours";
  }
  const seat = linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  return !seat || seatUsage(seat, instant)[kind] >= seat.quotas[kind] ? "quota" : "hours";
}

/** How many contacts of an active campaign wait, by reason. Reasons with no contacts are omitted. */
export function countWaits(service: Service, campaign: Campaign, instant: number): Partial<Record<Wait, number>> {
  const counts: Partial<Record<Wait, number>> = {};
  const count = (wait: Wait | undefined) => {
    if (wait) counts[wait] = (counts[wait] ?? 0) + 1;
  };
  const enrolled = new Set<number>();
  for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
    enrolled.add(enrolment.contactId);
    count(waitOf(service, campaign, enrolment, instant));
  }
  for (const listId of campaign.listIds) {
    for (const contact of service.store.contacts.by("list", listId)) {
      if (!enrolled.has(contact.id) && awaitsIntake(campaign, contact)) count("intake");
    }
  }
  return counts;
}

/** Whether a contact in one of the campaign's lists waits to be enrolled. */
export function awaitsIntake(campaign: Campaign, { state, connectionDegree }: Contact): boolean {
  // The planner has not checked it yet.
  if (state === null) return true;
  if (state === "excluded" || state === "paused" || state === "answered") return false;
  return !(campaign.excludeFirstDegreeFromCampaigns && connectionDegree === 1);
}
