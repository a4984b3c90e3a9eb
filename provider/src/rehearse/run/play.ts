import { z } from "zod";
import type { DeclaredCampaign } from "../campaigns";
import {
  type Observed,
  type ObservedProgress,
  type ObservedTexts,
  objectsSchema,
  progressSchema,
  textsSchema,
} from "../observed";
import type { Control } from "./localService";

const anyResponse = z.unknown();

/** Options of the simulation. */
export interface PlayOptions {
  readonly days: number;
  readonly contacts: number;
  /** Number of days over which the contacts arrive. */
  readonly arriveOver: number;
  /** The share of contacts without a company, and likewise without a job title. */
  readonly incomplete: number;
}

/**
 * Given the program's own lists, returns the names of all lists that receive people, in order of distribution. Two programs
 * being compared get the same result, so that a list in both gets the same people.
 */
export type SharedLists = (own: readonly string[]) => Promise<readonly string[]>;

/** The local service's data after the last day. */
export interface PlayedDays {
  readonly observed: Observed;
  readonly progress: ObservedProgress;
  readonly texts: ReadonlyMap<number, ObservedTexts>;
  /** Number of lists that received contacts. */
  readonly lists: number;
}

/** Switches the campaigns on, fills their lists and advances the clock day by day. */
export async function playDays(
  control: Control,
  campaigns: readonly DeclaredCampaign[],
  { days, contacts, arriveOver, incomplete }: PlayOptions,
  onDay: (day: number) => void,
  sharedLists?: SharedLists,
): Promise<PlayedDays> {
  const before = await control.ask("objects", {}, objectsSchema);
  const own = before.campaigns.filter(({ id }) => campaigns.some((each) => each.id === id));
  for (const { id: campaignId, active } of own) {
    if (!active) await control.ask("setActive", { campaignId, active: true }, anyResponse);
  }
  const lists = [...new Set(own.flatMap(({ listIds }) => listIds))];
  const names = uniqueNames(lists.map((id) => before.lists.find((list) => list.id === id)?.name ?? String(id)));
  const shared = await sharedLists?.(names);
  const places = shared ?? names;
  for (let day = 1; day <= days; day += 1) {
    onDay(day);
    const arriving = day > arriveOver ? 0 : partOf(contacts, arriveOver, day - 1);
    for (const [place, name] of places.entries()) {
      const listId = lists[names.indexOf(name)];
      const count = partOf(arriving, places.length, (place + day - 1) % places.length);
      if (listId === undefined || count === 0) continue;
      await control.ask(
        "addPeople",
        { listId, count, incomplete, ...(shared === undefined ? {} : { place }) },
        anyResponse,
      );
    }
    await control.ask("advance", { days: 1 }, anyResponse);
  }
  const observed = await control.ask("objects", {}, objectsSchema);
  const progress = await control.ask("progress", {}, progressSchema);
  const texts = new Map<number, ObservedTexts>();
  for (const campaign of own) {
    const contactId = firstContact(observed, campaign);
    if (contactId === undefined) continue;
    texts.set(campaign.id, await control.ask("texts", { campaignId: campaign.id, contactId }, textsSchema));
  }
  return { observed, progress, texts, lists: lists.length };
}

/** Makes names unique, because a second list with the same name is a different list. */
function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The share of `all` for one of several equal places; the remainder goes to the first places. */
export function partOf(all: number, places: number, index: number): number {
  return Math.floor(all / places) + (index < all % places ? 1 : 0);
}

/** The first person contacted by the campaign, otherwise the first on its lists. */
function firstContact({ campaignLogs, contacts }: Observed, { id, listIds }: Observed["campaigns"][number]) {
  const sent = campaignLogs.find(({ campaignId, status }) => campaignId === id && status === "sent");
  const [listed] = contacts.filter(({ listId }) => listId !== null && listIds.includes(listId));
  return sent?.contactId ?? listed?.id;
}
