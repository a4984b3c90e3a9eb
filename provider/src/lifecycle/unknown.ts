/** The placeholder by which a Node.js program represents an unknown value of any type. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The engine has a placeholder for each type. All of them are recognised. */
const sentinels: ReadonlySet<unknown> = new Set([
  unknownText, // string
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", // boolean
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421", // number
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2", // array
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff", // object
  "030794c1-ac77-496b-92df-f27374a8bd58", // asset
  "e48ece36-62e2-4504-bad9-02848725956a", // archive
]);

/** True if the value is unknown in this preview. */
export function isUnknown(value: unknown): boolean {
  return sentinels.has(value);
}

/** True if the value is unknown or contains an unknown value at any depth. */
export function containsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsUnknown);
}

/**
 * True if there is no value yet: the engine's placeholder, or an Output or Promise passed by the program. No rule applies
 * to it.
 */
export function isOpen(value: unknown): boolean {
  if (typeof value === "string") return isUnknown(value);
  if (typeof value !== "object" || value === null) return false;
  return hasMethod(value, "apply") || hasMethod(value, "then");
}

function hasMethod(value: object, name: "apply" | "then"): boolean {
  return typeof Reflect.get(value, name) === "function";
}
