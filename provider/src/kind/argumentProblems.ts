import type { z } from "zod";
import type { Values } from "../lifecycle/kind";
import type { Problem } from "../lifecycle/problem";
import { misplaced } from "./misplaced";
import { shapeProblems } from "./validate";

/**
 * All problems in the arguments of a kind: those found by its schema and its `rules`, and values that no argument can
 * contain. For values of the last group, no other problem is reported at their path.
 */
export function argumentProblems(schema: z.ZodObject, inputs: Values, rules: readonly Problem[] = []): Problem[] {
  const broken = [...shapeProblems(schema, inputs), ...rules];
  const foreign = misplaced(inputs);
  const properties = Object.keys(schema.shape);
  if (foreign.length === 0) return inReadingOrder(broken, properties);
  const places = new Set(foreign.map(({ path }) => path));
  return inReadingOrder([...foreign, ...broken.filter(({ path }) => !isBelow(path, places))], properties);
}

/** True if the path is one of these places or inside one. */
function isBelow(path: string, places: ReadonlySet<string>): boolean {
  for (const { index } of path.matchAll(/[.[]|$/g)) if (places.has(path.slice(0, index))) return true;
  return false;
}

/** Sorts problems by the order of the properties, then by the position inside a property. */
function inReadingOrder(problems: Problem[], properties: readonly string[]): Problem[] {
  if (problems.length < 2) return problems;
  const ranked = problems.map((problem) => {
    const [, property = "", index = "-1"] = /^([^.[]*)(?:\[(\d+)\])?/.exec(problem.path) ?? [];
    return { problem, property: properties.indexOf(property), index: Number(index) };
  });
  ranked.sort((left, right) => left.property - right.property || left.index - right.index);
  return ranked.map(({ problem }) => problem);
}
