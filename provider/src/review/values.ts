import { isRecord } from "../api/json";
import { sameValue } from "../kind/comparing";
import type { Values } from "../lifecycle/kind";
import { isHidden, isPlain, secretText } from "./input/values";
import type { PropertyChange, YesNo } from "./model";

/** A value for people: texts as they are, everything else as JSON. Undefined stays undefined. */
export function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An id as text, if the value is known. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && isPlain(value)) ? String(value) : undefined;
}

/** The known ids of a list of them. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => idOf(each) ?? []) : [];
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((each) => shown(each) ?? "") : [];
}

/** The names of the properties that cannot be shown, whole or in part. */
export function hiddenProperties(values: Values | undefined, names: readonly string[]): string[] {
  return names.filter((name) => isHidden(values?.[name]));
}

export function recordsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function yesNoOf(value: unknown): YesNo {
  if (value === true) return "yes";
  return value === false ? "no" : "unknown";
}

/** The value of a property that the program declares no more: nothing is sent, and the object keeps it. */
export const noLongerManaged = "(no longer managed, stays as it is)";

/** The properties that differ, apart from those that a review shows in another way. */
export function propertyChanges(
  before: Values | undefined,
  after: Values | undefined,
  names: readonly string[],
  keepsValues = false,
): PropertyChange[] {
  return names.flatMap((name) => {
    const [left, right] = [before?.[name], after?.[name]];
    if ((sameValue(left, right) || (/Id$/.test(name) && idOf(left) === idOf(right))) && left !== secretText) return [];
    const change = { before: shown(left), after: shown(right) ?? (keepsValues ? noLongerManaged : undefined) };
    return left === undefined && right === undefined ? [] : [{ name, ...change }];
  });
}
