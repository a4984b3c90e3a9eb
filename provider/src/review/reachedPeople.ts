import { isSameName } from "../api/texts";
import type { Suppression } from "../kind/suppression";
import type { Person } from "../people/model";
import { isRunningChanged } from "./findings/campaigns";
import type { ReviewedCampaign, UsedList } from "./model";

/** The organization's people, as read with `--live` for a stack. */
export interface LivePeople {
  readonly persons: readonly Person[];
  /** True if some people or campaigns could not be read although the service shows them to the owner's key. */
  readonly isUnread?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For campaigns that reach a list without an id, by URN: the names of their member's lists, if they could be listed. */
  readonly ownLists?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The URNs of campaigns that use a different key or service, and therefore have other people. */
  readonly elsewhere?: ReadonlySet<string>;
  /** Names of members by id. */
  readonly members?: ReadonlyMap<string, string>;
  /** People who must not be contacted. Undefined if the project has no such list. */
  readonly suppression?: Suppression;
}

/** The known ids of reached lists. */
export interface ReachedIds {
  readonly ids: ReadonlySet<string>;
  /** False if one of the lists may be any list. */
  readonly areAll: boolean;
}

/**
 * The lists whose people a campaign reaches through this change: all lists of a campaign that starts sending, and newly
 * attached lists of a running one. A new list has no people; one that may be adopted has the existing list's people.
 */
export function reachedLists(campaign: ReviewedCampaign, isStarting: boolean): readonly UsedList[] {
  if (!isStarting && !isRunningChanged(campaign)) return [];
  const reached = campaign.lists.filter(({ change }) => change === "added" || (isStarting && change === "same"));
  return reached.filter(({ id, uncertain }) => id !== undefined || uncertain !== undefined);
}

/**
 * The ids of reached lists.
 *
 * @param own the names of the member's lists by id; undefined if they could not be listed
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

/** The people in these lists, except those whom campaigns no longer contact. */
export function peopleIn(persons: readonly Person[], lists: ReadonlySet<string>): Person[] {
  if (lists.size === 0) return [];
  return persons.filter(({ appearances }) =>
    appearances.some((each) => each.listId !== undefined && lists.has(each.listId) && each.isRefused !== true),
  );
}
