import { safeText } from "../api/redact";
import { quote } from "./findings/sentences";
import type { Plan } from "./input/plan";
import type { ReviewedAgent, ReviewedCampaign } from "./model";
import { nameIn } from "./surroundings";
import { idOf } from "./values";

/** Lists that others may fill and use: those that are taken over, and those that the program names by their ids alone. */
export function unseenLists(
  { about, areUnchangedShown, resources }: Plan,
  users: readonly (ReviewedCampaign | ReviewedAgent)[],
): string[] {
  if (about === "drift") return [];
  const lists = resources.filter(({ kind }) => kind === "List");
  const adopted = lists.filter(({ change, after }) => change === "created" && after?.adopt !== undefined);
  const known = new Set([...lists.map(({ id }) => id), ...adopted.map(({ after }) => idOf(after?.adopt))]);
  const used = users
    .filter(({ change }) => change !== "unchanged" && change !== "deleted")
    .flatMap((user) => ("lists" in user ? user.lists : (user.list ?? [])))
    .flatMap(({ id, change }) => (id === undefined || change === "removed" ? [] : [id]));
  // The state keeps the `adopt` of the run that has taken the list over.
  const adoptedBefore = lists.filter(
    ({ id, change, after }) =>
      change !== "created" && after?.adopt !== undefined && id !== undefined && used.includes(id),
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
    ...foreign.map((id) => `List ${safeText(id, 40)} is no resource of this program: ${unseenUses}`),
  ];
}

const unseenUses =
  "who else fills it, and which running campaigns of other programs or of the app use it, is not known here.";
