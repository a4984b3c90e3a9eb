import { connectionRequests } from "../../resources/campaign/stepSchema";
import { type Days, dayAfter, isWeekend } from "./days";
import {
  byContact,
  type Channel,
  channelOf,
  type Entry,
  isRunning,
  notStarted,
  type SeenCampaign,
  seatsOf,
  stepsOf,
} from "./entries";

/** People of one campaign who waited for a step of one kind during a whole day. */
export interface Waiting {
  readonly campaign: SeenCampaign;
  readonly kind: string;
  /** They have got a step and no other one since, although its time had come before the day. */
  readonly contactIds: readonly string[];
  /** Of these: how many got the step later. */
  readonly sentLater: number;
  /** People of the lists who have not started: whether they waited has to be asked. */
  readonly notStarted: number;
}

/** One seat on one day that is over. */
export interface SeatDay {
  readonly seatId: string;
  readonly channel: Channel;
  readonly day: string;
  /** Steps that the seat sent. */
  readonly sent: number;
  /**
   * What the quota allowed for those who waited, and what was sent of it. Absent if it is not known: an e-mail seat's quota is
   * what the service tells, divided among the campaigns that use it; a LinkedIn seat's is what it sent on two days of the week before.
   */
  readonly quota?: { readonly allowed: number; readonly got: number };
  readonly waiting: readonly Waiting[];
}

export interface SeatContext {
  readonly days: Days;
  readonly since: number;
  readonly now: number;
  /** E-mails a day, by seat. */
  readonly quotas: ReadonlyMap<string, number>;
}

/** Days before in which the usual number of a seat is looked for. */
const daysBefore = 7;
/** Days before in which a weekend tells whether the seat sends on weekends. */
const weekendsBefore = 28;

/** The kind of a step that has a quota of its own. Neither source tells how quotas are divided (I). */
function kindOf(type: string | undefined): string {
  if (connectionRequests.has(type)) return "invitation";
  return type === "voiceMessage" ? "message" : (type ?? "step");
}

/** The seats of running campaigns, on the days that are over. */
export interface SeatDays {
  readonly days: readonly SeatDay[];
  /** Seats that a campaign uses whose log does not tell of all days. */
  readonly untold: readonly Pick<SeatDay, "seatId" | "channel">[];
}

/** Each seat that a running campaign uses, on each day that is over and on which it can be judged. */
export function seatDays(campaigns: readonly SeenCampaign[], context: SeatContext): SeatDays {
  const running = campaigns.filter(isOn);
  const sends = sendsOf(campaigns);
  const untold: SeatDays["untold"][number][] = [];
  const found = (["linkedin", "email"] as const).flatMap((channel) => {
    const users = running.filter((each) => mayUse(each, channel));
    return [...new Set(users.flatMap((each) => seatsOf(each, channel)))].sort().flatMap((seatId) => {
      const ended = context.days.ended(context.since, context.now);
      const mayHaveSent = campaigns.filter((each) => mayUse(each, channel, seatId));
      const covered = ended.filter((day) => mayHaveSent.every((each) => isTold(each, day, context.days)));
      if (covered.length < ended.length) untold.push({ seatId, channel });
      const own = sends.filter((send) => send.seatId === seatId && send.channel === channel);
      const seat = { seatId, channel, own, users: mayHaveSent };
      return covered.filter((day) => sendsOn(day, own)).map((day) => seatDay(day, seat, ended[0] ?? day, context));
    });
  });
  return { days: found, untold };
}

interface SeatSends {
  readonly seatId: string;
  readonly channel: Channel;
  readonly own: readonly Send[];
  /** Campaigns that use the seat, or may use it. */
  readonly users: readonly SeenCampaign[];
}

function seatDay(
  day: string,
  { seatId, channel, own, users }: SeatSends,
  first: string,
  context: SeatContext,
): SeatDay {
  const waiting = users
    .filter((each) => isOn(each) && seatsOf(each, channel).includes(seatId))
    .flatMap((each) => waitingOn(each, channel, day, context.days));
  const sent = own.filter((send) => send.day === day);
  const earlier = own.filter((send) => send.day >= dayAfter(first, -daysBefore) && send.day < first);
  // One that was switched off later had its part of the quota then.
  const sharing = users.filter((each) => isOn(each) || (context.days.of(each.served?.updatedAt) ?? "") >= day);
  const quota =
    channel === "email"
      ? emailQuota(waiting, sent, context.quotas.get(seatId), sharing.length)
      : linkedinQuota(waiting, sent, earlier);
  return { seatId, channel, day, sent: sent.length, quota, waiting };
}

/** True for a campaign of which the service shows that it runs, without a person. */
function isOn(campaign: SeenCampaign): boolean {
  return isRunning(campaign) && campaign.served?.isManual !== true;
}

interface Send extends Entry {
  readonly channel: Channel;
  readonly kind: string;
  readonly campaignId: string;
}

/** What was sent, with the seat: a log that does not tell it means the only one that the campaign has. */
function sendsOf(campaigns: readonly SeenCampaign[]): Send[] {
  return campaigns.flatMap((campaign) =>
    (campaign.entries ?? []).flatMap((entry): Send[] => {
      const channel = channelOf(entry.type);
      if (entry.what !== "sent" || channel === undefined) return [];
      const [only, ...others] = seatsOf(campaign, channel);
      const seatId = entry.seatId ?? (others.length === 0 ? only : undefined);
      return [{ ...entry, seatId, channel, kind: kindOf(entry.type), campaignId: campaign.id }];
    }),
  );
}

/** True for a campaign that has steps of this channel, and uses the seat as far as its seats are known. */
function mayUse(campaign: SeenCampaign, channel: Channel, seatId?: string): boolean {
  const steps = stepsOf(campaign);
  if (steps !== undefined && !steps.some(({ type }) => channelOf(type) === channel)) return false;
  const seats = seatsOf(campaign, channel);
  return seatId === undefined || seats.length === 0 || seats.includes(seatId);
}

/** True if the log tells what the campaign sent on a day. One that was off before and was not changed since has sent nothing. */
function isTold({ served, entries, readFrom }: SeenCampaign, day: string, days: Days): boolean {
  if (entries === undefined) return served?.active === false && (days.of(served.updatedAt) ?? day) < day;
  return readFrom === undefined || days.at(readFrom) < day;
}

/** Launch hours may leave out weekends, and no operation tells them. */
function sendsOn(day: string, own: readonly Send[]): boolean {
  if (!isWeekend(day)) return true;
  const from = dayAfter(day, -weekendsBefore);
  return own.some((send) => send.day >= from && send.day < day && isWeekend(send.day));
}

function waitingOn(campaign: SeenCampaign, channel: Channel, day: string, days: Days): Waiting[] {
  const { served, entries, readFrom } = campaign;
  const steps = stepsOf(campaign);
  if (entries === undefined || steps === undefined) return [];
  // On the day of a change it may have been off, or it may have had other lists.
  const changed = [served?.updatedAt, served?.createdAt].map((time) => days.of(time));
  if (changed.some((date) => date !== undefined && date >= day)) return [];
  const waiting = new Map<string, { contactIds: string[]; sentLater: number }>();
  for (const [contactId, own] of byContact(entries)) {
    const last = own.findLast((entry) => entry.day <= day);
    if (last?.what !== "sent" || last.step === undefined) continue;
    const next = steps[last.step];
    // After an invitation, a step may wait until it is accepted, which no operation tells.
    const isInvited = steps.slice(0, last.step).some(({ type }) => connectionRequests.has(type));
    if (next === undefined || channelOf(next.type) !== channel || isInvited) continue;
    if (days.at(last.at + next.delay) >= day) continue;
    const later = own.find((entry) => entry.day > day);
    if (later !== undefined && later.what !== "sent") continue;
    const kind = kindOf(next.type);
    const known = waiting.get(kind) ?? { contactIds: [], sentLater: 0 };
    waiting.set(kind, known);
    if (later === undefined) known.contactIds.push(contactId);
    else known.sentLater += 1;
  }
  const [first] = steps;
  const toStart = readFrom === undefined && channelOf(first?.type) === channel ? (notStarted(campaign) ?? 0) : 0;
  const kinds = new Set([...waiting.keys(), ...(toStart > 0 ? [kindOf(first?.type)] : [])]);
  return [...kinds].map((kind) => ({
    ...{ campaign, kind, contactIds: waiting.get(kind)?.contactIds ?? [] },
    sentLater: waiting.get(kind)?.sentLater ?? 0,
    notStarted: kind === kindOf(first?.type) ? toStart : 0,
  }));
}

/** The largest gap between a campaign's part of the quota and what it sent. */
function emailQuota(waiting: readonly Waiting[], sent: readonly Send[], quota: number | undefined, users: number) {
  if (quota === undefined || sent.length >= quota) return undefined;
  const allowed = Math.floor(quota / Math.max(1, users));
  const parts = waiting.map(({ campaign }) => sent.filter(({ campaignId }) => campaignId === campaign.id).length);
  return parts.length === 0 ? undefined : { allowed, got: Math.min(...parts) };
}

/** The largest gap between usual days of a kind and this one. A day on which all kinds together were as many is no gap. */
function linkedinQuota(waiting: readonly Waiting[], sent: readonly Send[], earlier: readonly Send[]) {
  if (sent.length >= usualOf(earlier)) return undefined;
  const gaps = [...new Set(waiting.map(({ kind }) => kind))].map((kind) => {
    const isOfKind = (send: Send) => send.kind === kind;
    return { allowed: usualOf(earlier.filter(isOfKind)), got: sent.filter(isOfKind).length };
  });
  return gaps.toSorted((left, right) => right.allowed - right.got - (left.allowed - left.got))[0];
}

/** What was reached on two days at least: one may be a backlog, or parts of two days of the service. */
function usualOf(sends: readonly Send[]): number {
  const counts = new Map<string, number>();
  for (const { day } of sends) counts.set(day, (counts.get(day) ?? 0) + 1);
  return [...counts.values()].toSorted((left, right) => right - left)[1] ?? 0;
}
