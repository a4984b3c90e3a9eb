import { grouped } from "../text/groups";
import { type Action, actions, type Counts, type Rehearsal, type RehearsedDay, type RehearsedSeat } from "./model";
import type { Observed, ObservedLog } from "./observed";

const dayMilliseconds = 86_400_000;

/** The simulated days. Converts instants to day numbers. */
export class Days {
  private readonly begin: number;

  /** @param start start of the first day, ISO 8601 */
  constructor(
    start: string,
    readonly count: number,
  ) {
    this.begin = Date.parse(start);
  }

  /** The day's number, from 1. Midnight belongs to the day that starts. */
  of(instant: string): number {
    return Math.min(this.count, 1 + Math.floor((Date.parse(instant) - this.begin) / dayMilliseconds));
  }

  /** A day's date in UTC. */
  date(day: number): string {
    return new Date(this.begin + (day - 1) * dayMilliseconds).toISOString().slice(0, 10);
  }

  get all(): number[] {
    return Array.from({ length: this.count }, (_, index) => index + 1);
  }
}

/** The action that a step counts as. Undefined for a type unknown to this release. */
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

/** An action performed by a seat. */
export interface Deed {
  readonly day: number;
  readonly seat: number;
  readonly kind: RehearsedSeat["kind"];
  readonly action: Action;
  /** The key of the campaign. */
  readonly campaign: string;
}

/** Converts the logs to actions of seats. */
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

/** The actions of each seat on each day. */
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

/** Each seat over all days: its quotas, its actions, and the days on which a quota was used up. */
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

/** Seats used by several campaigns, with each campaign's share. */
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
