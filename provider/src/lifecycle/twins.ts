import type { Answer } from "../api/account";
import type { Definition, Values } from "./definition";

/** Properties of `declared` that the answer carries and that say something else there. */
export function differences(definition: Definition, answer: Answer, declared: Values): string[] {
  const observed = definition.observed(answer, declared);
  return definition.properties.filter(
    (property) =>
      declared[property] !== undefined &&
      property in observed &&
      !definition.same(property, declared[property], observed[property]),
  );
}

/** Declared properties that the answer does not carry, so that nobody can compare them. */
export function notCarried(definition: Definition, answer: Answer, declared: Values): string[] {
  const observed = definition.observed(answer, declared);
  return definition.properties.filter((property) => declared[property] !== undefined && !(property in observed));
}

/**
 * Of the same name, and equal in every other declared field that the answer has something in, whether it runs or not. A
 * service may not keep all that it is given: an empty field is no reason to make a second one. A name it keeps.
 */
export function isTwin(definition: Definition, answer: Answer, declared: Values): boolean {
  if (typeof answer.name !== "string") return false;
  return differences(definition, answer, declared).every(
    // Whether it runs may have been decided by others: a limit, a person in the app.
    (property) => property === "active" || property === "paused" || answer[property] === null,
  );
}

/** An answer that carries only a name tells two campaigns or agents apart no better than their names do. */
export function provesIdentity(definition: Definition, answer: Answer): boolean {
  return definition.kind !== "Campaign" || Array.isArray(answer.steps);
}
