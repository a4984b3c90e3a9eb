import type { Account } from "../../api/account";
import { ServiceError } from "../../api/errors";
import { type Kind, kinds } from "../../kinds";
import { causeOf } from "../../lifecycle/about";
import { Refusal } from "../../lifecycle/refusal";
import { type CampaignLog, readCampaignLogPage } from "../../reads/logs";
import type { CampaignAnswer, ListAnswer, ObjectShapes, SourceAgentAnswer } from "../../reads/objectShapes";
import { type Objects, readObjects } from "../../reads/objects";
import { type EmailSeat, readEmailSeats } from "../../reads/people";
import { userName } from "../../reads/personName";
import { chooseObjects } from "../choose";
import { isProbablyCut } from "../logs";
import type { Times } from "../times";
import { attentionOf } from "./attention";
import type { CampaignStatus, Status } from "./model";
import { isSent, progressOf } from "./progress";

/** Maximum number of active campaigns shown by default, since each costs a request. */
export const mostShown = 10;

export interface StatusOptions {
  /** Ids or exact names. Empty for the active campaigns. */
  readonly campaigns: readonly string[];
  /** Show all active campaigns instead of the first ten. */
  readonly all: boolean;
  readonly times: Times;
  readonly now: number;
}

/** Data from the listings and seats. */
interface Listings {
  readonly campaigns?: readonly CampaignAnswer[];
  readonly agents?: readonly SourceAgentAnswer[];
  readonly lists?: readonly ListAnswer[];
  readonly seats: readonly EmailSeat[];
}

/**
 * Reads the status of an account with at most eight requests, plus one per campaign shown. Never reads a queue, because
 * that makes the service plan again. Throws a Refusal if the service cannot list campaigns and none is given, and a
 * ServiceError for failures that affect all requests; other failures are warnings.
 */
export async function readStatus(account: Account, options: StatusOptions): Promise<Status> {
  const warnings: string[] = [];
  const user = await account.profile();
  const around = await readListings(account, options, warnings);
  const shown = await chosenCampaigns(account, around, options);
  const read = await Promise.all(shown.map((each) => readCampaign(account, each, around, options, warnings)));
  const campaigns = read.flatMap((each) => each?.status ?? []);
  const logs = read.flatMap((each) => each?.logs ?? []);
  const { now, times } = options;
  const actingUser = { id: user.id, name: userName(user), isActive: user.isActive };
  const active = around.campaigns?.filter(mayBeActive);
  const isShown = ({ id }: CampaignAnswer) => campaigns.some((campaign) => campaign.id === id);
  return {
    version: 1,
    ...{ at: new Date(now).toISOString(), timeZone: times.zone, actingUser, campaigns },
    campaignsNotShown: (active ?? []).filter((campaign) => !isShown(campaign)).length,
    activeCampaigns: active?.length,
    inactiveCampaigns: around.campaigns?.filter(({ active }) => active === false).length,
    agents: around.agents && agentCounts(around.agents),
    sentToday: sentToday(logs, around.seats, times),
    attention: attentionOf({ now, actingUser, ...around, shown: campaigns }),
    warnings,
  };
}

async function readListings(
  account: Account,
  { campaigns: named }: StatusOptions,
  warnings: string[],
): Promise<Listings> {
  const orWarning = <T>(work: Promise<T>) => orWarn(work, warnings);
  // Campaigns first: if the service cannot list them, the lists are not needed, and each refusal costs two requests.
  const campaigns = itemsOrWarn(await readObjects(account, "Campaign"), "Campaign", warnings);
  if (campaigns === undefined && named.length === 0) {
    throw new Refusal(
      "could not list the campaigns: this service has no operation that lists them.",
      "It has the operations of the specification alone: name campaigns by their ids, as in `pulumi-outreach status 123 456`.",
    );
  }
  const listed = async <K extends Kind>(kind: K): Promise<readonly ObjectShapes[K][] | undefined> =>
    itemsOrWarn(await orWarning(readObjects(account, kind)), kind, warnings);
  const [agents, lists, seats] = await Promise.all([
    listed("SourceAgent"),
    campaigns === undefined ? undefined : listed("List"),
    orWarning(readEmailSeats(account)),
  ]);
  if (campaigns === undefined) {
    warnings.push(
      "this service lists no campaigns: only those that were named are shown, without names, lists and delays.",
    );
  }
  return { campaigns, agents, lists, seats: seats ?? [] };
}

function itemsOrWarn<T>(objects: Objects<T> | undefined, kind: Kind, warnings: string[]): readonly T[] | undefined {
  if (objects?.whole === false)
    warnings.push(`the service lists only a part of the ${kinds[kind].plural}: this is what there is of them.`);
  return objects?.items;
}

/** Returns undefined and adds a warning for failures that do not affect other requests. Other failures are thrown. */
async function orWarn<T>(work: Promise<T>, warnings: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isAlone = error instanceof Refusal || (error instanceof ServiceError && isolatedFailures.has(error.category));
    if (!isAlone) throw error;
    warnings.push(`${causeOf(error)}.`);
    return undefined;
  }
}

const isolatedFailures: ReadonlySet<string> = new Set([
  "lost",
  "broken",
  "unreadable",
  "forbidden",
  "notFound",
  "unknownOperation",
  "refused",
]);

interface Shown {
  readonly id: string;
  readonly object: CampaignAnswer | undefined;
}

async function chosenCampaigns(
  account: Account,
  { campaigns = [] }: Listings,
  { campaigns: named, all }: StatusOptions,
): Promise<readonly Shown[]> {
  if (named.length > 0) return await chooseObjects(account, "Campaign", named);
  const active = campaigns.filter(mayBeActive);
  return (all ? active : active.slice(0, mostShown)).map((object) => ({ id: object.id, object }));
}

/** Also true if the service does not return the flag, since the campaign may be active. */
function mayBeActive({ active }: CampaignAnswer): boolean {
  return active !== false;
}

async function readCampaign(
  account: Account,
  { id, object }: Shown,
  { lists }: Listings,
  { times, now }: StatusOptions,
  warnings: string[],
): Promise<{ status: CampaignStatus; logs: readonly CampaignLog[] } | undefined> {
  const page = await orWarn(readCampaignLogPage(account, id), warnings);
  if (page === undefined) return undefined;
  const { items: logs } = page;
  const isPart = isProbablyCut(page);
  const { people, contacts, steps, nextDue } = progressOf(logs, object, now);
  const own = ownLists(id, object, lists);
  const inLists = own.every((list) => list.people !== undefined)
    ? own.reduce((sum, list) => sum + (list.people ?? 0), 0)
    : undefined;
  const notStarted = own.length === 0 || inLists === undefined || isPart ? undefined : Math.max(0, inLists - contacts);
  const sent = logs.filter(isSent);
  const status: CampaignStatus = {
    ...{ id, name: object?.name, active: object?.active, lists: own, steps, nextDue, isPart },
    linkedinSeatId: object?.linkedinSeatId === undefined ? undefined : String(object.linkedinSeatId),
    people: { notStarted, ...people },
    sentToday: sent.filter(({ createdAt }) => times.isToday(createdAt)).length,
    lastSent: latestSent(sent),
  };
  return { status, logs };
}

function latestSent(logs: readonly CampaignLog[]): string | undefined {
  return logs.reduce<string | undefined>((last, { createdAt }) => {
    if (createdAt === undefined) return last;
    return last === undefined || Date.parse(createdAt) > Date.parse(last) ? createdAt : last;
  }, undefined);
}

/** The lists of a campaign: by its list ids if returned, otherwise the lists that refer to it. */
function ownLists(
  id: string,
  campaign: CampaignAnswer | undefined,
  lists: readonly ListAnswer[] | undefined,
): CampaignStatus["lists"] {
  const shown = (list: ListAnswer) => ({ id: list.id, name: list.name, people: list.contactCount });
  const ids = campaign?.listIds?.map(String);
  if (ids === undefined) return (lists ?? []).filter(({ campaignId }) => String(campaignId) === id).map(shown);
  return ids.map((listId) => {
    const list = lists?.find((each) => each.id === listId);
    return list === undefined ? { id: listId } : shown(list);
  });
}

function agentCounts(agents: readonly SourceAgentAnswer[]): NonNullable<Status["agents"]> {
  const paused = agents.filter((agent) => agent.paused === true);
  return {
    running: agents.length - paused.length,
    paused: paused.length,
    pausedBeforeFirstRun: paused.filter(({ lastRun }) => lastRun === undefined).length,
  };
}

function sentToday(logs: readonly CampaignLog[], seats: readonly EmailSeat[], times: Times): Status["sentToday"] {
  const today = logs.filter((entry) => isSent(entry) && entry.seatId !== undefined && times.isToday(entry.createdAt));
  const emails = today.filter(({ type }) => type === "email");
  const linkedin = new Map<string, Record<string, number>>();
  for (const { type = "step", seatId } of today.filter((entry) => entry.type !== "email")) {
    const sent = linkedin.get(String(seatId)) ?? {};
    sent[type] = (sent[type] ?? 0) + 1;
    linkedin.set(String(seatId), sent);
  }
  return {
    emailSeats: seats.map(({ id, email, dailyQuota }) => ({
      ...{ id: String(id), email, dailyQuota },
      sent: emails.filter(({ seatId }) => String(seatId) === String(id)).length,
    })),
    linkedinSeats: [...linkedin].map(([id, sent]) => ({ id, sent })),
  };
}
