import type { Suppression } from "../kind/suppression";
import type { Person } from "../people/model";
import type { ReviewedCampaign } from "./model";

/** The people of the organization, as `--live` has read them for a stack. */
export interface LivePeople {
  readonly persons: readonly Person[];
  /** True if people or their campaigns could not be read that the service shows to the owner's key. */
  readonly isUnread?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Names of members by id. */
  readonly members?: ReadonlyMap<string, string>;
  /** Who is not to be contacted. Undefined if the project has no such list. */
  readonly suppression?: Suppression;
}

/**
 * The ids of the lists whose people a campaign comes to by this change: all of one that starts sending, and those that are
 * attached to one that runs. A list without an id is new, and has no people.
 */
export function reachedLists(campaign: ReviewedCampaign, isStarting: boolean): ReadonlySet<string> {
  const { lists, runs, change } = campaign;
  if (change === "deleted" || (!isStarting && runs === "no")) return new Set();
  const reached = lists.filter((list) => list.change === "added" || (isStarting && list.change === "same"));
  return new Set(reached.flatMap(({ id }) => id ?? []));
}

/** The people of these lists, without those whom no campaign takes any more. */
export function peopleIn(persons: readonly Person[], lists: ReadonlySet<string>): Person[] {
  if (lists.size === 0) return [];
  return persons.filter(({ appearances }) =>
    appearances.some((each) => each.listId !== undefined && lists.has(each.listId) && each.isRefused !== true),
  );
}
