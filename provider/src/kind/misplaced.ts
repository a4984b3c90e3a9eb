import type { Problem } from "../lifecycle/problem";
import { isOpen } from "../lifecycle/unknown";
import { type Finding, pathOf } from "./validate";

/**
 * Matches the texts that JavaScript and the SDK produce if a program puts an object into a string instead of its value,
 * also URL-encoded. Half of the SDK's long text is enough, because a program may have truncated it.
 */
const placeholderText =
  /(?:\[|%5b)(?:to(string|json)(?:\]|%5d)(?: |%20|\+)on(?: |%20|\+)an|object(?: |%20|\+)(object|promise|map|set|undefined|null|resource)(?:\]|%5d))/i;

/** Passed to check in place of a resource, which the engine would pass as its id. */
export const resourceMark = "[object Resource]";
const resourceProblem: Finding = {
  title: "is a resource and not a value",
  hint: "write the property that is meant, for an id `list.id`",
};

/** Deeper than any argument. The limit ends the traversal of cyclic values. */
const mostLevels = 6;

/**
 * Finds resources in place of values, and texts that JavaScript made from an Output, object or promise. The service would
 * accept these texts and send them to people. The check is the same for every argument.
 */
export function misplaced(inputs: unknown): Problem[] {
  const problems: Problem[] = [];
  collectProblems(inputs, [], problems);
  return problems;
}

/** True if JavaScript or the SDK made the text from an object. */
export function isPlaceholderText(text: string): boolean {
  return placeholderText.test(text);
}

function collectProblems(value: unknown, path: PropertyKey[], problems: Problem[]): void {
  if (typeof value === "string") {
    const problem = textProblem(value);
    if (problem !== undefined) problems.push({ path: pathOf(path), ...problem });
    return;
  }
  if (typeof value !== "object" || value === null || isOpen(value)) return;
  if (isResource(value)) {
    problems.push({ path: pathOf(path), ...resourceProblem });
    return;
  }
  if (path.length === mostLevels) return;
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    path.push(key);
    collectProblems(inner, path, problems);
    path.pop();
  }
}

function textProblem(text: string): Finding | undefined {
  const found = placeholderText.exec(text);
  if (found === null) return undefined;
  const [, output, thing = ""] = found;
  if (output !== undefined) {
    return {
      title: "holds the text that an Output becomes inside a string, which would be sent to people",
      hint: "write pulumi.interpolate`…` instead of a template text, or .apply",
    };
  }
  if (text === resourceMark) return resourceProblem;
  const isPromise = thing.toLowerCase() === "promise";
  return {
    title: `holds \`[object ${thing}]\`, the text that JavaScript makes of ${isPromise ? "a promise" : "an object"}, which would be sent to people`,
    hint: isPromise ? "await it, or write pulumi.interpolate`…`" : "write the property that is meant",
  };
}

/** Tests the SDK's marker property instead of the class, because a program may load the SDK more than once. */
function isResource(value: object): boolean {
  return Reflect.get(value, "__pulumiResource") === true;
}
