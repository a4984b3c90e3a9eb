import { noNetworkUsage } from "../changes/account.js";
import { DAY, dayOf, HOUR } from "../clock.js";
import type { EmailSeat, LinkedinSeat, NetworkAction } from "../objects/account.js";
import type { Campaign, CampaignStep, StepType } from "../objects/campaign.js";
import type { Service } from "../service.js";

/** The quota of a seat that a step counts against. */
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
 * Counts one action of the campaign's network seat, if it is a launch hour and the quota allows one more by now: the
 * day's quota is released in equal parts over the launch hours.
 *
 * @returns the seat's id; `undefined` if nothing can be sent now
 */
export function useNetworkSeat(
  service: Service,
  campaign: Campaign,
  step: CampaignStep,
  instant: number,
): number | undefined {
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

/** Counts one e-mail of the seat that has sent the fewest today. Returns as `useNetworkSeat` does. */
export function useEmailSeat(service: Service, campaign: Campaign, instant: number): number | undefined {
  const seat = campaign.emailSeatIds
    .map((id) => service.store.emailSeats.get(id))
    .filter((known): known is EmailSeat => known !== undefined && sentToday(known, instant) < known.dailyQuota)
    .sort((first, second) => sentToday(first, instant) - sentToday(second, instant))[0];
  if (!seat) return undefined;
  service.store.emailSeats.put({ ...seat, usage: { day: dayOf(instant), sent: sentToday(seat, instant) + 1 } });
  return seat.id;
}
