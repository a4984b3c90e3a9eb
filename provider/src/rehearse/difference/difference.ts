import { inCurlyQuotes, listed } from "../../text/words";
import type { Rehearsal, RehearsedSeat } from "../model";
import { actions } from "../model";
import type { Rehearsed } from "../people";
import { seatName } from "../words";
import { type CampaignSide, campaignEffects, campaignSidesOf, changeWords } from "./campaign";
import { differenceVersion, type Effect, type RehearsalDifference } from "./model";
import { actionsWord, dateWords, peopleDo, peopleWords } from "./words";

/** Compares a rehearsal with one of another program with the same people. */
export function differenceOf(
  before: Rehearsed,
  after: Rehearsed,
  against: RehearsalDifference["against"],
): RehearsalDifference {
  const pairs = pairedCampaigns(campaignSidesOf(before), campaignSidesOf(after));
  const effects = [
    ...pairs.flatMap(([old, now]) => campaignEffectsOf(old, now)),
    ...sharedPeople(before, after, pairs),
    ...seatEffects(before.rehearsal, after.rehearsal),
    ...warningEffects(before.rehearsal, after.rehearsal),
  ];
  const { project, stack, days, seed, assumptions } = after.rehearsal;
  return {
    version: differenceVersion,
    ...{ project, stack, against, days, seed },
    contacts: Math.max(before.rehearsal.contacts, after.rehearsal.contacts),
    same: effects.length === 0,
    ...{ effects, assumptions },
  };
}

type Pair = readonly [before: CampaignSide | undefined, after: CampaignSide | undefined];

/** Pairs campaigns by name in the program, then by name in the service, because a resource may have been renamed. */
function pairedCampaigns(before: readonly CampaignSide[], after: readonly CampaignSide[]): Pair[] {
  const byKey = new Map(before.map((side) => [side.campaign.key, side]));
  const left = before.filter((old) => !after.some((now) => now.campaign.key === old.campaign.key));
  const pairs = after.map((now): Pair => {
    const same = byKey.get(now.campaign.key);
    if (same !== undefined) return [same, now];
    const renamed = left.findIndex((old) => old.campaign.name === now.campaign.name);
    return [renamed === -1 ? undefined : left.splice(renamed, 1)[0], now];
  });
  return [...pairs, ...left.map((old): Pair => [old, undefined])];
}

function campaignEffectsOf(old: CampaignSide | undefined, now: CampaignSide | undefined): Effect[] {
  if (old !== undefined && now !== undefined) return campaignEffects(old, now);
  const side = now ?? old;
  if (side === undefined) return [];
  const { campaign, rehearsal } = side;
  const { key, name, people, finishedOn } = campaign;
  const about = { campaign: key, people: people.all };
  if (now === undefined) {
    const text = `${inCurlyQuotes(name)} is no longer in the program: it had ${peopleWords(people.all)} in its lists.`;
    return [{ code: "campaign-removed", text, ...about }];
  }
  const end = finishedOn === undefined ? "does not end within the days" : `ends on ${dateWords(rehearsal, finishedOn)}`;
  const text = `${inCurlyQuotes(name)} is new: it has ${peopleWords(people.all)} in its lists and ${end}.`;
  return [{ code: "campaign-added", text, ...about, ...(finishedOn === undefined ? {} : { after: finishedOn }) }];
}

/** Changes in the number of people contacted by two campaigns. */
function sharedPeople(before: Rehearsed, after: Rehearsed, pairs: readonly Pair[]): Effect[] {
  const keysOf = ([old, now]: Pair) => ({ old: old?.campaign.key, now: now?.campaign.key });
  return pairs.flatMap((first, index) =>
    pairs.slice(index + 1).flatMap((second): Effect[] => {
      const [one, other] = [keysOf(first), keysOf(second)];
      const was = countInBoth(before, one.old, other.old);
      const is = countInBoth(after, one.now, other.now);
      // A removed campaign contacts nobody.
      if (was === is || [one.now, other.now].includes(undefined)) return [];
      const names = listed([first, second].map(([, now]) => inCurlyQuotes(now?.campaign.name ?? "")));
      const text = `${peopleDo(is, "get")} something from both ${names}${was === 0 ? "" : `, instead of ${was}`}.`;
      return [{ code: "both-campaigns", text, people: is, before: was, after: is }];
    }),
  );
}

function countInBoth({ details }: Rehearsed, first: string | undefined, second: string | undefined): number {
  const people = (key: string | undefined) => details.find(({ campaign }) => campaign === key)?.days ?? new Map();
  const others = people(second);
  return [...people(first).keys()].filter((person) => others.has(person)).length;
}

function seatEffects(before: Rehearsal, after: Rehearsal): Effect[] {
  const same = (one: RehearsedSeat) => (other: RehearsedSeat) => one.seat === other.seat && one.kind === other.kind;
  const seats = [...before.seats, ...after.seats.filter((seat) => !before.seats.some(same(seat)))];
  return seats.flatMap((seat): Effect[] => {
    const [old, now] = [before.seats.find(same(seat)), after.seats.find(same(seat))];
    const about = { seat: seat.seat, seatKind: seat.kind };
    const fullDays = (side: RehearsedSeat | undefined, action: (typeof actions)[number]) =>
      side?.full.find((each) => each.action === action)?.days.length ?? 0;
    return actions.flatMap((action): Effect[] => {
      const [was, is] = [fullDays(old, action), fullDays(now, action)];
      const [quotaBefore, quota] = [old?.quotas[action], now?.quotas[action]];
      const word = actionsWord(action);
      return [
        ...(old === undefined || now === undefined || quotaBefore === quota
          ? []
          : [
              {
                code: "seat-quota" as const,
                text: `${seatName(seat)} may do ${quota ?? 0} ${word} a day instead of ${quotaBefore ?? 0}.`,
                ...about,
              },
            ]),
        ...(was === is
          ? []
          : [
              {
                code: "seat-full" as const,
                text: `${seatName(seat)} is full on ${changeWords(is - was)} (${word}: ${is} instead of ${was}).`,
                ...{ ...about, before: was, after: is },
              },
            ]),
      ];
    });
  });
}

function warningEffects(before: Rehearsal, after: Rehearsal): Effect[] {
  const added = after.warnings.filter((warning) => !before.warnings.includes(warning));
  const removed = before.warnings.filter((warning) => !after.warnings.includes(warning));
  return [
    ...added.map((warning): Effect => ({ code: "warning-added", text: `The program now warns: ${warning}` })),
    ...removed.map((warning): Effect => ({ code: "warning-removed", text: `The program no longer warns: ${warning}` })),
  ];
}
