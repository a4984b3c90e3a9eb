/** Longer words are not typing mistakes, and comparing them would take time. */
const longestWord = 64;

/** The word without case, hyphens, underscores and blanks, which people confuse most often. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** True if both are the same word but for letter case, hyphens, underscores and blanks. */
export function isSpeltAlike(left: string, right: string): boolean {
  const wanted = plain(left);
  return wanted !== "" && wanted === plain(right);
}

/** Number of edits (insert, drop, change, swap neighbours) that turn one word into the other. */
function distance(left: string, right: string): number {
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

/** Plain forms of the candidates, kept because the same few words of this package are compared again and again. */
const plainCandidates = new Map<string, string>();

function plainCandidate(word: string): string {
  const kept = plainCandidates.get(word);
  if (kept !== undefined) return kept;
  const made = plain(word);
  plainCandidates.set(word, made);
  return made;
}

/** The one of these words that was probably meant; undefined if none is close. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const wanted = plain(word);
  if (wanted === "") return undefined;
  const allowedEdits = wanted.length <= 2 ? 0 : wanted.length <= 5 ? 1 : 2;
  let best: string | undefined;
  let bestEdits = allowedEdits + 1;
  for (const candidate of words) {
    const known = plainCandidate(candidate);
    if (Math.abs(known.length - wanted.length) >= bestEdits) continue;
    const edits = distance(wanted, known);
    if (edits < bestEdits) [best, bestEdits] = [candidate, edits];
  }
  return best;
}
