import * as pulumi from "@pulumi/pulumi";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { isLate } from "./programArguments";
import { settledOutput } from "./settled";
import { typeToken } from "./token";

/**
 * The paths of ids in the arguments that the program has computed from resources of their kind, and that are ids of none of
 * these. Undefined if there are none. A preview skips what depends on an id that only the update knows, and then shows the
 * resources that the value was computed from.
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
  const given = Array.isArray(settled.value) ? settled.value : [settled.value];
  return ids.size === 0 || given.every((id: unknown) => ids.has(String(id))) ? [] : [path];
}

/** The ids of the resources of one type that the value was computed from. One that is not known yet is no value either. */
async function idsBehind(value: pulumi.Output<unknown>, type: string): Promise<ReadonlySet<string>> {
  const resources = [...(await pulumi.getAllResources(value))].filter(
    (resource) => pulumi.CustomResource.isInstance(resource) && Reflect.get(resource, "__pulumiType") === type,
  );
  const ids = resources.map(async (resource) =>
    pulumi.CustomResource.isInstance(resource) ? String((await settledOutput(resource.id))?.value) : "",
  );
  return new Set(await Promise.all(ids));
}
