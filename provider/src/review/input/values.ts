import { isRecord } from "../../api/json";
import { sameValue } from "../../kind/comparing";
import type { Values } from "../../lifecycle/kind";
import { isUnknown } from "../../lifecycle/unknown";
import type { PropertyChange, YesNo } from "../model";

/** Replaces a value that the engine marks as secret. */
export const secretText = "[secret]";
/** Replaces a value that a preview cannot know. */
export const unknownText = "(known after the update)";

/** The key with which the engine and the SDK mark objects that represent special values. */
export const specialKey = "4dabf18193072939515e22adb298388d";
/** The value of that key for a secret. */
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

export const isSecret = (value: unknown): boolean => value === secretText;
export const isKnownLater = (value: unknown): boolean => value === unknownText;
/** True for a value that can be shown and compared. */
export const isPlain = (value: unknown): boolean => !isSecret(value) && !isKnownLater(value);

/**
 * Removes secrets from the engine's values of both sides. A value that is secret on one side is hidden on both: a string
 * that becomes secret must not be shown from the old state, which contains it in plain text.
 *
 * @param isOwn true for a resource of this package, whose property for the host is omitted. In other dynamic resources
 * the same property contains their code
 */
export function plainValues(
  before: Values | undefined,
  after: Values | undefined,
  isOwn: boolean,
): [Values | undefined, Values | undefined] {
  const plain = (values: Values = {}): Values => mapped(values, plainValue, (name) => !isOwn || !name.startsWith("__"));
  const [left, right] = [plain(before), plain(after)];
  const of = (given: Values | undefined, its: Values, other: Values) =>
    given && mapped(its, (value, name) => hiddenAs(value, other[name]));
  return [of(before, left, right), of(after, right, left)];
}

function mapped(
  values: Values,
  change: (value: unknown, name: string) => unknown,
  isKept: (name: string) => boolean = () => true,
): Values {
  const kept = Object.entries(values).filter(([name]) => isKept(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, change(value, name)]));
}

/** Values including secrets that an export shows, only for comparisons. Never show them. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  if (value[specialKey] === secretMark) return { secret: value.plaintext ?? "encrypted" };
  return mapped(value, comparable);
}

/** True if a value contains an encrypted secret, which differs in each export. */
export function holdsEncrypted(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsEncrypted);
  if (!isRecord(value)) return false;
  if (value[specialKey] === secretMark) return value.plaintext === undefined;
  return Object.values(value).some(holdsEncrypted);
}

/** True if a part of a value cannot be shown. */
export function isHidden(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isHidden);
  return isRecord(value) ? Object.values(value).some(isHidden) : !isPlain(value);
}

function plainValue(value: unknown): unknown {
  if (isUnknown(value)) return unknownText;
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isRecord(value)) return value;
  const mark = value[specialKey];
  if (mark === secretMark) return secretText;
  // Another special value, such as an asset or an output. This package's resources have none.
  if (mark !== undefined) return unknownText;
  return mapped(value, plainValue);
}

/** Hides in a value what is secret in another one. */
function hiddenAs(value: unknown, other: unknown): unknown {
  if (isSecret(other)) return value === undefined ? undefined : secretText;
  if (Array.isArray(value) && Array.isArray(other)) return value.map((each, index) => hiddenAs(each, other[index]));
  if (isRecord(value) && isRecord(other)) return mapped(value, (inner, name) => hiddenAs(inner, other[name]));
  return value;
}

/** A value for people: strings unchanged, everything else as JSON. Undefined stays undefined. */
export function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An id as a string, if the value is known. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && isPlain(value)) ? String(value) : undefined;
}

/** The known ids in an array. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => idOf(each) ?? []) : [];
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((each) => shown(each) ?? "") : [];
}

/** The names of the properties that are hidden, wholly or in part. */
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

/** Shown for a property that the program no longer declares: nothing is sent, and the object keeps its value. */
export const noLongerManaged = "(no longer managed, stays as it is)";

/** The properties that differ, except those that a review shows in another way. */
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
