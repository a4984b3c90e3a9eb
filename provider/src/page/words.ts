const numbers = new Intl.NumberFormat("en");

export const number = (value: number): string => numbers.format(value);

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `one`, `one and two`, `one, two and three`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** A word with a sign and a tone, so that it is not told by its colour alone. */
export interface Chip {
  readonly sign: string;
  readonly word: string;
  readonly tone: "good" | "info" | "warn" | "bad" | "plain";
}
