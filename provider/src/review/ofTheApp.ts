import { kinds } from "../kinds";
import { called, enumeration } from "./findings/sentences";
import { changesOwn, type Plan, type PlannedResource } from "./input/plan";
import { nameIn } from "./surroundings";

/** What a plan or an update does not tell of the changes that were made in the app. */
export function ofTheApp({ about, resources, refreshed, unchanged }: Plan): string[] {
  if (about === "drift" || !changesOwn({ resources })) return [];
  // A state that held nothing: there was nothing to refresh, also with --refresh.
  if (unchanged === 0 && resources.every(({ idBefore }) => idBefore === undefined)) return [];
  if (refreshed.length === 0) return about === "planned" ? [fromStateAlone] : [];
  const asked = new Set(refreshed);
  const missed = resources.flatMap((resource) =>
    resource.idBefore === undefined || asked.has(resource.urnBefore ?? resource.urn) ? [] : nounAndName(resource),
  );
  return missed.length === 0 ? [refreshedFirst] : [notRefreshed(missed), refreshedFirst];
}

function nounAndName({ kind, resource, before }: PlannedResource): string[] {
  return kind === undefined ? [] : [called(kinds[kind].noun, { name: nameIn(before), resource })];
}

const fromStateAlone =
  "The preview did not refresh: what was changed in the app since the last run, such as a campaign that was switched on, is not known. `pulumi preview --refresh` asks the service first, and so does `pulumi refresh` before a preview.";

const refreshedFirst =
  "The run refreshed the state first: what that found to be changed outside of the program is not told apart.";

function notRefreshed(missed: readonly string[]): string {
  return `The run did not refresh ${enumeration(missed)}, as with --target: what was changed there in the app since the last run, such as a campaign that was switched on, is not known.`;
}
