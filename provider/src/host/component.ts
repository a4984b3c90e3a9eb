import * as pulumi from "@pulumi/pulumi";
import type { Id, IdInput } from "../kind/id";

/** The base class of components: a group of resources under one parent. */
export abstract class OutreachComponent extends pulumi.ComponentResource {}

/** A list of ids: `head`, then `rest`, which may not be known yet. */
export function prepend(
  head: pulumi.Input<Id>,
  rest: pulumi.Input<readonly IdInput[]>,
): pulumi.Input<readonly IdInput[]> {
  // A plain array stays one, so that each of its elements can be known on its own at preview.
  return Array.isArray(rest) ? [head, ...rest] : pulumi.all([head, rest]).apply(([first, known]) => [first, ...known]);
}

/** Applies `change` to each item, as soon as the item is known. */
export function eachOf(items: unknown, change: (item: unknown) => unknown): unknown {
  if (!Array.isArray(items)) return late(items)?.apply((known) => eachOf(known, change)) ?? items;
  return items.map((item: unknown) => late(item)?.apply(change) ?? change(item));
}

function late(value: unknown): pulumi.Output<unknown> | undefined {
  const isLate = pulumi.Output.isInstance<unknown>(value) || value instanceof Promise;
  return isLate ? pulumi.Output.create<unknown>(value) : undefined;
}
