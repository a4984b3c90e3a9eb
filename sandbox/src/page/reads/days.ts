import { DAY, dayOf } from "../../clock.js";
import type { CampaignLog } from "../../objects/campaign.js";
import { isReply } from "../../planner/outcomes.js";
import { isNetworkStep } from "../../rules/campaignSteps.js";

const MOST_DAYS = 45;

/** The steps sent on one day. */
export interface DayShown {
  /** Such as `2026-03-02`. */
  day: string;
  network: number;
  emails: number;
  answers: number;
}

/** The steps sent on each day, from the first one up to now. */
export function sentPerDay(logs: CampaignLog[], now: number): DayShown[] {
  const first = logs.reduce((earliest, { createdAt }) => (createdAt < earliest ? createdAt : earliest), "9999");
  if (first === "9999") return [];
  const today = Math.floor(now / DAY);
  const start = Math.max(Math.floor(Date.parse(first) / DAY), today - MOST_DAYS + 1);
  const days = new Map<string, DayShown>();
  for (let number = start; number <= today; number += 1) {
    const day = dayOf(number * DAY);
    days.set(day, { day, network: 0, emails: 0, answers: 0 });
  }
  for (const { createdAt, status, type, code } of logs) {
    const shown = days.get(createdAt.slice(0, 10));
    if (!shown) continue;
    if (isReply({ code })) shown.answers += 1;
    else if (status === "sent" && type) shown[isNetworkStep({ type }) ? "network" : "emails"] += 1;
  }
  return [...days.values()];
}
