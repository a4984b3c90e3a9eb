/** `a, b and 3 more`: the first of some words, and how many are left out. */
export function firstOf(words: readonly string[], most: number): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
