import type { Reviewed, UsedList } from "./model";

/** The lists that a campaign or an agent uses, before the change or after it. */
export function listsOf(resource: Reviewed): readonly UsedList[] {
  if ("lists" in resource) return resource.lists;
  return "list" in resource && resource.list !== undefined ? [resource.list] : [];
}

/**
 * True if both may be the same list. A list without an id is created by its change, may be adopted, or cannot be shown.
 *
 * @param areOfOneProgram two resources of the same program are different lists
 */
export function mayBeOneList(left: UsedList, right: UsedList, areOfOneProgram = true): boolean {
  if (left.id !== undefined && right.id !== undefined) return left.id === right.id;
  if (isOpen(left) || isOpen(right)) return true;
  if (areOfOneProgram && left.urn !== undefined && right.urn !== undefined) return left.urn === right.urn;
  if (left.uncertain === "hidden" || right.uncertain === "hidden") return true;
  const isTwin = left.uncertain === "twin" || right.uncertain === "twin";
  if (isTwin) return left.name === undefined || right.name === undefined || left.name === right.name;
  return left.id === right.id && left.urn === right.urn && left.name === right.name;
}

/** True if the value may be any list. Never true for a declared list, which its URN identifies. */
function isOpen({ id, urn, uncertain, name }: UsedList): boolean {
  return id === undefined && urn === undefined && (uncertain === "hidden" || name === undefined);
}
