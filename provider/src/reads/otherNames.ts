import { isSpeltAlike, nearest } from "../kind/nearest";
import { firstAndCount } from "../text/words";

/** Maximum number of names in an error message. */
const mostCandidates = 10;

interface Named {
  readonly name?: string;
}

/**
 * Lines for an error about an unknown name: what was probably meant, and the existing names, with those that contain the
 * word first.
 *
 * @param described returns the object's description in a sentence
 * @param none the line if there are no objects
 */
export function otherNames<T extends Named>(
  word: string,
  all: readonly T[],
  described: (object: T) => string,
  none: string,
): string[] {
  if (all.length === 0) return [none];
  const firstNamed = (is: (name: string) => boolean) => all.filter(({ name }) => name !== undefined && is(name));
  const spelt = firstNamed((name) => isSpeltAlike(name, word));
  const holding = firstNamed((name) => containsWord(name, word));
  const near = nearest(
    word,
    all.flatMap(({ name }) => name ?? []),
  );
  // A name that contains the word is more likely than one with different letters.
  const likely = [spelt, holding, firstNamed((name) => name === near)].find((those) => those.length > 0) ?? [];
  const meant = likely === holding && holding.length > 1 ? [] : likely.slice(0, mostCandidates);
  const ordered = [...new Set([...likely, ...holding, ...all])];
  return [
    ...(meant.length === 0 ? [] : [`Did you mean ${meant.map(described).join(" or ")}?`]),
    `There are: ${firstAndCount(ordered.map(described), mostCandidates)}.`,
  ];
}

/** True if the name contains the word, ignoring case. */
function containsWord(name: string, word: string): boolean {
  const [whole = "", part = ""] = [name, word].map((text) => text.trim().toLowerCase());
  return part !== "" && whole.includes(part);
}
