import { safeText } from "../api/redact";
import { kinds } from "../kinds";
import { present } from "../text/groups";
import { called, listedUpTo, quote } from "./findings/sentences";
import { changesOwn, type Plan, type PlannedResource } from "./input/plan";
import { idOf } from "./input/values";
import { listsOf } from "./lists";
import type { ReviewedAgent, ReviewedCampaign } from "./model";
import { isTakenOver } from "./resources";
import { nameIn } from "./surroundings";

/** Sentences about what this review could not check. */
export function leftOutOf(plan: Plan): string[] {
  const { about, areUnchangedShown, isStopped, stack, leftOut } = plan;
  return present([
    ...appChanges(plan),
    ...leftOut,
    about === "planned" &&
      changesOwn(plan) &&
      "Whoever applies this change can overrule a refusal by a variable such as OUTREACH_ACKNOWLEDGE where `pulumi up` runs: no preview shows that.",
    isStopped && `What comes after the error in stack ${stack} was not computed.`,
    !areUnchangedShown &&
      !isStopped &&
      `The preview of stack ${stack} leaves out unchanged resources, so this review cannot tell which running campaigns their lists and agents reach. Make it with \`pulumi preview --refresh --json --show-sames\`.`,
  ]);
}

/** Sentences about changes in the app that a plan or an update does not show. */
function appChanges({ about, resources, refreshed, unchanged }: Plan): string[] {
  if (about === "drift" || !changesOwn({ resources })) return [];
  // The state was empty, so nothing was refreshed even with --refresh.
  if (unchanged === 0 && resources.every(({ idBefore }) => idBefore === undefined)) return [];
  if (refreshed.length === 0) return about === "planned" ? [fromStateAlone] : [];
  const asked = new Set(refreshed);
  const missed = resources.flatMap(({ kind, resource, before, idBefore, urn, urnBefore = urn }) =>
    kind === undefined || idBefore === undefined || asked.has(urnBefore)
      ? []
      : [called(kinds[kind].noun, { name: nameIn(before), resource })],
  );
  const notRefreshed = `The run did not refresh ${listedUpTo(missed)}, as with --target: what was changed there in the app since the last run, such as a campaign that was switched on, is not known.`;
  return [...(missed.length === 0 ? [] : [notRefreshed]), refreshedFirst];
}

const fromStateAlone =
  "The preview did not refresh: what was changed in the app since the last run, such as a campaign that was switched on, is not known. `pulumi preview --refresh` asks the service first, and so does `pulumi refresh` before a preview.";

const refreshedFirst =
  "The run refreshed the state first: what that found to be changed outside of the program is not shown separately.";

/**
 * Lists that resources outside of this program may fill and use: adopted lists, lists that the program names only by id,
 * and existing lists that get people from an agent of this change.
 */
export function unseenLists(
  { about, areUnchangedShown, resources }: Plan,
  users: readonly (ReviewedCampaign | ReviewedAgent)[],
): string[] {
  if (about === "drift") return [];
  const lists = resources.filter(({ kind }) => kind === "List");
  const adopted = lists.filter(({ change, after }) => change === "created" && after?.adopt !== undefined);
  const known = new Set([...lists.map(({ id }) => id), ...adopted.map(({ after }) => idOf(after?.adopt))]);
  const used = new Set(users.flatMap(listsUsedBy));
  const filled = new Set(users.flatMap((user) => (findsPeople(user) ? listsUsedBy(user) : [])));
  const adoptedBefore = lists.filter(
    (list) => list.change !== "created" && isTakenOver(list) && used.has(list.id ?? ""),
  );
  const filledOld = lists.filter(
    (list) =>
      (list.change === "unchanged" || list.change === "updated") && !isTakenOver(list) && filled.has(list.id ?? ""),
  );
  // Without unchanged resources, a plan does not show which lists belong to the program.
  const foreign = areUnchangedShown ? [...used].filter((id) => !known.has(id)) : [];
  const named = ({ resource, after }: PlannedResource) => `List ${quote(nameIn(after) ?? resource)}`;
  return [
    ...adoptedBefore.map(
      (list) =>
        `${named(list)} was taken over by an earlier run: whom it holds besides the people that this program has brought, ${unseenUses}`,
    ),
    ...adopted.map((list) => `${named(list)} may have existed before: ${unseenUses}`),
    ...filledOld.map((list) => `${named(list)} existed before, and an agent of this change fills it: ${unseenUses}`),
    ...foreign.map((id) => `List ${safeText(id, 40)} is no resource of this program: ${unseenUses}`),
  ];
}

/** The ids of the lists that a resource uses, if it changes and is not deleted. */
function listsUsedBy(user: ReviewedCampaign | ReviewedAgent): string[] {
  if (user.change === "unchanged" || user.change === "deleted") return [];
  return listsOf(user).flatMap(({ id, change }) => (id === undefined || change === "removed" ? [] : [id]));
}

const findsPeople = (user: ReviewedCampaign | ReviewedAgent) => "paused" in user && user.paused.after !== "yes";

const unseenUses =
  "who else fills it, and which running campaigns of other programs or of the app use it, is not known here.";
