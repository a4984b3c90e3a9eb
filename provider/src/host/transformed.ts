import type * as pulumi from "@pulumi/pulumi";

type Properties = Readonly<Record<string, unknown>>;

/**
 * A transformation of one resource that runs after all others (its own, its parents' and the stack's). It therefore
 * receives the final properties, which may differ from the arguments of the class.
 */
export function lastTransformation(
  change: (properties: Properties, options: pulumi.ResourceOptions) => Record<string, unknown>,
): pulumi.ResourceTransformation {
  let own: pulumi.Resource | undefined;
  // The resource's children inherit both transformations, but neither changes them.
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? { props: change(props, opts), opts } : undefined;
  return (given) => {
    if (own !== undefined) return undefined;
    own = given.resource;
    // The SDK iterates over this list while it grows. The stack's transformations are at its end.
    const all: unknown = Reflect.get(own, "__transformations");
    if (!Array.isArray(all)) return last(given);
    all.push(last);
    return undefined;
  };
}
