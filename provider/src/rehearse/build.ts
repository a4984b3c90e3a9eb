import { calendarOf, competitionsOf, Days, deedsOf, seatsOf } from "./calendar";
import { type DeclaredCampaign, summarizeCampaign } from "./campaigns";
import { type Rehearsal, rehearsalVersion } from "./model";
import type { Observed, ObservedProgress, ObservedTexts } from "./observed";
import { sharedLists } from "./sharedLists";

/** The input of a rehearsal and the observed outcome. */
export interface PlayedRehearsal {
  readonly project: string;
  readonly stack: string;
  /** Start of the first day, ISO 8601. */
  readonly start: string;
  readonly days: number;
  readonly seed: number;
  readonly campaigns: readonly DeclaredCampaign[];
  readonly observed: Observed;
  readonly progress: ObservedProgress;
  /** The texts of each campaign as its first contact receives them, by campaign id. */
  readonly texts: ReadonlyMap<number, ObservedTexts>;
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
}

/** Builds the result of a rehearsal. */
export function rehearsalOf(played: PlayedRehearsal): Rehearsal {
  const { project, stack, seed, observed, progress, texts, assumptions, warnings } = played;
  const days = new Days(played.start, played.days);
  const keys = new Map(played.campaigns.map(({ id, key }) => [id, key]));
  const deeds = deedsOf(observed.campaignLogs, days, keys);
  const seats = seatsOf(deeds, observed, keys);
  const campaigns = played.campaigns.flatMap((declared) => {
    const campaign = observed.campaigns.find(({ id }) => id === declared.id);
    const people = progress.find(({ campaignId }) => campaignId === declared.id)?.people;
    if (campaign === undefined || people === undefined) return [];
    const logs = observed.campaignLogs.filter(({ campaignId }) => campaignId === declared.id);
    return [
      summarizeCampaign({
        declared,
        campaign,
        people,
        observed,
        logs,
        deeds,
        days,
        texts: texts.get(campaign.id) ?? [],
      }),
    ];
  });
  return {
    version: rehearsalVersion,
    ...{ project, stack, seed, days: played.days, contacts: observed.contacts.length },
    calendar: calendarOf(deeds, observed.campaignLogs, days),
    ...{ seats, campaigns, competitions: competitionsOf(seats, deeds, campaigns) },
    ...{ assumptions: [...assumptions], warnings: [...warnings, ...sharedLists(observed)] },
  };
}
