import type { Problem } from "../lifecycle/problem";
import { isOpen } from "../lifecycle/unknown";
import { type Finding, pathOf } from "./validate";

/**
 * What JavaScript and the SDK write into a text where a program put a thing and not its value, as it is and as a part of
 * an address. Half of the SDK's long text is enough: a program may have cut it.
 */
const standIn =
  /(?:\[|%5b)(?:to(string|json)(?:\]|%5d)(?: |%20|\+)on(?: |%20|\+)an|object(?: |%20|\+)(object|promise|map|set|undefined|null|resource)(?:\]|%5d))/i;

/** Handed to check instead of a resource, which would arrive there as its id. */
export const resourceMark = "[object Resource]";
const resourceInstead: Finding = {
  title: "is a resource and no value",
  hint: "write what is meant of it, for an id `list.id`",
};

/** Deeper than any argument, so that a value that holds itself ends. */
const deepest = 6;

/**
 * Resources instead of values, and texts that stand in for an Output, an object or a promise: each would be a text to
 * the service, which sends it to people. Nothing here depends on what an argument means.
 */
export function misplaced(inputs: unknown): Problem[] {
  const problems: Problem[] = [];
  look(inputs, [], problems);
  return problems;
}

/** True for a text that no person wrote. */
export function standsIn(text: string): boolean {
  return standIn.test(text);
}

function look(value: unknown, path: PropertyKey[], problems: Problem[]): void {
  if (typeof value === "string") {
    const problem = textProblem(value);
    if (problem !== undefined) problems.push({ path: pathOf(path), ...problem });
    return;
  }
  if (typeof value !== "object" || value === null || isOpen(value)) return;
  if (isResource(value)) {
    problems.push({ path: pathOf(path), ...resourceInstead });
    return;
  }
  if (path.length === deepest) return;
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    path.push(key);
    look(inner, path, problems);
    path.pop();
  }
}

function textProblem(text: string): Finding | undefined {
  const found = standIn.exec(text);
  if (found === null) return undefined;
  const [, output, thing = ""] = found;
  if (output !== undefined) {
    return {
      title: "holds the text by which an Output stands in for itself, which people would be sent",
      hint: "write pulumi.interpolate`…` instead of a template text, or .apply",
    };
  }
  if (text === resourceMark) return resourceInstead;
  const isPromise = thing.toLowerCase() === "promise";
  return {
    title: `holds \`[object ${thing}]\`, as JavaScript writes ${isPromise ? "a promise" : "an object"} into a text, which people would be sent`,
    hint: isPromise ? "await it, or write pulumi.interpolate`…`" : "write the value that is meant of it",
  };
}

/** The SDK marks its resources for whoever does not share its classes. */
function isResource(value: object): boolean {
  return Reflect.get(value, "__pulumiResource") === true;
}
