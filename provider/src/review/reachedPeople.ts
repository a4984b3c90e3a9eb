import { isSameName } from "../api/texts";
import type { Suppression } from "../kind/suppression";
import type { Person } from "../people/model";
import { isRunningChanged } from "./findings/campaigns";
import type { ReviewedCampaign, UsedList } from "./model";

/** The people of the organization, as `--live` has read them for a stack. */
export interface LivePeople {
  readonly persons: readonly Person[];
  /** True if people or their campaigns could not be read that the service shows to the owner's key. */
  readonly isUnread?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By the URN of a campaign that comes to a list without an id: the names of its member's lists, if they could be listed. */
  readonly ownLists?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The URNs of campaigns that act with another key, or at another service, so that these are not their people. */
  readonly elsewhere?: ReadonlySet<string>;
  /** Names of members by id. */
  readonly members?: ReadonlyMap<string, string>;
  /** Who is not to be contacted. Undefined if the project has no such list. */
  readonly suppression?: Suppression;
}

/** Lists that campaigns come to, as far as their ids are known. */
export interface ReachedIds {
  readonly ids: ReadonlySet<string>;
  /** False if one of the lists may be any. */
  readonly areAll: boolean;
}

/**
 * The lists whose people a campaign comes to by this change: all of one that starts sending, and those that are attached to
 * one that runs. A new list has no people; one that may be taken over has those of the account.
 */
export function reachedLists(campaign: ReviewedCampaign, isStarting: boolean): readonly UsedList[] {
  if (!isStarting && !isRunningChanged(campaign)) return [];
  const reached = campaign.lists.filter(({ change }) => change === "added" || (isStarting && change === "same"));
  return reached.filter(({ id, uncertain }) => id !== undefined || uncertain !== undefined);
}

/**
 * The ids of such lists.
 *
 * @param own the names of the lists that the campaign's member has, by id; undefined if they could not be listed
 */
export function reachedIds(lists: readonly UsedList[], own: ReadonlyMap<string, string> | undefined): ReachedIds {
  let areAll = true;
  const ids = lists.flatMap(({ id, uncertain, name }) => {
    if (id !== undefined) return [id];
    if (uncertain === "twin" && name !== undefined && own !== undefined) {
      return [...own].flatMap(([other, its]) => (isSameName(its, name) ? [other] : []));
    }
    areAll = false;
    return [];
  });
  return { ids: new Set(ids), areAll };
}

/** The people of these lists, without those whom no campaign takes any more. */
export function peopleIn(persons: readonly Person[], lists: ReadonlySet<string>): Person[] {
  if (lists.size === 0) return [];
  return persons.filter(({ appearances }) =>
    appearances.some((each) => each.listId !== undefined && lists.has(each.listId) && each.isRefused !== true),
  );
}
