import { z } from "zod";
import type { EmailSeat, LinkedinSeat, Organization, User } from "../../objects/account.js";
import type { Agent, AgentLog } from "../../objects/agent.js";
import type { Campaign, CampaignLog } from "../../objects/campaign.js";
import type { Contact } from "../../objects/contact.js";
import type { LeadList } from "../../objects/list.js";
import type { Behaviour } from "../../options.js";
import type { Usage } from "../../server/rateLimiter.js";
import type { LogPage } from "../../server/requestLog.js";
import type { Service } from "../../service.js";
import type { Delivery } from "../../webhook.js";
import { acting, reading } from "../operation.js";
import { flagInQuery, none, numberInQuery } from "./inputs.js";

interface CountsOfUser {
  lists: number;
  agents: number;
  campaigns: number;
  contacts: number;
}

/** Numbers of objects of each kind. */
export interface Counts extends CountsOfUser {
  /** The same numbers for each user, by user id. */
  byUser: Record<string, CountsOfUser>;
}

/** All stored objects except API keys and enrolments. Webhook secrets are masked. */
export interface ObjectDump {
  organizations: Organization[];
  users: User[];
  linkedinSeats: LinkedinSeat[];
  emailSeats: EmailSeat[];
  lists: LeadList[];
  agents: Agent[];
  agentLogs: AgentLog[];
  campaigns: Campaign[];
  campaignLogs: CampaignLog[];
  contacts: Contact[];
}

/** The current state of a sandbox, without its objects. */
export interface State {
  /** The service's time, ISO 8601. */
  now: string;
  clock: "manual" | "wall";
  behaviour: Behaviour;
  /** By account; empty while the rate limit is off. */
  rateLimit: Usage[];
  /** All requests since the store was created. */
  requests: number;
  /** Faults that have not yet affected all of their requests. */
  faults: number;
}

const logFilter = z
  .strictObject({
    after: numberInQuery,
    method: z.string(),
    path: z.string(),
    userId: numberInQuery,
    accountId: numberInQuery,
    status: numberInQuery,
    applied: flagInQuery,
    last: numberInQuery,
  })
  .partial();

export const observationOperations = {
  /** Requests in order of arrival. */
  log: reading(logFilter, ({ log }, filter): LogPage => log.read(filter)),
  /** Removes all requests from the log. */
  clearLog: acting(none, ({ log }): { cleared: true } => {
    log.clear();
    return { cleared: true };
  }),
  /** Numbers of objects. */
  counts: reading(none, ({ service }): Counts => countObjects(service)),
  /** All stored objects. */
  objects: reading(none, ({ service }): ObjectDump => dumpObjects(service)),
  /** Time, behaviour, and use of the rate limit. */
  state: reading(
    none,
    ({ service, limiter, log, faults }): State => ({
      now: service.clock.iso(),
      clock: service.clock.mode,
      behaviour: service.behaviour,
      rateLimit: limiter.usage(service.clock.rateLimitTime()),
      requests: log.read({ last: 0 }).total,
      faults: faults.active().length,
    }),
  ),
  /** Webhook requests. Waits until all pending ones have finished or failed. */
  webhookDeliveries: reading(none, async ({ webhooks }): Promise<Delivery[]> => {
    await webhooks.settled();
    return webhooks.deliveries();
  }),
};

function countObjects({ store }: Service): Counts {
  const byUser: Counts["byUser"] = {};
  for (const { id: userId } of store.users.all()) {
    byUser[userId] = {
      lists: store.lists.countBy("user", userId),
      agents: store.agents.countBy("user", userId),
      campaigns: store.campaigns.countBy("user", userId),
      contacts: store.contacts.countBy("user", userId),
    };
  }
  return {
    lists: store.lists.size,
    agents: store.agents.size,
    campaigns: store.campaigns.size,
    contacts: store.contacts.size,
    byUser,
  };
}

function dumpObjects({ store }: Service): ObjectDump {
  return {
    organizations: store.organizations.all(),
    users: store.users.all().map((user) => ({
      ...user,
      webhook: user.webhook && { url: user.webhook.url, secret: user.webhook.secret === null ? null : "[set]" },
    })),
    linkedinSeats: store.linkedinSeats.all(),
    emailSeats: store.emailSeats.all(),
    lists: store.lists.all(),
    agents: store.agents.all(),
    agentLogs: store.agentLogs.all(),
    campaigns: store.campaigns.all(),
    campaignLogs: store.campaignLogs.all(),
    contacts: store.contacts.all(),
  };
}
