import { Refusal } from "../../lifecycle/refusal";
import { describeMember, type MemberSeat, type Reading } from "../people/gather";
import { Days } from "./days";
import { isRunning, notStartedCount, type SeenCampaign } from "./entries";
import { judgeCampaign, judgeShare, ruleIfWaited, seatDeviation, seatTitle, undeclaredSteps } from "./judge";
import { Looks } from "./looks";
import { matchCampaigns, titleOf } from "./match";
import type { Deviation, Verified } from "./model";
import type { Promised } from "./promise";
import { type ReadMember, readLogs, readMember } from "./read";
import { allRules } from "./rules";
import { type SeatDay, type SeatDays, seatDays } from "./seatDays";
import { stepShares } from "./skips";
import { campaignDocument } from "./summary";

export interface VerifyOptions {
  readonly since: number;
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Compares the promise with the logs since a point in time. Costs four requests per member, one per campaign that may have
 * sent something, and at most fourteen for single contacts. Never reads a queue, because that makes the service plan again.
 * Throws a Refusal if no member can be read.
 */
export async function verify(
  seats: readonly MemberSeat[],
  promised: Promised,
  options: VerifyOptions,
  reading: Reading,
): Promise<Verified> {
  const { since, now, timeZone } = options;
  const days = new Days(timeZone);
  const members = await Promise.all(seats.map(readMember));
  const [failed] = members.flatMap(({ isRead, gaps }) => (isRead ? [] : gaps));
  if (failed !== undefined && members.every(({ isRead, campaigns }) => !isRead && campaigns === undefined)) {
    throw new Refusal(`could not read the campaigns of ${seats.length === 1 ? "the member" : "any member"}: ${failed}`);
  }
  const { campaigns: matched, gaps } = matchCampaigns(
    promised.campaigns,
    members.map(({ seat, ...listed }) => ({ member: seat.member, ...listed })),
    seats[0]?.account.settings.origin ?? "",
  );
  let logs = 0;
  const campaigns: SeenCampaign[] = [];
  const complete = new Set<string>();
  // One member after another, because all share one request limit.
  for (const member of members) {
    const id = member.seat.member;
    const own = matched.filter((each) => each.member === id);
    const read = await readLogs(member, own, since, days, () => reading.update(`${++logs} logs of campaigns`));
    campaigns.push(...read.campaigns);
    if (member.isRead && read.areRead) complete.add(id);
  }
  const looks = new Map(members.map(({ seat, gaps: own }) => [seat.member, new Looks(seat.account, days, own)]));
  const quotas = new Map(
    members.flatMap(({ emailSeats }) =>
      emailSeats.flatMap(({ id, dailyQuota }) => (dailyQuota === undefined ? [] : [[String(id), dailyQuota] as const])),
    ),
  );
  const judged = seatDays(campaigns, { days, since, now, quotas });
  const ofSeats = await judgeSeats(judged.days, looks);
  const deviations = [
    ...campaigns.flatMap((campaign) => judgeCampaign(campaign, since) ?? []),
    ...ofSeats,
    ...campaigns.flatMap((each) => stepShares(each, since, now).flatMap((share) => judgeShare(each, share) ?? [])),
  ];
  const replies = await readReplies(campaigns, since, looks);
  const warnings = [
    ...members.flatMap((member) => member.gaps.map((gap) => `${gapPrefix(member, members)}${gap}`)),
    ...gaps,
    ...campaigns.flatMap((each) => campaignGaps(each, since)),
    ...seatGaps(judged, quotas),
  ];
  return {
    version: 1,
    ...{ at: new Date(now).toISOString(), since: new Date(since).toISOString(), timeZone },
    promise: { from: promised.from, campaigns: promised.campaigns.length },
    members: seats.map(({ member: id, name }) => ({ id, name, isComplete: complete.has(id) })),
    isComplete: warnings.length === 0,
    deviations: sortedByRule(deviations),
    campaigns: campaigns.map((each) => campaignDocument(each, since, now)),
    seats: seatDocuments(judged.days),
    ...{ replies, warnings },
  };
}

/** Sentences about unknown data of a declared campaign. */
function campaignGaps(campaign: SeenCampaign, since: number): string[] {
  const { entries, readFrom, declared } = campaign;
  const areStepsKnown = undeclaredSteps(campaign, since) !== undefined;
  const areListsKnown = readFrom !== undefined || notStartedCount(campaign) !== undefined;
  const hasToStart = declared !== undefined && entries !== undefined && isRunning(campaign);
  return [
    ...(areStepsKnown ? [] : [`the promise does not show the steps of ${titleOf(campaign)}: they were not compared.`]),
    ...(hasToStart && !areListsKnown
      ? [
          `the people in the lists of ${titleOf(campaign)} are unknown, and therefore also who waits for its first step.`,
        ]
      : []),
  ];
}

function seatGaps({ days, untold }: SeatDays, quotas: ReadonlyMap<string, number>): string[] {
  const emails = new Set(days.flatMap(({ channel, seatId }) => (channel === "email" ? [seatId] : [])));
  return [
    ...untold.map((seat) => `${seatTitle(seat)} was not judged: a log of a campaign that may use it is not whole.`),
    ...[...emails]
      .filter((seatId) => !quotas.has(seatId))
      .map(
        (seatId) =>
          `the quota of ${seatTitle({ seatId, channel: "email" })} is unknown: only a complete stop is detected.`,
      ),
  ];
}

type AllLooks = ReadonlyMap<string, Looks>;

async function judgeSeats(days: readonly SeatDay[], looks: AllLooks): Promise<Deviation[]> {
  const found = new Map<string, { readonly code: "stopped-seat" | "under-quota"; readonly days: SeatDay[] }>();
  for (const day of days) {
    // Contacts are read only if that makes a difference.
    const rule = ruleIfWaited(day);
    if (rule === undefined || !(await haveWaited(day, looks))) continue;
    const key = `${day.channel} ${day.seatId} ${rule.code}`;
    const known = found.get(key) ?? { code: rule.code, days: [] };
    found.set(key, known);
    known.days.push(day);
  }
  return [...found.values()].flatMap(({ code, days: own }) => seatDeviation(code, own));
}

async function haveWaited({ waiting, channel, day }: SeatDay, looks: AllLooks): Promise<boolean> {
  for (const [member, own] of looks) {
    const those = waiting.filter(({ campaign }) => campaign.member === member);
    if (those.length > 0 && (await own.haveWaited(those, channel, day))) return true;
  }
  return false;
}

async function readReplies(campaigns: readonly SeenCampaign[], since: number, looks: AllLooks) {
  const signals = new Map<string, number>();
  let [people, signalNotRead] = [0, 0];
  for (const { entries = [], member } of campaigns) {
    for (const { what, at, contactId } of entries) {
      if (what !== "answered" || at < since) continue;
      people += 1;
      const signal = contactId === undefined ? undefined : await looks.get(member)?.signalOf(contactId);
      if (signal === undefined) signalNotRead += 1;
      else signals.set(signal, (signals.get(signal) ?? 0) + 1);
    }
  }
  const bySignal = [...signals].map(([signal, count]) => ({ signal, people: count }));
  return { people, bySignal: bySignal.sort((left, right) => right.people - left.people), signalNotRead };
}

function seatDocuments(days: readonly SeatDay[]): Verified["seats"] {
  const seats = new Map<string, Verified["seats"][number]>();
  for (const { seatId, channel, day, sent, waiting } of days) {
    const key = `${channel} ${seatId}`;
    const seat = seats.get(key) ?? { id: seatId, channel, days: [] };
    seats.set(key, seat);
    const people = waiting.reduce((sum, { contactIds, sentLater }) => sum + contactIds.length + sentLater, 0);
    seat.days.push({ day, sent, waiting: people });
  }
  return [...seats.values()];
}

/** Sorts by the order of the rules. */
function sortedByRule(deviations: readonly Deviation[]): Deviation[] {
  const rank = ({ code }: Deviation) => allRules.findIndex((rule) => rule.code === code);
  return deviations.toSorted((left, right) => rank(left) - rank(right));
}

function gapPrefix({ seat }: ReadMember, all: readonly ReadMember[]): string {
  return all.length === 1 ? "" : `${describeMember(seat)}: `;
}
