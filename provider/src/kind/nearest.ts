/** Longer words are not compared: they are not typing mistakes, and comparing them would take time. */
const longestWord = 64;

/** The word without case, hyphens, underscores and spaces, which people confuse most often. */
function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** True if both are the same word, ignoring case, hyphens, underscores and spaces. */
export function isSpeltAlike(left: string, right: string): boolean {
  const wanted = plainWord(left);
  return wanted !== "" && wanted === plainWord(right);
}

/** Number of edits (insert, delete, change, swap neighbours) between two words. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const equal = left[row - 1] === right[column - 1];
      let edits = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (equal ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) edits = Math.min(edits, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** Cached plain forms of candidates: the same few words of this package are compared again and again. */
const plainCandidates = new Map<string, string>();

function plainCandidate(word: string): string {
  const kept = plainCandidates.get(word);
  if (kept !== undefined) return kept;
  const made = plainWord(word);
  plainCandidates.set(word, made);
  return made;
}

/** The candidate that was probably meant; undefined if none is close. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const wanted = plainWord(word);
  if (wanted === "") return undefined;
  const allowedEdits = wanted.length <= 2 ? 0 : wanted.length <= 5 ? 1 : 2;
  let best: string | undefined;
  let bestEdits = allowedEdits + 1;
  for (const candidate of words) {
    const known = plainCandidate(candidate);
    if (Math.abs(known.length - wanted.length) >= bestEdits) continue;
    const edits = editDistance(wanted, known);
    if (edits < bestEdits) [best, bestEdits] = [candidate, edits];
  }
  return best;
}
