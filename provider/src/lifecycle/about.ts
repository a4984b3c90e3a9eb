import { isUnknown } from "./unknown";

/** Names an object in a sentence: `campaign "Fintech Q1" (id 12)`. */
export function describe(noun: string, name: unknown, id?: string): string {
  const named = typeof name === "string" && !isUnknown(name) ? `${noun} ${JSON.stringify(name.slice(0, 120))}` : noun;
  return id === undefined ? named : `${named} (id ${id})`;
}

/** The name that the program gave a resource. */
export function resourceName(urn: string | undefined): string {
  return urn?.slice(urn.lastIndexOf("::") + 2) ?? "";
}

/** A command about one resource, ready to be copied. A URN holds signs that a shell would read. */
export function command(words: string, urn: string | undefined): string {
  return `\`${words} ${urn === undefined ? "<urn>" : `'${urn}'`}\``;
}

/** `id 5`, `ids 5, 6`. */
export function ids(those: Iterable<string | number>): string {
  const all = [...new Set(those)];
  return `${all.length === 1 ? "id" : "ids"} ${all.join(", ")}`;
}
