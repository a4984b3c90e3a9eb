import { dayOf } from "../../clock.js";
import type { ControlParts } from "../../control/operation.js";
import type { Campaign } from "../../objects/campaign.js";
import type { Service } from "../../service.js";
import { countPeople, type Named, named, nameOfUser, type People } from "../people.js";

/** A campaign in a table. */
export interface CampaignRow {
  id: number;
  name: string;
  active: boolean;
  owner: Named;
  lists: Named[];
  steps: string[];
  people: People;
  /** Contacts in the queue. */
  queued: number;
  sent: number;
  sentToday: number;
}

export function showCampaigns({ service }: ControlParts, { user }: { user?: number }): CampaignRow[] {
  return campaignsOf(service, user)
    .map((campaign) => campaignRow(service, campaign))
    .reverse();
}

/** The campaigns of a user, or of all users, oldest first. */
export function campaignsOf({ store }: Service, user: number | undefined): Campaign[] {
  return user === undefined ? store.campaigns.all() : store.campaigns.by("user", user);
}

export function campaignRow(service: Service, campaign: Campaign): CampaignRow {
  const { store, clock } = service;
  const today = dayOf(clock.now());
  const sent = store.campaignLogs.by("campaign", campaign.id).filter(({ status }) => status === "sent");
  return {
    id: campaign.id,
    name: campaign.name,
    active: campaign.active,
    owner: { id: campaign.userId, name: nameOfUser(service, campaign.userId) },
    lists: campaign.listIds.map((id) => named(store.lists, id)),
    steps: campaign.steps.map(({ type }) => type),
    people: countPeople(service, campaign),
    queued: campaign.active
      ? store.enrolments.by("campaign", campaign.id).filter(({ scheduled }) => scheduled).length
      : 0,
    sent: sent.length,
    sentToday: sent.filter(({ createdAt }) => createdAt.startsWith(today)).length,
  };
}
