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

const anything = z.unknown();

/** How the days are played. */
export interface PlayOptions {
  readonly days: number;
  readonly contacts: number;
  /** Days over which the contacts arrive. */
  readonly arriveOver: number;
  /** The share of contacts without a company, and of those without a job title. */
  readonly incomplete: number;
}

/**
 * The names of the lists that get people, in the order in which these are shared among them, given those of this program.
 * Two programs that are compared agree on one answer, so that a list that both have gets the same people.
 */
export type SharedLists = (own: readonly string[]) => Promise<readonly string[]>;

/** What the local service holds after the last day. */
export interface PlayedDays {
  readonly observed: Observed;
  readonly progress: ObservedProgress;
  readonly texts: ReadonlyMap<number, ObservedTexts>;
  /** Lists that got contacts. */
  readonly lists: number;
}

/** Switches the campaigns on, fills their lists and lets the days pass. */
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
    if (!active) await control.ask("setActive", { campaignId, active: true }, anything);
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
        anything,
      );
    }
    await control.ask("advance", { days: 1 }, anything);
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

/** Names of which each occurs once: the second list of a name is another one. */
function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The part of a number that one of several equal places gets; the remainder goes to the first ones. */
export function partOf(all: number, places: number, index: number): number {
  return Math.floor(all / places) + (index < all % places ? 1 : 0);
}

/** The first one that the campaign contacted, else the first one in its lists. */
function firstContact({ campaignLogs, contacts }: Observed, { id, listIds }: Observed["campaigns"][number]) {
  const sent = campaignLogs.find(({ campaignId, status }) => campaignId === id && status === "sent");
  const [listed] = contacts.filter(({ listId }) => listId !== null && listIds.includes(listId));
  return sent?.contactId ?? listed?.id;
}
