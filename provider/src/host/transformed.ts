import type * as pulumi from "@pulumi/pulumi";

type Properties = Readonly<Record<string, unknown>>;

/**
 * A transformation of one resource that comes after all others: its own, and those of its parents and of the stack. What it
 * is given is what the engine gets, which the arguments of a class need not be.
 */
export function afterOthers(
  change: (properties: Properties, options: pulumi.ResourceOptions) => Record<string, unknown>,
): pulumi.ResourceTransformation {
  let own: pulumi.Resource | undefined;
  // The children of the resource inherit both, and are changed by neither.
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? { props: change(props, opts), opts } : undefined;
  return (given) => {
    if (own !== undefined) return undefined;
    own = given.resource;
    // The SDK goes through this list while it grows. Those of the stack stand at its end.
    const all: unknown = Reflect.get(own, "__transformations");
    if (!Array.isArray(all)) return last(given);
    all.push(last);
    return undefined;
  };
}
