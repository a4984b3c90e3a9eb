import type { Entry } from "../kind/doNotContact";
import type { Suppression } from "../kind/suppression";
import { isUsed, levelOf, worstFirst } from "./collisions";
import type { Collision, Person } from "./model";

/** Somebody who is in a list or a campaign and is not to be contacted. */
export interface SuppressedPerson extends Collision {
  /** The lines that name one of the contacts. */
  readonly lines: readonly Entry[];
}

/**
 * People in lists or campaigns whom the lines name, those for whom campaigns run first, each with the contacts that are to be
 * excluded still. A line that names one contact counts for the whole person: also for the contact of a colleague who holds the
 * person by another address.
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
