import { safeText } from "../api/redact";
import { quote } from "./findings/sentences";
import type { Plan } from "./input/plan";
import type { ReviewedAgent, ReviewedCampaign } from "./model";
import { isTakenOver } from "./resources";
import { nameIn } from "./surroundings";
import { idOf } from "./values";

/**
 * Lists that others may fill and use: those that are taken over, those that the program names by their ids alone, and those
 * that existed before and get people from an agent of this change.
 */
export function unseenLists(
  { about, areUnchangedShown, resources }: Plan,
  users: readonly (ReviewedCampaign | ReviewedAgent)[],
): string[] {
  if (about === "drift") return [];
  const lists = resources.filter(({ kind }) => kind === "List");
  const adopted = lists.filter(({ change, after }) => change === "created" && after?.adopt !== undefined);
  const known = new Set([...lists.map(({ id }) => id), ...adopted.map(({ after }) => idOf(after?.adopt))]);
  const used = users.flatMap(listsUsedBy);
  const adoptedBefore = lists.filter(
    (list) => list.change !== "created" && isTakenOver(list) && list.id !== undefined && used.includes(list.id),
  );
  const filled = new Set(users.flatMap((user) => (findsPeople(user) ? listsUsedBy(user) : [])));
  const filledOld = lists.filter(
    (list) =>
      (list.change === "unchanged" || list.change === "updated") && !isTakenOver(list) && filled.has(list.id ?? ""),
  );
  // Without its unchanged resources, a plan does not show which lists are the program's.
  const foreign = areUnchangedShown ? [...new Set(used.filter((id) => !known.has(id)))] : [];
  return [
    ...adoptedBefore.map(
      ({ resource, after }) =>
        `List ${quote(nameIn(after) ?? resource)} was taken over by an earlier run: whom it holds besides the people that this program has brought, ${unseenUses}`,
    ),
    ...adopted.map(
      ({ resource, after }) => `List ${quote(nameIn(after) ?? resource)} may have existed before: ${unseenUses}`,
    ),
    ...filledOld.map(
      ({ resource, after }) =>
        `List ${quote(nameIn(after) ?? resource)} existed before, and an agent of this change fills it: ${unseenUses}`,
    ),
    ...foreign.map((id) => `List ${safeText(id, 40)} is no resource of this program: ${unseenUses}`),
  ];
}

/** The ids of the lists that a resource uses which changes and stays. */
function listsUsedBy(user: ReviewedCampaign | ReviewedAgent): string[] {
  if (user.change === "unchanged" || user.change === "deleted") return [];
  const lists = "lists" in user ? user.lists : user.list === undefined ? [] : [user.list];
  return lists.flatMap(({ id, change }) => (id === undefined || change === "removed" ? [] : [id]));
}

const findsPeople = (user: ReviewedCampaign | ReviewedAgent) => "paused" in user && user.paused.after !== "yes";

const unseenUses =
  "who else fills it, and which running campaigns of other programs or of the app use it, is not known here.";
