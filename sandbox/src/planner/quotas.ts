import type { Campaign } from "../objects/campaign.js";
import type { Store } from "../store/store.js";
import { sentToday } from "./seats.js";

/**
 * How many queue entries of one kind each campaign of a seat may show. The seat's daily quota is divided equally among
 * the campaigns; a part that one does not need goes to the others.
 *
 * @param wanted entries by campaign id
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

/** The e-mails that remain today on the campaign's seats, each divided among the active campaigns that use the seat. */
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
