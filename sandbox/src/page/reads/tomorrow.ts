import type { ControlParts } from "../../control/operation.js";
import type { Campaign } from "../../objects/campaign.js";
import { forecast, type PlannedDay } from "../../planner/forecast.js";
import { loadLeadMaker } from "../../planner/leads.js";
import { isRunning } from "../../planner/running.js";
import type { QuotaKind } from "../../planner/seats.js";
import { countWaits, type Wait } from "../../planner/waiting.js";
import type { Service } from "../../service.js";
import type { Store } from "../../store/store.js";
import { type Named, nameOfUser } from "../people.js";
import { campaignsOf } from "./campaigns.js";

/** Today and the days after it. */
const DAYS = 7;

/** A campaign with the steps that it sends on each day. */
export interface CampaignAhead extends Named {
  /** How many contacts wait now, by reason. */
  waiting: Partial<Record<Wait, number>>;
  days: { sends: Partial<Record<QuotaKind, number>>; waiting: Partial<Record<Wait, number>> }[];
}

/** A seat's quota with its use on each day. */
export interface QuotaAhead {
  kind: QuotaKind;
  quota: number;
  /** By the end of each day. */
  used: number[];
}

export interface SeatAhead extends Named {
  channel: "network" | "e-mail";
  owner: Named;
  launchHours: { from: number; to: number } | null;
  quotas: QuotaAhead[];
}

/** The steps that will be sent if nobody changes anything. */
export interface Tomorrow {
  /** The first one is today; only its remaining hours are planned. */
  days: string[];
  campaigns: CampaignAhead[];
  /** Seats that active campaigns use. */
  seats: SeatAhead[];
}

/**
 * The latest forecast of each store: pages request it again whenever something changes, and several may do so at once.
 */
const kept = new WeakMap<Store, { key: string; days: Promise<PlannedDay[]> }>();

export async function showTomorrow({ service }: ControlParts, { user }: { user?: number }): Promise<Tomorrow> {
  const now = service.clock.now();
  const campaigns = campaignsOf(service, user).filter((campaign) => isRunning(service, campaign));
  // Read before the forecast, during which other work continues.
  const waiting = campaigns.map((campaign) => countWaits(service, campaign, now));
  const seats = seatsOf(service, user);
  const planned = await plannedDays(service);
  return {
    days: planned.map(({ day }) => day),
    campaigns: campaigns.map(({ id, name }, index) => ({
      id,
      name,
      waiting: waiting[index] ?? {},
      days: planned.map((day) => {
        const { sends = {}, waiting: later = {} } = day.campaigns.find(({ campaignId }) => campaignId === id) ?? {};
        return { sends, waiting: later };
      }),
    })),
    seats: seats.map((seat) => ({ ...seat, quotas: quotasOf(seat, planned) })),
  };
}

function plannedDays(service: Service): Promise<PlannedDay[]> {
  const { store, clock, behaviour } = service;
  const key = JSON.stringify([store.revisions(), Math.floor(clock.now() / 3_600_000), behaviour]);
  const last = kept.get(store);
  if (last?.key === key) return last.days;
  const days = loadLeadMaker().then((makeLead) => forecast(service, makeLead, DAYS));
  kept.set(store, { key, days });
  return days;
}

function seatsOf(service: Service, user: number | undefined): Omit<SeatAhead, "quotas">[] {
  const { store } = service;
  const active = store.campaigns.all().filter((campaign) => isRunning(service, campaign));
  const isUsed = (uses: (campaign: Campaign) => boolean) => active.some(uses);
  const owner = (userId: number) => ({ id: userId, name: nameOfUser(service, userId) });
  const network = store.linkedinSeats
    .all()
    .filter((seat) => isUsed(({ linkedinSeatId }) => linkedinSeatId === seat.id))
    .map((seat) => ({
      id: seat.id,
      name: seat.name,
      channel: "network" as const,
      owner: owner(seat.userId),
      launchHours: seat.launchHours,
    }));
  const email = store.emailSeats
    .all()
    .filter((seat) => isUsed(({ emailSeatIds }) => emailSeatIds.includes(seat.id)))
    .map((seat) => ({
      id: seat.id,
      name: seat.email,
      channel: "e-mail" as const,
      owner: owner(seat.userId),
      launchHours: null,
    }));
  return [...network, ...email].filter((seat) => user === undefined || seat.owner.id === user);
}

/** Quotas that are used on at least one of the days. */
function quotasOf({ id, channel }: Pick<SeatAhead, "id" | "channel">, planned: PlannedDay[]): QuotaAhead[] {
  const byDay = planned.map(({ seats }) =>
    seats.filter(({ seatId, kind }) => seatId === id && (kind === "email") === (channel === "e-mail")),
  );
  return (byDay[0] ?? [])
    .map(({ kind, quota }) => ({
      kind,
      quota,
      used: byDay.map((uses) => uses.find((use) => use.kind === kind)?.used ?? 0),
    }))
    .filter(({ used }) => used.some((count) => count > 0));
}
