import * as pulumi from "@pulumi/pulumi";

/** Stands for a value that this preview does not know. Equal for one Output, and for no other one. */
export interface Late {
  readonly late: number;
}

const late = new WeakMap<object, Late>();
let lates = 0;

function lateOf(output: object): Late {
  const known = late.get(output);
  if (known !== undefined) return known;
  lates += 1;
  const made = { late: lates };
  late.set(output, made);
  return made;
}

/** The value of an Output once the engine has answered, and whether this preview knows it. */
export async function settledOutput(output: pulumi.Output<unknown>): Promise<{ readonly value: unknown } | undefined> {
  let settled: { readonly value: unknown } | undefined;
  const seen = output.apply((value) => {
    settled = { value };
  });
  // Settled once `seen` is, whether its value is known or not.
  await pulumi.isSecret(seen);
  return settled;
}

/** Deeper than any argument, so that the walk through a value that contains itself ends. */
const deepest = 8;

/** The same value with everything in it that is known by then. */
export async function settledValue(value: unknown, depth = 0): Promise<unknown> {
  if (depth > deepest) return undefined;
  if (pulumi.Output.isInstance<unknown>(value)) {
    const settled = await settledOutput(value);
    return settled === undefined ? lateOf(value) : await settledValue(settled.value, depth + 1);
  }
  if (value instanceof Promise) return await settledValue(await value, depth + 1);
  if (Array.isArray(value)) return await Promise.all(value.map((item: unknown) => settledValue(item, depth + 1)));
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return value;
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await settledValue(inner, depth + 1)]);
  return Object.fromEntries(await Promise.all(entries));
}
