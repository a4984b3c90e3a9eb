import type { Values } from "./declared";
import { isUnknown } from "./unknown";

/** The codes declared on the resource itself, without unknown ones. */
export function ownCodes(inputs: Values): string[] {
  const own: readonly unknown[] = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string").filter((code) => !isUnknown(code));
}
