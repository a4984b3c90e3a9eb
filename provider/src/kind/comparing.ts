import { isRecord } from "../api/json";
import { exactForm, nameForm, textForm } from "../api/texts";
import type { Change, Effect } from "../lifecycle/kind";
import { containsUnknown } from "../lifecycle/unknown";

/** True if both values of a property mean the same. */
export type Comparison = (left: unknown, right: unknown) => boolean;

/** True if both have the same structure and exactly the same numbers and strings. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]))
  );
}

/** Compares texts by a normal form. */
const sameIn =
  (form: (text: string) => string): Comparison =>
  (left, right) =>
    left === right || (typeof left === "string" && typeof right === "string" && form(left) === form(right));

/** True if two texts of a program are the same, ignoring line endings, surrounding whitespace and Unicode form. */
export const sameText = sameIn(exactForm);

/** True if a served text equals the declared one. Also ignores whitespace within lines, which a service may change. */
export const sameServedText = sameIn(textForm);

/** True if two names, declared or served, are the same, ignoring Unicode form and whitespace. */
export const sameName = sameIn(nameForm);

/** True if two locale tags are equal, ignoring case. */
export function sameTag(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === "string" && typeof right === "string" && left.toLowerCase() === right.toLowerCase();
}

/** Compares sets whose elements are compared by a normal form, ignoring order and duplicates. */
const sameSetIn =
  (form: (text: string) => string): Comparison =>
  (left, right) => {
    if (!Array.isArray(left) || !Array.isArray(right)) return sameValue(left, right);
    const element = (value: unknown) => (typeof value === "string" ? form(value) : value);
    const [lefts, rights] = [new Set<unknown>(left.map(element)), new Set<unknown>(right.map(element))];
    return lefts.size === rights.size && [...lefts].every((item) => rights.has(item));
  };

/** Like `sameText`, for sets. */
export const sameSet = sameSetIn(exactForm);

/** Like `sameServedText`, for sets. */
export const sameServedSet = sameSetIn(textForm);

/**
 * The change from one value to another; empty if they mean the same or the program does not declare the property. If a
 * value is unknown, the change is an update: a preview must not announce a replacement that may not happen.
 */
export function changeOf(
  change: { readonly property: string; readonly path: string; readonly effect: Effect },
  olds: unknown,
  news: unknown,
  same: Comparison,
): Change[] {
  if (news === undefined || same(olds, news)) return [];
  if (!containsUnknown(news) && !containsUnknown(olds)) return [change];
  return [{ ...change, effect: "update", ...(change.effect === "update" ? {} : { mayReplace: true }) }];
}
