import type { Answer } from "../api/objects";
import { decisiveOf, nameIn, type ResourceKind, type Values } from "./kind";

/** Properties of `declared` that the answer carries and that say something else there. */
export function differences(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter(
    (property) =>
      declared[property] !== undefined &&
      property in observed &&
      !kind.same(property, declared[property], observed[property]),
  );
}

/** Declared properties that the answer does not carry, so that nobody can compare them. */
export function notCarried(kind: ResourceKind, answer: Answer, declared: Values): string[] {
  const observed = kind.observed(answer, declared);
  return kind.properties.filter((property) => declared[property] !== undefined && !(property in observed));
}

/**
 * Of the same name, and equal in every other declared field that the answer has something in, whether it runs or not. A
 * service may not keep all that it is given: an empty field is no reason to make a second one. A name it keeps.
 */
export function isTwin(kind: ResourceKind, answer: Answer, declared: Values): boolean {
  if (typeof nameIn(kind, answer) !== "string") return false;
  const decidedByOthers = decisiveOf(kind);
  return differences(kind, answer, declared).every(
    // Whether it runs may have been decided by a limit, or by a person in the app.
    (property) => decidedByOthers.includes(property) || answer[property] === null,
  );
}

/** An answer that carries little more than a name tells two objects apart no better than their names do. */
export function provesIdentity(kind: ResourceKind, answer: Answer): boolean {
  return kind.identifying.every((property) => Array.isArray(answer[property]));
}
