import type { Answer } from "../api/objects";
import { byKind, isKind, kindNames } from "../everyKind";
import { idNumber } from "../kind/schema";
import { type Kind, kinds } from "../kinds";
import { outputsOfExisting } from "../lifecycle/firstState";
import type { RuleContext } from "../lifecycle/kind";
import { listed } from "../text/words";
import { declarationOf } from "./declare";
import type { CampaignMap } from "./map";
import type { AccountContent, Export, Exported, Identified, LeftOut } from "./model";
import { Names, resourceName } from "./names";
import { completedValues, type ListsByCampaign, listsByCampaign, type Told } from "./untold";

const nothingTold: Told = { values: {}, concluded: {} };

/**
 * Converts the account to a program, without I/O. Throws a Refusal if the map does not match the account.
 *
 * @param isWanted selects the objects to export; the others are not listed as left out either
 */
export function exportOf(
  content: AccountContent,
  { map, context, isWanted }: { map: CampaignMap; context: RuleContext; isWanted: (object: Identified) => boolean },
): Export {
  assertCampaignsExist(content, map);
  const listsOf = listsByCampaign(content);
  const idsOf = byKind((kind) => new Set(content.answers[kind].map(({ id }) => id)));
  const exported: Exported[] = [];
  const leftOut: LeftOut[] = [];
  for (const kind of kindNames) {
    const names = new Names();
    for (const answer of sortedById(content.answers[kind])) {
      const object = { kind, id: answer.id, name: nameOf(answer) };
      // All objects get names, so that names do not depend on the selection.
      const resource = names.unique(resourceName(kind, object.name));
      if (!isWanted(object)) continue;
      const made = exportedOf(object, resource, answer, { content, map, context, listsOf, idsOf });
      if ("reason" in made) leftOut.push(made);
      else exported.push(made);
    }
  }
  return { exported, leftOut };
}

/**
 * Sorts by id, which grows with time: of two objects with the same name the older one keeps it, whatever is created later.
 */
function sortedById(answers: readonly Answer[]): Answer[] {
  const idNumberOf = ({ id }: Answer) => idNumber(id) ?? Number.MAX_SAFE_INTEGER;
  return [...answers].sort((left, right) => idNumberOf(left) - idNumberOf(right));
}

function nameOf({ name }: Answer): string {
  return typeof name === "string" ? name.trim() : "";
}

interface Surroundings {
  readonly content: AccountContent;
  readonly map: CampaignMap;
  readonly context: RuleContext;
  readonly listsOf: ListsByCampaign;
  /** The ids of all objects of the account. */
  readonly idsOf: Readonly<Record<Kind, ReadonlySet<string>>>;
}

function exportedOf(
  object: Identified,
  resource: string,
  answer: Answer,
  { content, map, context, listsOf, idsOf }: Surroundings,
): Exported | LeftOut {
  const { kind, id } = object;
  const { owner } = content;
  if (idNumber(id) === undefined) return { ...object, reason: "its id is not a positive whole number" };
  if (answer.userId !== undefined && String(answer.userId) !== owner.actingUserId) {
    return { ...object, reason: `it belongs to another user (${String(answer.userId).slice(0, 40)})` };
  }
  const told = kind === "Campaign" ? completedValues(answer, content, map, listsOf) : nothingTold;
  if (told.gap !== undefined) return { ...object, gap: told.gap, reason: gapReason(told.gap) };
  const made = declarationOf(kind, answer, told.values, context);
  if ("reason" in made) return { ...object, reason: made.reason };
  const { declared, acknowledge, inputs, notes } = made;
  const concluded = Object.keys(told.concluded);
  const outputs = outputsOfExisting(kinds[kind], answer, inputs, { owner, exportedAs: resource, concluded });
  const runs = kind === "Campaign" && outputs.active === true ? [runningNote(answer)] : [];
  const unlisted = kinds[kind].references.flatMap(({ property, refersTo }) => {
    if (!isKind(refersTo)) return [];
    const ids = [inputs[property]].flat().filter((used) => used !== undefined && !idsOf[refersTo].has(String(used)));
    const { noun } = kinds[refersTo];
    return ids.map((used) => `The service does not list ${noun} ${used}, which it uses: it may have been deleted.`);
  });
  const all = [...runs, ...Object.values(told.concluded), ...unlisted, ...notes];
  return {
    ...object,
    resource,
    declared,
    acknowledge,
    inputs,
    outputs,
    notes: all,
    isConcluded: concluded.length > 0,
  };
}

function runningNote({ active }: Answer): string {
  return active === true
    ? "It was active when it was exported. `active` is left out: it is switched in the app."
    : "The service does not show whether it is active, so it counts as active.";
}

function gapReason({ lists, emailSeats }: { lists: boolean; emailSeats: boolean }): string {
  const what = listed([...(lists ? ["its lists"] : []), ...(emailSeats ? ["its e-mail seats"] : [])]);
  return `the service does not show ${what}: name them in a map file`;
}

function assertCampaignsExist({ answers }: AccountContent, map: CampaignMap): void {
  for (const id of map.entries.keys()) {
    if (answers.Campaign.some((answer) => answer.id === id)) continue;
    throw map.refuse(["campaigns", id], `the account has no campaign ${id}.`);
  }
}
