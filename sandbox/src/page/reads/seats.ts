import type { ControlParts } from "../../control/operation.js";
import { type NetworkAction, networkActions } from "../../objects/account.js";
import { isRunning } from "../../planner/running.js";
import { campaignUsage, seatUsage, sentByCampaign, sentToday } from "../../planner/seats.js";
import type { Service } from "../../service.js";
import { type Named, named, nameOfUser } from "../people.js";

/** The use of one daily quota, by campaign. */
export interface QuotaUse {
  kind: NetworkAction | "emails";
  quota: number;
  used: number;
  parts: { campaign: Named; count: number }[];
}

export interface SeatShown {
  id: number;
  channel: "network" | "e-mail";
  name: string;
  owner: Named;
  premium: boolean;
  launchHours: { from: number; to: number } | null;
  quotas: QuotaUse[];
  /** Running campaigns that use the seat. */
  campaigns: Named[];
}

export function showSeats({ service }: ControlParts, { user }: { user?: number }): SeatShown[] {
  const { store } = service;
  const seats = [...networkSeats(service), ...emailSeats(service)];
  const order = store.users.all().map(({ id }) => id);
  return seats
    .filter(({ owner }) => user === undefined || owner.id === user)
    .sort((first, second) => order.indexOf(first.owner.id) - order.indexOf(second.owner.id));
}

function networkSeats(service: Service): SeatShown[] {
  const { store, clock } = service;
  const now = clock.now();
  return store.linkedinSeats.all().map((seat) => ({
    id: seat.id,
    channel: "network",
    name: seat.name,
    owner: { id: seat.userId, name: nameOfUser(service, seat.userId) },
    premium: seat.premium,
    launchHours: seat.launchHours,
    quotas: networkActions.map((kind) => ({
      kind,
      quota: seat.quotas[kind],
      used: seatUsage(seat, now)[kind],
      parts: partsOf(service, seat.usageByCampaign, (campaignId) => campaignUsage(seat, campaignId, now)[kind]),
    })),
    campaigns: store.campaigns
      .by("seat", seat.id)
      .filter((campaign) => isRunning(service, campaign))
      .map(({ id, name }) => ({ id, name })),
  }));
}

function emailSeats(service: Service): SeatShown[] {
  const { store, clock } = service;
  const now = clock.now();
  const active = store.campaigns.all().filter((campaign) => isRunning(service, campaign));
  return store.emailSeats.all().map((seat) => ({
    id: seat.id,
    channel: "e-mail",
    name: seat.email,
    owner: { id: seat.userId, name: nameOfUser(service, seat.userId) },
    premium: false,
    launchHours: null,
    quotas: [
      {
        kind: "emails",
        quota: seat.dailyQuota,
        used: sentToday(seat, now),
        parts: partsOf(service, seat.usageByCampaign, (campaignId) => sentByCampaign(seat, campaignId, now)),
      },
    ],
    campaigns: active
      .filter(({ emailSeatIds }) => emailSeatIds.includes(seat.id))
      .map(({ id, name }) => ({ id, name })),
  }));
}

function partsOf(
  { store }: Service,
  usage: Record<string, unknown>,
  countOf: (campaignId: number) => number,
): QuotaUse["parts"] {
  return Object.keys(usage)
    .map(Number)
    .map((id) => ({ campaign: named(store.campaigns, id), count: countOf(id) }))
    .filter(({ count }) => count > 0);
}
