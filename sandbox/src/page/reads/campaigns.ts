import { dayOf } from "../../clock.js";
import type { ControlParts } from "../../control/operation.js";
import type { Campaign } from "../../objects/campaign.js";
import { outcomeOf } from "../../planner/outcomes.js";
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
  /** Contacts that replied to a step of this campaign. */
  replied: number;
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

export function campaignRow(service: Service, campaign: Campaign, outcome = outcomeOf(service, campaign)): CampaignRow {
  const { store, clock } = service;
  const today = dayOf(clock.now());
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
    sent: outcome.sent,
    replied: outcome.replied,
    sentToday: store.campaignLogs
      .by("campaign", campaign.id)
      .filter(({ status, createdAt }) => status === "sent" && createdAt.startsWith(today)).length,
  };
}
