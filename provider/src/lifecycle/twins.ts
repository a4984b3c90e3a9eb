import type { Answer } from "../api/objects";
import { differsByFile } from "./companies";
import { decisiveOf, nameIn, type ResourceKind, type Values } from "./kind";

/** Properties of `declared` with a different value in the response. */
export function differences(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter(
    (property) =>
      declared[property] !== undefined &&
      property in observed &&
      !kind.same(property, declared[property], observed[property]),
  );
}

/** Declared properties missing from the response, which therefore cannot be compared. */
export function notCarried(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter((property) => declared[property] !== undefined && !(property in observed));
}

/**
 * True if the response has the same name and equals every other declared field that is not empty in it, apart from whether
 * it is running. A service may not store every field that it receives, so an empty one is not a difference. It always
 * stores the name.
 *
 * @param companies names that `outreach.do-not-contact` adds to the declared ones: an object without them still counts as
 * equal
 */
export function isTwin(
  kind: ResourceKind,
  answer: Answer,
  declared: Values,
  companies: readonly string[] = [],
): boolean {
  if (typeof nameIn(kind, answer) !== "string") return false;
  const decidedByOthers = decisiveOf(kind);
  return differences(kind, answer, declared).every(
    // A limit, or a person in the app, may have changed whether it is running.
    (property) =>
      decidedByOthers.includes(property) ||
      answer[property] === null ||
      differsByFile(kind, property, answer, declared, companies),
  );
}

/** False for a response with little more than a name, which cannot distinguish two objects with the same name. */
export function provesIdentity(kind: ResourceKind, answer: Answer): boolean {
  return kind.identifying.every((property) => Array.isArray(answer[property]));
}
