import { DAY, dayOf } from "../../clock.js";
import type { ControlParts } from "../../control/operation.js";
import type { Campaign, CampaignLog } from "../../objects/campaign.js";
import { type CampaignOutcome, outcomeOf } from "../../planner/outcomes.js";
import { Plan } from "../../planner/plan.js";
import type { Service } from "../../service.js";
import { countPeople, type Named, named, type Owner, ownerOf, type People } from "../people.js";

const RECENT_DAYS = 14;

/** A campaign in a table. */
export interface CampaignRow {
  id: number;
  name: string;
  active: boolean;
  owner: Owner;
  lists: Named[];
  steps: string[];
  people: People;
  /** Contacts that the queue lists, within the quotas of the seats. */
  queued: number;
  sent: number;
  /** Contacts that got at least one step. */
  contacted: number;
  /** Contacts that replied to a step of this campaign. */
  replied: number;
  /** `null` for a campaign without an invitation. */
  invitations: { sent: number; accepted: number } | null;
  sentToday: number;
  /** Steps sent on each of the last days; the last one is today. */
  recent: number[];
}

export function showCampaigns({ service }: ControlParts, { user }: { user?: number }): CampaignRow[] {
  const plan = new Plan(service, service.clock.now());
  return campaignsOf(service, user)
    .map((campaign) => campaignRow(service, campaign, plan))
    .reverse();
}

/** The campaigns of a user, or of all users, oldest first. */
export function campaignsOf({ store }: Service, user: number | undefined): Campaign[] {
  return user === undefined ? store.campaigns.all() : store.campaigns.by("user", user);
}

export function campaignRow(
  service: Service,
  campaign: Campaign,
  plan: Plan,
  outcome = outcomeOf(service, campaign),
): CampaignRow {
  const { store, clock } = service;
  const recent = sentOnLastDays(store.campaignLogs.by("campaign", campaign.id), clock.now());
  return {
    id: campaign.id,
    name: campaign.name,
    active: campaign.active,
    owner: ownerOf(service, campaign.userId),
    lists: campaign.listIds.map((id) => named(store.lists, id)),
    steps: campaign.steps.map(({ type }) => type),
    people: countPeople(service, campaign),
    queued: plan.listed(campaign).length,
    sent: outcome.sent,
    contacted: store.enrolments.by("campaign", campaign.id).filter(({ lastStep }) => lastStep !== null).length,
    replied: outcome.replied,
    invitations: invitationsOf(outcome),
    sentToday: recent.at(-1) ?? 0,
    recent,
  };
}

function sentOnLastDays(logs: CampaignLog[], now: number): number[] {
  const days = Array.from({ length: RECENT_DAYS }, (_, index) => dayOf(now - (RECENT_DAYS - 1 - index) * DAY));
  const counts = new Map(days.map((day) => [day, 0]));
  for (const { status, createdAt } of logs) {
    const day = createdAt.slice(0, 10);
    const count = counts.get(day);
    if (status === "sent" && count !== undefined) counts.set(day, count + 1);
  }
  return [...counts.values()];
}

function invitationsOf({ steps }: CampaignOutcome): CampaignRow["invitations"] {
  // A campaign has at most one invitation.
  const invitation = steps.find(({ accepted }) => accepted !== null);
  return invitation ? { sent: invitation.sent, accepted: invitation.accepted ?? 0 } : null;
}
