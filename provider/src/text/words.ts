/** `1 list`, `2 lists`; with `many`, `1 person`, `2 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], between: "and" | "or" = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${between} ${words.at(-1)}`;
}

/** `a, b and 3 more`: the first of some words, and how many are left out. */
export function firstAndCount(words: readonly string[], most: number): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `“name”`, as outputs for people show it. Messages of a run quote by `lifecycle/about.ts`. */
export function inCurlyQuotes(name: string): string {
  return `“${name}”`;
}
