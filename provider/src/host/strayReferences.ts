import * as pulumi from "@pulumi/pulumi";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { isLate } from "./programArguments";
import { settledOutput } from "./settled";
import { typeToken } from "./token";

/**
 * The paths of ids in the arguments that the program has computed from resources of their kind, other than each as the id of
 * the one that it was computed from. Undefined if there are none. A preview skips what depends on an id that only the update
 * knows, and then shows the resources that the value was computed from so far: an Output that a skipped function returns adds
 * its own during the update, so that several resources behind one id leave open which of them the preview has shown.
 */
export function strayReferences({ references }: DeclaredKind, args: Values): Promise<string[] | undefined> | undefined {
  const late = references.filter(({ property }) => isLate(args[property]));
  if (late.length === 0) return undefined;
  const paths = late.map(({ property, refersTo }) => straysIn(args[property], property, typeToken(refersTo)));
  return Promise.all(paths).then(
    (found) => (found.flat().length === 0 ? undefined : found.flat()),
    // The argument itself reports an error of its value.
    () => undefined,
  );
}

async function straysIn(value: unknown, path: string, type: string): Promise<string[]> {
  if (value instanceof Promise) return await straysIn(await value, path, type);
  if (Array.isArray(value)) {
    const each = value.map((item: unknown, index) => straysIn(item, `${path}[${index}]`, type));
    return (await Promise.all(each)).flat();
  }
  if (!pulumi.Output.isInstance<unknown>(value)) return [];
  const settled = await settledOutput(value);
  if (settled === undefined) return [];
  const ids = await idsBehind(value, type);
  if (ids.length === 0) return [];
  // A preview that does not know an array as a whole shows none of its lists (`Surroundings.meant`).
  const isOwn = Array.isArray(settled.value)
    ? settled.value.every((id: unknown) => ids.includes(String(id)))
    : ids.length === 1 && ids.includes(String(settled.value));
  return isOwn ? [] : [path];
}

/** The ids of the resources of one type that the value was computed from. One that is not known yet is no value either. */
async function idsBehind(value: pulumi.Output<unknown>, type: string): Promise<readonly string[]> {
  const ids = [...withChildren(await pulumi.getAllResources(value))].map(async (resource) =>
    pulumi.CustomResource.isInstance(resource) && Reflect.get(resource, "__pulumiType") === type
      ? [String((await settledOutput(resource.id))?.value)]
      : [],
  );
  return (await Promise.all(ids)).flat();
}

/** The engine is told the children of a component in its place. */
function withChildren(resources: Iterable<pulumi.Resource>, found = new Set<pulumi.Resource>()): Set<pulumi.Resource> {
  for (const resource of resources) {
    if (found.has(resource)) continue;
    found.add(resource);
    const children: unknown = pulumi.ComponentResource.isInstance(resource)
      ? Reflect.get(resource, "__childResources")
      : undefined;
    if (children instanceof Set) withChildren([...children].filter(pulumi.Resource.isInstance), found);
  }
  return found;
}
