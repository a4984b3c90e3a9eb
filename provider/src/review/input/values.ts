import { isRecord } from "../../api/json";
import type { Values } from "../../lifecycle/kind";
import { isUnknown } from "../../lifecycle/unknown";

/** Stands for a value that the engine marks as secret. */
export const secretText = "[secret]";
/** Stands for a value that a preview cannot know. */
export const unknownText = "(known after the update)";

/** The key by which the engine and the SDK mark an object that stands for a special value. */
export const specialKey = "4dabf18193072939515e22adb298388d";
/** What stands there for a secret. */
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

export const isSecret = (value: unknown): boolean => value === secretText;
export const isKnownLater = (value: unknown): boolean => value === unknownText;
/** True for a value that can be shown and compared. */
export const isPlain = (value: unknown): boolean => !isSecret(value) && !isKnownLater(value);

/**
 * Values as the engine prints or exports them, without secrets.
 *
 * @param isOwn true for a resource of this package: what its host alone reads is left out. In other dynamic resources
 * the same property holds their code
 */
export function plainValues(values: Values | undefined, isOwn: boolean): Values | undefined {
  if (values === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isOwn && name.startsWith("__") ? [] : [[name, plainValue(value)]],
    ),
  );
}

/** The same with secrets as far as an export shows them, to compare two of them. Never to be shown. */
export function comparableValues(values: Values | undefined): unknown {
  return comparable(values);
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  if (value[specialKey] === secretMark) return { secret: value.plaintext ?? "encrypted" };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner)]));
}

/** True if a value holds a secret that is encrypted: each export encrypts it anew. */
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
  // Another special value: an asset, an output. None of ours has one.
  if (mark !== undefined) return unknownText;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
}

/**
 * Both values with everything hidden that is secret in one of them: a text that becomes secret must not be shown
 * because the old state holds it in the clear.
 */
export function hiddenInBoth(left: unknown, right: unknown): readonly [unknown, unknown] {
  if (isSecret(left) || isSecret(right)) {
    return [left === undefined ? left : secretText, right === undefined ? right : secretText];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    const pairs = left.map((item, index) => (index < right.length ? hiddenInBoth(item, right[index]) : [item, item]));
    return [pairs.map(([item]) => item), right.map((item, index) => (index < left.length ? pairs[index]?.[1] : item))];
  }
  if (!isRecord(left) || !isRecord(right)) return [left, right];
  const [lefts, rights]: [Record<string, unknown>, Record<string, unknown>] = [{ ...left }, { ...right }];
  for (const name of Object.keys(left).filter((each) => Object.hasOwn(right, each))) {
    [lefts[name], rights[name]] = hiddenInBoth(left[name], right[name]);
  }
  return [lefts, rights];
}
