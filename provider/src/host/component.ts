import * as pulumi from "@pulumi/pulumi";

/** A group of resources under one parent. */
export abstract class OutreachComponent extends pulumi.ComponentResource {}

/** `head` followed by ids that may not be known yet. */
export function prepend(
  head: pulumi.Input<Id>,
  rest: pulumi.Input<pulumi.Input<Id>[]>,
): pulumi.Input<pulumi.Input<Id>[]> {
  // A plain array stays one, so that each of its elements can be known on its own at preview.
  return Array.isArray(rest) ? [head, ...rest] : pulumi.all([head, rest]).apply(([first, known]) => [first, ...known]);
}

type Id = number | string;
