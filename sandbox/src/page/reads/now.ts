import { dayOf } from "../../clock.js";
import type { ControlParts } from "../../control/operation.js";
import type { CampaignLog } from "../../objects/campaign.js";
import { isReply } from "../../planner/outcomes.js";
import { Plan } from "../../planner/plan.js";
import { isPresent, isRunning } from "../../planner/running.js";
import type { Service } from "../../service.js";
import { type CampaignState, type Named, named, nameOfContact, nameOfUser } from "../people.js";
import { type CampaignRow, campaignRow, campaignsOf } from "./campaigns.js";
import { type DayShown, sentPerDay } from "./days.js";

const MOST_EVENTS = 14;

/** An entry in the list of the latest events. */
export type Happening =
  | { kind: "step"; at: string; campaign: Named; contact: Named; status: "sent" | CampaignState; type: string | null }
  | { kind: "run"; at: string; agent: Named; signal: string | null; found: number; imported: number };

/** One account's use of the request limit. */
export interface LimitUse {
  account: Named;
  inWindow: number;
  today: number;
}

/** What runs now. */
export interface Now {
  campaigns: number;
  running: CampaignRow[];
  agents: number;
  runningAgents: number;
  contacts: number;
  answered: number;
  sentToday: number;
  answeredToday: number;
  /** `null` while the limit is switched off. */
  limit: { requests: number; tolerated: number; windowSeconds: number; perDay: number } | null;
  usage: LimitUse[];
  faults: number;
  days: DayShown[];
  latest: Happening[];
}

export function showNow(parts: ControlParts, { user }: { user?: number }): Now {
  const { service, limiter, faults } = parts;
  const { store, clock, behaviour } = service;
  const campaigns = campaignsOf(service, user);
  const agents = user === undefined ? store.agents.all() : store.agents.by("user", user);
  const today = dayOf(clock.now());
  const byCampaign = campaigns.map(({ id }) => store.campaignLogs.by("campaign", id));
  const logs = byCampaign.flat();
  const ofToday = logs.filter(({ createdAt }) => createdAt.startsWith(today));
  const limits = behaviour.rateLimit;
  const plan = new Plan(service, clock.now());
  return {
    campaigns: campaigns.length,
    running: campaigns
      .filter((campaign) => isRunning(service, campaign))
      .map((campaign) => campaignRow(service, campaign, plan)),
    agents: agents.length,
    runningAgents: agents.filter(({ paused, userId }) => !paused && isPresent(service, userId)).length,
    contacts: user === undefined ? store.contacts.size : store.contacts.countBy("user", user),
    answered: logs.filter(isReply).length,
    sentToday: ofToday.filter(({ status }) => status === "sent").length,
    answeredToday: ofToday.filter(isReply).length,
    limit:
      limits === false
        ? null
        : {
            requests: limits.limit,
            tolerated: limits.burst,
            windowSeconds: limits.windowSeconds,
            perDay: limits.dailyLimit,
          },
    usage: limiter.usage(clock.rateLimitTime()).map(({ accountId, inWindow, today: requests }) => ({
      account: { id: accountId, name: nameOfUser(service, accountId) },
      inWindow,
      today: requests,
    })),
    faults: faults.active().length,
    days: sentPerDay(logs, clock.now()),
    latest: latest(
      service,
      byCampaign,
      agents.map(({ id }) => id),
    ),
  };
}

function latest(service: Service, byCampaign: CampaignLog[][], agentIds: number[]): Happening[] {
  const { store } = service;
  // Ids grow with time.
  const steps = byCampaign.flatMap((logs) => logs.slice(-MOST_EVENTS)).sort((first, second) => second.id - first.id);
  const runs = agentIds.flatMap((id) => store.agentLogs.by("agent", id).slice(-MOST_EVENTS));
  const happenings: Happening[] = [
    ...steps.map(
      ({ createdAt, campaignId, contactId, status, type }): Happening => ({
        kind: "step",
        at: createdAt,
        campaign: named(store.campaigns, campaignId),
        contact: { id: contactId, name: nameOfContact(service, contactId) },
        status,
        type,
      }),
    ),
    ...runs.map(
      ({ createdAt, agentId, agentType, totalLeads, leadsCreated }): Happening => ({
        kind: "run",
        at: createdAt,
        agent: named(store.agents, agentId),
        signal: agentType,
        found: totalLeads,
        imported: leadsCreated,
      }),
    ),
  ];
  return happenings.sort((first, second) => second.at.localeCompare(first.at)).slice(0, MOST_EVENTS);
}
