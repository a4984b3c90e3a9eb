import * as pulumi from "@pulumi/pulumi";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { isLate } from "./programArguments";
import { settledOutput } from "./settled";
import { typeToken } from "./token";

/**
 * Paths of ids in the arguments that were computed from resources of the referenced kind but are not simply the id of the
 * one resource behind them. Undefined if there are none. A preview skips an `apply` that depends on an unknown id, and then
 * shows only the resources that the value was computed from so far. If the skipped function returns an Output, that adds
 * resources during the update, so with several resources behind one id it is unclear which of them the preview showed.
 */
export function strayReferences({ references }: DeclaredKind, args: Values): Promise<string[] | undefined> | undefined {
  const late = references.filter(({ property }) => isLate(args[property]));
  if (late.length === 0) return undefined;
  const paths = late.map(({ property, refersTo }) => straysIn(args[property], property, typeToken(refersTo)));
  return Promise.all(paths).then(
    (found) => (found.flat().length === 0 ? undefined : found.flat()),
    // An error in the value is reported by the argument itself.
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
  const ids = await idsOfSources(value, type);
  if (ids.length === 0) return [];
  // If an array is unknown as a whole, the preview shows none of its lists (`Surroundings.meant`).
  const isOwn = Array.isArray(settled.value)
    ? settled.value.every((id: unknown) => ids.includes(String(id)))
    : ids.length === 1 && ids.includes(String(settled.value));
  return isOwn ? [] : [path];
}

/** The ids of the resources of one type that the value was computed from. An unknown id matches no value. */
async function idsOfSources(value: pulumi.Output<unknown>, type: string): Promise<readonly string[]> {
  const ids = [...withChildren(await pulumi.getAllResources(value))].map(async (resource) =>
    pulumi.CustomResource.isInstance(resource) && Reflect.get(resource, "__pulumiType") === type
      ? [String((await settledOutput(resource.id))?.value)]
      : [],
  );
  return (await Promise.all(ids)).flat();
}

/** Adds the children of components, which the engine receives in place of a component. */
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
