import { connectionRequests } from "../../resources/campaign/stepSchema";
import { type Days, dayAfter, isWeekend } from "./days";
import {
  type Channel,
  channelOf,
  type Entry,
  entriesByContact,
  isRunning,
  notStartedCount,
  type SeenCampaign,
  seatsOf,
  stepsOf,
} from "./entries";

/** People in one campaign who waited for a step of one kind all day. */
export interface Waiting {
  readonly campaign: SeenCampaign;
  readonly kind: string;
  /** They have received a step but no further one, although it was due before that day. */
  readonly contactIds: readonly string[];
  /** How many of these received the step later. */
  readonly sentLater: number;
  /** People on the lists who have not started. Whether they were waiting must be checked individually. */
  readonly notStarted: number;
}

/** A seat on a past day. */
export interface SeatDay {
  readonly seatId: string;
  readonly channel: Channel;
  readonly day: string;
  /** Steps that the seat sent. */
  readonly sent: number;
  /**
   * The quota available to those who waited, and how much of it was sent. Missing if unknown. An e-mail seat's quota is the
   * service's value divided among the campaigns that use the seat; a LinkedIn seat's quota is what it sent on two days of
   * the week before.
   */
  readonly quota?: { readonly allowed: number; readonly got: number };
  readonly waiting: readonly Waiting[];
}

export interface SeatContext {
  readonly days: Days;
  readonly since: number;
  readonly now: number;
  /** E-mails per day, by seat. */
  readonly quotas: ReadonlyMap<string, number>;
}

/** Number of preceding days in which to look for a seat's usual volume. */
const daysBefore = 7;
/** Number of preceding days in which to look for sending on weekends. */
const weekendsBefore = 28;

/** The kind of step with a separate quota. How quotas are divided is not documented (I). */
function quotaKindOf(type: string | undefined): string {
  if (connectionRequests.has(type)) return "invitation";
  return type === "voiceMessage" ? "message" : (type ?? "step");
}

/** The seats of running campaigns on past days. */
export interface SeatDays {
  readonly days: readonly SeatDay[];
  /** Seats used by a campaign whose log does not cover all days. */
  readonly untold: readonly Pick<SeatDay, "seatId" | "channel">[];
}

/** Each seat used by a running campaign, on each past day on which it can be judged. */
export function seatDays(campaigns: readonly SeenCampaign[], context: SeatContext): SeatDays {
  const running = campaigns.filter(isSendingAutomatically);
  const sends = sendsOf(campaigns);
  const untold: SeatDays["untold"][number][] = [];
  const found = (["linkedin", "email"] as const).flatMap((channel) => {
    const users = running.filter((each) => mayUse(each, channel));
    return [...new Set(users.flatMap((each) => seatsOf(each, channel)))].sort().flatMap((seatId) => {
      const ended = context.days.ended(context.since, context.now);
      const mayHaveSent = campaigns.filter((each) => mayUse(each, channel, seatId));
      const covered = ended.filter((day) => mayHaveSent.every((each) => isDayKnown(each, day, context.days)));
      if (covered.length < ended.length) untold.push({ seatId, channel });
      const own = sends.filter((send) => send.seatId === seatId && send.channel === channel);
      const seat = { seatId, channel, own, users: mayHaveSent };
      return covered
        .filter((day) => usuallySendsOn(day, own))
        .map((day) => seatDay(day, seat, ended[0] ?? day, context));
    });
  });
  return { days: found, untold };
}

interface SeatSends {
  readonly seatId: string;
  readonly channel: Channel;
  readonly own: readonly Send[];
  /** Campaigns that use or may use the seat. */
  readonly users: readonly SeenCampaign[];
}

function seatDay(
  day: string,
  { seatId, channel, own, users }: SeatSends,
  first: string,
  context: SeatContext,
): SeatDay {
  const waiting = users
    .filter((each) => isSendingAutomatically(each) && seatsOf(each, channel).includes(seatId))
    .flatMap((each) => waitingOn(each, channel, day, context.days));
  const sent = own.filter((send) => send.day === day);
  const earlier = own.filter((send) => send.day >= dayAfter(first, -daysBefore) && send.day < first);
  // A campaign switched off later had its share of the quota on that day.
  const sharing = users.filter(
    (each) => isSendingAutomatically(each) || (context.days.of(each.served?.updatedAt) ?? "") >= day,
  );
  const quota =
    channel === "email"
      ? emailQuota(waiting, sent, context.quotas.get(seatId), sharing.length)
      : linkedinQuota(waiting, sent, earlier);
  return { seatId, channel, day, sent: sent.length, quota, waiting };
}

/** True if the service shows the campaign as running automatically, not manually. */
function isSendingAutomatically(campaign: SeenCampaign): boolean {
  return isRunning(campaign) && campaign.served?.isManual !== true;
}

interface Send extends Entry {
  readonly channel: Channel;
  readonly kind: string;
  readonly campaignId: string;
}

/** The steps sent, with their seats. If a log does not contain the seat, it is the campaign's only one. */
function sendsOf(campaigns: readonly SeenCampaign[]): Send[] {
  return campaigns.flatMap((campaign) =>
    (campaign.entries ?? []).flatMap((entry): Send[] => {
      const channel = channelOf(entry.type);
      if (entry.what !== "sent" || channel === undefined) return [];
      const [only, ...others] = seatsOf(campaign, channel);
      const seatId = entry.seatId ?? (others.length === 0 ? only : undefined);
      return [{ ...entry, seatId, channel, kind: quotaKindOf(entry.type), campaignId: campaign.id }];
    }),
  );
}

/** True if the campaign has steps of this channel and uses, or may use, the seat. */
function mayUse(campaign: SeenCampaign, channel: Channel, seatId?: string): boolean {
  const steps = stepsOf(campaign);
  if (steps !== undefined && !steps.some(({ type }) => channelOf(type) === channel)) return false;
  const seats = seatsOf(campaign, channel);
  return seatId === undefined || seats.length === 0 || seats.includes(seatId);
}

/**
 * True if it is known what the campaign sent on a day. A campaign that was already off and has not been changed since has
 * sent nothing.
 */
function isDayKnown({ served, entries, readFrom }: SeenCampaign, day: string, days: Days): boolean {
  if (entries === undefined) return served?.active === false && (days.of(served.updatedAt) ?? day) < day;
  return readFrom === undefined || days.at(readFrom) < day;
}

/** Launch hours may exclude weekends, and no operation returns them. */
function usuallySendsOn(day: string, own: readonly Send[]): boolean {
  if (!isWeekend(day)) return true;
  const from = dayAfter(day, -weekendsBefore);
  return own.some((send) => send.day >= from && send.day < day && isWeekend(send.day));
}

function waitingOn(campaign: SeenCampaign, channel: Channel, day: string, days: Days): Waiting[] {
  const { served, entries, readFrom } = campaign;
  const steps = stepsOf(campaign);
  if (entries === undefined || steps === undefined) return [];
  // On the day of a change, the campaign may have been off or had other lists.
  const changed = [served?.updatedAt, served?.createdAt].map((time) => days.of(time));
  if (changed.some((date) => date !== undefined && date >= day)) return [];
  const waiting = new Map<string, { contactIds: string[]; sentLater: number }>();
  for (const [contactId, own] of entriesByContact(entries)) {
    const last = own.findLast((entry) => entry.day <= day);
    if (last?.what !== "sent" || last.step === undefined) continue;
    const next = steps[last.step];
    // After an invitation, a step may wait for its acceptance, which no operation returns.
    const isInvited = steps.slice(0, last.step).some(({ type }) => connectionRequests.has(type));
    if (next === undefined || channelOf(next.type) !== channel || isInvited) continue;
    if (days.at(last.at + next.delay) >= day) continue;
    const later = own.find((entry) => entry.day > day);
    if (later !== undefined && later.what !== "sent") continue;
    const kind = quotaKindOf(next.type);
    const known = waiting.get(kind) ?? { contactIds: [], sentLater: 0 };
    waiting.set(kind, known);
    if (later === undefined) known.contactIds.push(contactId);
    else known.sentLater += 1;
  }
  const [first] = steps;
  const toStart = readFrom === undefined && channelOf(first?.type) === channel ? (notStartedCount(campaign) ?? 0) : 0;
  const kinds = new Set([...waiting.keys(), ...(toStart > 0 ? [quotaKindOf(first?.type)] : [])]);
  return [...kinds].map((kind) => ({
    ...{ campaign, kind, contactIds: waiting.get(kind)?.contactIds ?? [] },
    sentLater: waiting.get(kind)?.sentLater ?? 0,
    notStarted: kind === quotaKindOf(first?.type) ? toStart : 0,
  }));
}

/** The largest gap between a campaign's share of the quota and what it sent. */
function emailQuota(waiting: readonly Waiting[], sent: readonly Send[], quota: number | undefined, users: number) {
  if (quota === undefined || sent.length >= quota) return undefined;
  const allowed = Math.floor(quota / Math.max(1, users));
  const parts = waiting.map(({ campaign }) => sent.filter(({ campaignId }) => campaignId === campaign.id).length);
  return parts.length === 0 ? undefined : { allowed, got: Math.min(...parts) };
}

/**
 * The largest gap between the usual volume of a kind and this day's. There is no gap if the total of all kinds was as
 * usual.
 */
function linkedinQuota(waiting: readonly Waiting[], sent: readonly Send[], earlier: readonly Send[]) {
  if (sent.length >= usualVolume(earlier)) return undefined;
  const gaps = [...new Set(waiting.map(({ kind }) => kind))].map((kind) => {
    const isOfKind = (send: Send) => send.kind === kind;
    return { allowed: usualVolume(earlier.filter(isOfKind)), got: sent.filter(isOfKind).length };
  });
  return gaps.toSorted((left, right) => right.allowed - right.got - (left.allowed - left.got))[0];
}

/**
 * The volume reached on at least two days, because a single day may include a backlog, or parts of two of the service's
 * days.
 */
function usualVolume(sends: readonly Send[]): number {
  const counts = new Map<string, number>();
  for (const { day } of sends) counts.set(day, (counts.get(day) ?? 0) + 1);
  return [...counts.values()].toSorted((left, right) => right - left)[1] ?? 0;
}
