import * as pulumi from "@pulumi/pulumi";
import type { Id, IdInput } from "../kind/id";

/** The base class of components: a group of resources under one parent. */
export abstract class OutreachComponent extends pulumi.ComponentResource {}

/** A list of ids: `head` followed by `rest`, which may not be known yet. */
export function prepend(
  head: pulumi.Input<Id>,
  rest: pulumi.Input<readonly IdInput[]>,
): pulumi.Input<readonly IdInput[]> {
  // A plain array stays a plain array, so that each element can be known separately in a preview.
  return Array.isArray(rest) ? [head, ...rest] : pulumi.all([head, rest]).apply(([first, known]) => [first, ...known]);
}

/** Applies `change` to each item once it is known. */
export function eachOf(items: unknown, change: (item: unknown) => unknown): unknown {
  if (!Array.isArray(items)) return asOutput(items)?.apply((known) => eachOf(known, change)) ?? items;
  return items.map((item: unknown) => asOutput(item)?.apply(change) ?? change(item));
}

function asOutput(value: unknown): pulumi.Output<unknown> | undefined {
  const isLate = pulumi.Output.isInstance<unknown>(value) || value instanceof Promise;
  return isLate ? pulumi.Output.create<unknown>(value) : undefined;
}
