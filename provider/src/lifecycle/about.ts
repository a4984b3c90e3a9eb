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
