import { noNetworkUsage } from "../changes/account.js";
import { DAY, dayOf, HOUR } from "../clock.js";
import type { EmailSeat, LinkedinSeat, NetworkAction } from "../objects/account.js";
import type { StepType } from "../objects/campaign.js";
import type { Store } from "../store/store.js";

/** The seat's quota that a step uses. */
export type QuotaKind = NetworkAction | "email";

export function quotaKind(type: StepType): QuotaKind {
  switch (type) {
    case "invitation":
    case "invitationNote":
      return "invitations";
    case "visitProfile":
      return "profileVisits";
    case "likePosts":
      return "likes";
    case "message":
    case "voiceMessage":
      return "messages";
    case "email":
      return "email";
  }
}

export function seatUsage(seat: LinkedinSeat, instant: number): Record<NetworkAction, number> {
  return seat.usage.day === dayOf(instant) ? seat.usage.counts : noNetworkUsage;
}

/** The network actions that a campaign has performed today on a seat. */
export function campaignUsage(seat: LinkedinSeat, campaignId: number, instant: number): Record<NetworkAction, number> {
  return (seat.usage.day === dayOf(instant) ? seat.usageByCampaign[campaignId] : undefined) ?? noNetworkUsage;
}

export function sentToday(seat: EmailSeat, instant: number): number {
  return seat.usage.day === dayOf(instant) ? seat.usage.sent : 0;
}

/** The e-mails that a campaign has sent today from a seat. */
export function sentByCampaign(seat: EmailSeat, campaignId: number, instant: number): number {
  return (seat.usage.day === dayOf(instant) ? seat.usageByCampaign[campaignId] : undefined) ?? 0;
}

/**
 * The actions of one kind that a seat may perform now: none outside its launch hours, during which the day's quota is
 * released evenly.
 */
export function allowanceNow(seat: LinkedinSeat, action: NetworkAction, instant: number): number {
  const { from, to } = seat.launchHours;
  const hour = Math.floor((instant % DAY) / HOUR);
  if (hour < from || hour >= to) return 0;
  const released = Math.ceil((seat.quotas[action] * (hour - from + 1)) / (to - from));
  return Math.max(0, released - seatUsage(seat, instant)[action]);
}

/** Inside a transaction: counts a campaign's action on a network seat. */
export function countAction(
  store: Store,
  seat: LinkedinSeat,
  campaignId: number,
  action: NetworkAction,
  instant: number,
): void {
  const counts = seatUsage(seat, instant);
  const own = campaignUsage(seat, campaignId, instant);
  const others = seat.usage.day === dayOf(instant) ? seat.usageByCampaign : {};
  store.linkedinSeats.put({
    ...seat,
    usage: { day: dayOf(instant), counts: { ...counts, [action]: counts[action] + 1 } },
    usageByCampaign: { ...others, [campaignId]: { ...own, [action]: own[action] + 1 } },
  });
}

/** Inside a transaction: counts a campaign's e-mail from an e-mail seat. */
export function countEmail(store: Store, seat: EmailSeat, campaignId: number, instant: number): void {
  const others = seat.usage.day === dayOf(instant) ? seat.usageByCampaign : {};
  store.emailSeats.put({
    ...seat,
    usage: { day: dayOf(instant), sent: sentToday(seat, instant) + 1 },
    usageByCampaign: { ...others, [campaignId]: sentByCampaign(seat, campaignId, instant) + 1 },
  });
}
