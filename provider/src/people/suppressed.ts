import type { Entry } from "../kind/doNotContact";
import type { Suppression } from "../kind/suppression";
import { isUsed, levelOf, worstFirst } from "./collisions";
import type { Collision, Person } from "./model";

/** A person who is on a list or in a campaign but must not be contacted. */
export interface SuppressedPerson extends Collision {
  /** The entries that match one of the contacts. */
  readonly lines: readonly Entry[];
}

/**
 * People on lists or in campaigns whom the entries match, each with the contacts still to be excluded; people with running
 * campaigns first. An entry that matches one contact applies to the whole person, including a colleague's contact with
 * another address.
 */
export function suppressedAmong(people: readonly Person[], suppression: Suppression): SuppressedPerson[] {
  const found = people.flatMap((person): SuppressedPerson[] => {
    const left = person.appearances.filter(({ isRefused }) => isRefused !== true);
    if (!left.some(isUsed)) return [];
    const lines = new Set(person.appearances.flatMap((each) => suppression.match(each)));
    if (lines.size === 0) return [];
    const ordered = [...lines].sort((left, right) => left.line - right.line);
    return [{ ...person, appearances: left, level: levelOf(left), lines: ordered }];
  });
  return found.sort(worstFirst);
}
