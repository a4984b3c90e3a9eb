import { isSpeltAlike, nearest } from "../kind/nearest";
import { firstOf } from "../text/words";

/** Names in an error message. */
const mostCandidates = 10;

interface Named {
  readonly name?: string;
}

/**
 * Lines for a name that nothing has: what was probably meant, and what there is, with the names that hold the word first.
 *
 * @param described one object in a sentence
 * @param none the line if there is nothing
 */
export function otherNames<T extends Named>(
  word: string,
  all: readonly T[],
  described: (object: T) => string,
  none: string,
): string[] {
  if (all.length === 0) return [none];
  const named = (is: (name: string) => boolean) => all.filter(({ name }) => name !== undefined && is(name));
  const spelt = named((name) => isSpeltAlike(name, word));
  const holding = named((name) => holds(name, word));
  const near = nearest(
    word,
    all.flatMap(({ name }) => name ?? []),
  );
  // A name that holds the word is more likely than one with other letters.
  const likely = [spelt, holding, named((name) => name === near)].find((those) => those.length > 0) ?? [];
  const meant = likely === holding && holding.length > 1 ? [] : likely.slice(0, mostCandidates);
  const ordered = [...new Set([...likely, ...holding, ...all])];
  return [
    ...(meant.length === 0 ? [] : [`Did you mean ${meant.map(described).join(" or ")}?`]),
    `There are: ${firstOf(ordered.map(described), mostCandidates)}.`,
  ];
}

/** True for a name that holds the word, in whatever letter case. */
function holds(name: string, word: string): boolean {
  const [whole = "", part = ""] = [name, word].map((text) => text.trim().toLowerCase());
  return part !== "" && whole.includes(part);
}
