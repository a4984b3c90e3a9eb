import type { Values } from "./declared";
import { isUnknown } from "./unknown";

/** True for a code that confirms a fact about one object, so that it is the same for each resource that declares it. */
export function confirmsOff(code: string): boolean {
  return code.startsWith("inactive:");
}

/** True for codes that say of an object that it is off, or that its people may start again. */
export function isOfStart(code: string): boolean {
  return code === "restart" || confirmsOff(code);
}

/** True for codes of the program that count for the run that adds them, or for the targets of that time. */
export function isOfItsRun(code: string): boolean {
  return isOfStart(code) || sharedWith(code) !== undefined;
}

/** The id in a code that allows an object to use the same targets as this one. */
export function sharedWith(code: string): string | undefined {
  return code.startsWith(sharing) ? code.slice(sharing.length) : undefined;
}

const sharing = "shared-list:";

/** The codes declared on the resource itself, without unknown ones. */
export function ownCodes(inputs: Values): string[] {
  const own: readonly unknown[] = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string").filter((code) => !isUnknown(code));
}
