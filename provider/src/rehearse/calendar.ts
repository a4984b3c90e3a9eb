import { grouped } from "../page/groups";
import { type Action, actions, type Counts, type Rehearsal, type RehearsedDay, type RehearsedSeat } from "./model";
import type { Observed, ObservedLog } from "./observed";

const dayMilliseconds = 86_400_000;

/** The days that are played, and the number of each instant. */
export class Days {
  private readonly begin: number;

  /** @param start the first instant of the first day, ISO 8601 */
  constructor(
    start: string,
    readonly count: number,
  ) {
    this.begin = Date.parse(start);
  }

  /** The number of the day, from 1. An instant at midnight belongs to the day that begins. */
  of(instant: string): number {
    return Math.min(this.count, 1 + Math.floor((Date.parse(instant) - this.begin) / dayMilliseconds));
  }

  /** The date of a day in UTC. */
  date(day: number): string {
    return new Date(this.begin + (day - 1) * dayMilliseconds).toISOString().slice(0, 10);
  }

  get all(): number[] {
    return Array.from({ length: this.count }, (_, index) => index + 1);
  }
}

/** The action that a step counts as. Undefined for a type that this release does not know. */
export function actionOf(type: string): Action | undefined {
  switch (type) {
    case "invitation":
    case "invitationNote":
      return "invitations";
    case "message":
    case "voiceMessage":
      return "messages";
    case "email":
      return "emails";
    case "visitProfile":
      return "profileVisits";
    case "likePosts":
      return "likes";
    default:
      return undefined;
  }
}

export function noCounts(): Counts {
  return { invitations: 0, messages: 0, emails: 0, profileVisits: 0, likes: 0 };
}

/** Something that a seat did. */
export interface Deed {
  readonly day: number;
  readonly seat: number;
  readonly kind: RehearsedSeat["kind"];
  readonly action: Action;
  /** The key of the campaign. */
  readonly campaign: string;
}

/** Everything that was sent, as seats did it. */
export function deedsOf(logs: readonly ObservedLog[], days: Days, keys: ReadonlyMap<number, string>): Deed[] {
  return logs.flatMap(({ status, type, seatId, campaignId, createdAt }): Deed[] => {
    const action = status === "sent" ? actionOf(type ?? "") : undefined;
    const campaign = keys.get(campaignId);
    if (action === undefined || campaign === undefined || seatId === null) return [];
    return [
      { day: days.of(createdAt), seat: seatId, kind: action === "emails" ? "email" : "linkedin", action, campaign },
    ];
  });
}

export function countsOf(deeds: readonly Deed[]): Counts {
  const counts = noCounts();
  for (const { action } of deeds) counts[action] += 1;
  return counts;
}

/** What each seat does on each day. */
export function calendarOf(deeds: readonly Deed[], logs: readonly ObservedLog[], days: Days): RehearsedDay[] {
  const byDay = grouped(deeds, ({ day }) => day);
  const answers = grouped(
    logs.filter(({ code }) => code === "reply"),
    ({ createdAt }) => days.of(createdAt),
  );
  return days.all.map((day) => ({
    day,
    date: days.date(day),
    answers: answers.get(day)?.length ?? 0,
    seats: bySeat(byDay.get(day) ?? []).map(({ seat, kind, deeds: own }) => ({
      seat,
      kind,
      counts: countsOf(own),
      campaigns: [...grouped(own, ({ campaign }) => campaign)].map(([campaign, its]) => ({
        campaign,
        counts: countsOf(its),
      })),
    })),
  }));
}

/** Each seat over all days: what it may do, what it did, and on which days it could do no more. */
export function seatsOf(
  deeds: readonly Deed[],
  { linkedinSeats, emailSeats, campaigns }: Pick<Observed, "linkedinSeats" | "emailSeats" | "campaigns">,
  keys: ReadonlyMap<number, string>,
): RehearsedSeat[] {
  const keysOf = (uses: (campaign: Observed["campaigns"][number]) => boolean) =>
    campaigns.filter(uses).flatMap(({ id }) => keys.get(id) ?? []);
  const seats = [
    ...linkedinSeats.map(({ id, quotas }) => ({
      ...{ seat: id, kind: "linkedin" as const, quotas },
      campaigns: keysOf(({ linkedinSeatId }) => linkedinSeatId === id),
    })),
    ...emailSeats.map(({ id, dailyQuota }) => ({
      ...{ seat: id, kind: "email" as const, quotas: { emails: dailyQuota } },
      campaigns: keysOf(({ emailSeatIds }) => emailSeatIds.includes(id)),
    })),
  ];
  return seats
    .filter((each) => each.campaigns.length > 0)
    .map((each) => {
      const own = deeds.filter(({ seat, kind }) => seat === each.seat && kind === each.kind);
      return { ...each, total: countsOf(own), full: fullDays(own, each.quotas) };
    });
}

function fullDays(deeds: readonly Deed[], quotas: RehearsedSeat["quotas"]): RehearsedSeat["full"] {
  return actions.flatMap((action) => {
    const quota = quotas[action];
    if (quota === undefined) return [];
    const byDay = grouped(
      deeds.filter((deed) => deed.action === action),
      ({ day }) => day,
    );
    const days = [...byDay].filter(([, own]) => own.length >= quota).map(([day]) => day);
    return days.length === 0 ? [] : [{ action, days: days.sort((left, right) => left - right) }];
  });
}

/** The seats that several campaigns use, and what each campaign got. */
export function competitionsOf(
  seats: readonly RehearsedSeat[],
  deeds: readonly Deed[],
  campaigns: Rehearsal["campaigns"],
): Rehearsal["competitions"] {
  return seats
    .filter((each) => each.campaigns.length > 1)
    .map(({ seat, kind, campaigns: keys, full }) => ({
      seat,
      kind,
      full,
      campaigns: campaigns
        .filter(({ key }) => keys.includes(key))
        .map(({ key, name, finishedOn }) => ({
          campaign: key,
          name,
          counts: countsOf(deeds.filter((deed) => deed.campaign === key && deed.seat === seat && deed.kind === kind)),
          ...(finishedOn === undefined ? {} : { finishedOn }),
        })),
    }));
}

function bySeat(deeds: readonly Deed[]) {
  return [...grouped(deeds, ({ kind, seat }) => `${kind} ${seat}`).values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ seat: own[0].seat, kind: own[0].kind, deeds: own }],
  );
}
