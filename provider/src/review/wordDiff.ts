import { diffArrays, diffWordsWithSpace } from "diff";
import type { DiffPart } from "./model";

/** Two texts that differ in more words are shown as a whole: nobody reads such a diff, and it takes seconds to make. */
const mostEdits = 400;

/** What changed from one text to the other, word by word. The parts that are not added make up the former text. */
export function wordDiff(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (changes === undefined) return [...whole("removed", before), ...whole("added", after)];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

function whole(kind: DiffPart["kind"], text: string): DiffPart[] {
  return text === "" ? [] : [{ kind, text }];
}

/** Positions in the former and the later list of elements that belong together; undefined where one has no partner. */
export function aligned(
  before: readonly string[],
  after: readonly string[],
): { readonly before?: number; readonly after?: number }[] {
  const pairs: { before?: number; after?: number }[] = [];
  let [left, right] = [0, 0];
  for (const { count, added, removed } of diffArrays([...before], [...after])) {
    for (let index = 0; index < (count ?? 0); index++) {
      if (added) pairs.push({ after: right++ });
      else if (removed) pairs.push({ before: left++ });
      else pairs.push({ before: left++, after: right++ });
    }
  }
  return pairs;
}
