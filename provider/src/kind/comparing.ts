import { isRecord } from "../api/json";
import type { Change, Effect } from "../lifecycle/kind";
import { containsUnknown } from "../lifecycle/unknown";
import { plainText } from "./texts";

/** True if both values of one property mean the same. */
export type Comparison = (left: unknown, right: unknown) => boolean;

/** True if both have the same structure and exactly the same numbers and texts. */
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

/** True if both texts are equal apart from line ends and surrounding blanks. */
export function sameText(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === "string" && typeof right === "string" && plainText(left) === plainText(right);
}

/** True if both locale tags are equal apart from upper and lower case. */
export function sameTag(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === "string" && typeof right === "string" && left.toLowerCase() === right.toLowerCase();
}

/** True if both hold the same elements; order and repetition do not count. */
export function sameSet(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return sameValue(left, right);
  const [lefts, rights] = [new Set<unknown>(left.map(element)), new Set<unknown>(right.map(element))];
  return lefts.size === rights.size && [...lefts].every((item) => rights.has(item));
}

function element(value: unknown): unknown {
  return typeof value === "string" ? plainText(value) : value;
}

/**
 * The change from one value to another; none if they mean the same or the program does not declare the property. If a
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
