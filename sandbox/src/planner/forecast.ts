import { Clock, DAY, dayOf, HOUR } from "../clock.js";
import { networkActions } from "../objects/account.js";
import type { Service } from "../service.js";
import { Agenda } from "./agenda.js";
import { runHour } from "./hour.js";
import type { LeadMaker } from "./leads.js";
import { isRunning } from "./running.js";
import { type QuotaKind, quotaKind, seatUsage, sentToday } from "./seats.js";
import { countWaits, type Wait } from "./waiting.js";

/** The steps that one active campaign sends on a day. */
export interface PlannedCampaign {
  campaignId: number;
  /** Steps by kind. */
  sends: Partial<Record<QuotaKind, number>>;
  /** Contacts that wait at the end of the day, by reason. */
  waiting: Partial<Record<Wait, number>>;
}

/** The use of one of the seat's quotas at the end of a day. */
export interface PlannedUse {
  seatId: number;
  kind: QuotaKind;
  quota: number;
  used: number;
}

export interface PlannedDay {
  /** Such as `2026-03-02`. */
  day: string;
  campaigns: PlannedCampaign[];
  seats: PlannedUse[];
}

/**
 * The steps that will be sent if nobody changes anything: for the rest of today and for each of the next days. The
 * planner itself runs on a copy of all objects, so the result is exact, with the leads that agents will find and the
 * answers that will arrive. Other work continues between two of its hours.
 */
export async function forecast(service: Service, makeLead: LeadMaker, days: number): Promise<PlannedDay[]> {
  const ahead = await copyOf(service);
  const { store, clock } = ahead;
  const planned: PlannedDay[] = [];
  let hour = Math.floor(clock.now() / HOUR) * HOUR + HOUR;
  for (let number = Math.floor(clock.now() / DAY); planned.length < days; number += 1) {
    const end = (number + 1) * DAY;
    for (; hour < end; hour += HOUR) {
      const instant = hour;
      store.transaction(() => {
        clock.moveTo(instant);
        clock.during(instant, () => runHour(ahead, makeLead, instant));
      });
      await otherWork();
    }
    planned.push(await dayBefore(ahead, end));
    store.transaction(() => store.campaignLogs.clear());
  }
  return planned;
}

/** Lets the server handle requests. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function copyOf(service: Service): Promise<Service> {
  const store = service.store.copy();
  const { behaviour } = service;
  const now = service.clock.now();
  await otherWork();
  store.transaction(() => store.setSetting("clock", String(now)));
  const clock = new Clock(store, "manual");
  const agenda = new Agenda(store);
  return { store, clock, agenda, behaviour, onContact: () => undefined };
}

/** The steps sent on the day that has just ended in the copy. */
async function dayBefore(ahead: Service, end: number): Promise<PlannedDay> {
  const { store } = ahead;
  const last = end - 1;
  const sends = new Map<number, Partial<Record<QuotaKind, number>>>();
  for (const { campaignId, status, type } of store.campaignLogs.all()) {
    if (status !== "sent" || type === null) continue;
    const its = sends.get(campaignId) ?? {};
    const kind = quotaKind(type);
    its[kind] = (its[kind] ?? 0) + 1;
    sends.set(campaignId, its);
  }
  const campaigns: PlannedCampaign[] = [];
  for (const campaign of store.campaigns.all()) {
    if (!isRunning(ahead, campaign)) continue;
    const waiting = countWaits(ahead, campaign, last);
    campaigns.push({ campaignId: campaign.id, sends: sends.get(campaign.id) ?? {}, waiting });
    await otherWork();
  }
  return {
    day: dayOf(last),
    campaigns,
    seats: [
      ...store.linkedinSeats.all().flatMap((seat) =>
        networkActions.map((kind) => ({
          seatId: seat.id,
          kind,
          quota: seat.quotas[kind],
          used: seatUsage(seat, last)[kind],
        })),
      ),
      ...store.emailSeats.all().map((seat) => ({
        seatId: seat.id,
        kind: "email" as const,
        quota: seat.dailyQuota,
        used: sentToday(seat, last),
      })),
    ],
  };
}
