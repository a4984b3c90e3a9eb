import type { Answer } from "../api/objects";
import { differsByFile } from "./companies";
import { decisiveOf, nameIn, type ResourceKind, type Values } from "./kind";

/** Properties of `declared` that have another value in the answer. */
export function differences(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter(
    (property) =>
      declared[property] !== undefined &&
      property in observed &&
      !kind.same(property, declared[property], observed[property]),
  );
}

/** Declared properties that the answer does not hold, so that they cannot be compared. */
export function notCarried(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter((property) => declared[property] !== undefined && !(property in observed));
}

/**
 * True if the answer has the same name and equals every other declared field that is not empty in it; whether it runs
 * does not count. A service may not store every field that it receives, so an empty one is no difference. It always
 * stores the name.
 *
 * @param companies names that `outreach.do-not-contact` adds to the declared ones: an object without them is the same one
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
    // A limit, or a person in the app, may have changed whether it runs.
    (property) =>
      decidedByOthers.includes(property) ||
      answer[property] === null ||
      differsByFile(kind, property, answer, declared, companies),
  );
}

/** False for an answer that holds little more than a name: it cannot tell two objects of one name apart. */
export function provesIdentity(kind: ResourceKind, answer: Answer): boolean {
  return kind.identifying.every((property) => Array.isArray(answer[property]));
}
