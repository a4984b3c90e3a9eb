import { noNetworkUsage } from "../changes/account.js";
import { dayOf } from "../clock.js";
import type { EmailSeat, LinkedinSeat, NetworkAction } from "../objects/account.js";
import type { Campaign, StepType } from "../objects/campaign.js";
import type { Store } from "../store/store.js";

export function networkAction(type: StepType): NetworkAction {
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
    case "email":
      return "messages";
  }
}

export function seatUsage(seat: LinkedinSeat, instant: number): Record<NetworkAction, number> {
  return seat.usage.day === dayOf(instant) ? seat.usage.counts : noNetworkUsage;
}

export function sentToday(seat: EmailSeat, instant: number): number {
  return seat.usage.day === dayOf(instant) ? seat.usage.sent : 0;
}

/**
 * How many entries of one kind each campaign of a seat may show: the seat's whole daily quota, dealt out one by one
 * among the campaigns that have entries, so that together they never show more than the seat can do.
 */
export function shareQuota(quota: number, wanted: Map<number, number>): Map<number, number> {
  const shares = new Map([...wanted.keys()].map((id) => [id, 0]));
  let left = quota;
  while (left > 0) {
    const hungry = [...wanted].filter(([id, count]) => (shares.get(id) ?? 0) < count).map(([id]) => id);
    if (hungry.length === 0) break;
    const each = Math.max(1, Math.floor(left / hungry.length));
    for (const id of hungry) {
      const more = Math.min(each, left, (wanted.get(id) ?? 0) - (shares.get(id) ?? 0));
      shares.set(id, (shares.get(id) ?? 0) + more);
      left -= more;
    }
  }
  return shares;
}

/** What remains of each of the campaign's e-mail seats today, divided among the active campaigns that use it. */
export function emailAllowance(store: Store, campaign: Campaign, instant: number): number {
  const active = store.campaigns.all().filter((other) => other.active);
  let allowance = 0;
  for (const seatId of campaign.emailSeatIds) {
    const seat = store.emailSeats.get(seatId);
    if (!seat) continue;
    const users = active.filter((other) => other.emailSeatIds.includes(seatId)).length;
    const remaining = Math.max(0, seat.dailyQuota - sentToday(seat, instant));
    allowance += Math.floor(remaining / Math.max(1, users));
  }
  return allowance;
}
