import type { Problem } from "../lifecycle/problem";
import { isOpen } from "../lifecycle/unknown";
import { type Finding, pathOf } from "./validate";

/**
 * The texts that JavaScript and the SDK write if a program puts an object into a string instead of its value, also
 * encoded as a part of a URL. Half of the SDK's long text is enough, because a program may have cut it.
 */
const standIn =
  /(?:\[|%5b)(?:to(string|json)(?:\]|%5d)(?: |%20|\+)on(?: |%20|\+)an|object(?: |%20|\+)(object|promise|map|set|undefined|null|resource)(?:\]|%5d))/i;

/** The text passed to check in place of a resource, because the engine would pass the resource as its id. */
export const resourceMark = "[object Resource]";
const resourceInstead: Finding = {
  title: "is a resource and not a value",
  hint: "write the property that is meant, for an id `list.id`",
};

/** Deeper than any argument. The limit ends the search in a value that contains itself. */
const deepest = 6;

/**
 * Finds resources in place of values, and texts that JavaScript made of an Output, an object or a promise: the service
 * would take each as a text and send it to people. The check is the same for every argument.
 */
export function misplaced(inputs: unknown): Problem[] {
  const problems: Problem[] = [];
  look(inputs, [], problems);
  return problems;
}

/** True for a text that JavaScript or the SDK made of an object. */
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
      title: "holds the text that an Output becomes inside a string, which would be sent to people",
      hint: "write pulumi.interpolate`…` instead of a template text, or .apply",
    };
  }
  if (text === resourceMark) return resourceInstead;
  const isPromise = thing.toLowerCase() === "promise";
  return {
    title: `holds \`[object ${thing}]\`, the text that JavaScript makes of ${isPromise ? "a promise" : "an object"}, which would be sent to people`,
    hint: isPromise ? "await it, or write pulumi.interpolate`…`" : "write the property that is meant",
  };
}

/** The SDK marks its resources with a property, because a program may load its classes more than once. */
function isResource(value: object): boolean {
  return Reflect.get(value, "__pulumiResource") === true;
}
