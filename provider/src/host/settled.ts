import * as pulumi from "@pulumi/pulumi";

/** A placeholder for a value that is unknown in this preview. Each Output has its own. */
export interface Late {
  readonly late: number;
}

const lateByOutput = new WeakMap<object, Late>();
let lateCount = 0;

function lateOf(output: object): Late {
  const known = lateByOutput.get(output);
  if (known !== undefined) return known;
  lateCount += 1;
  const made = { late: lateCount };
  lateByOutput.set(output, made);
  return made;
}

/** The value of an Output once the engine has responded. Undefined if it is unknown in this preview. */
export async function settledOutput(output: pulumi.Output<unknown>): Promise<{ readonly value: unknown } | undefined> {
  let settled: { readonly value: unknown } | undefined;
  const seen = output.apply((value) => {
    settled = { value };
  });
  // Resolves once `seen` is settled, whether its value is known or not.
  await pulumi.isSecret(seen);
  return settled;
}

/** Deeper than any argument. The limit ends the traversal of cyclic values. */
const mostLevels = 8;

/** The value with all Outputs and promises inside it resolved, as far as they are known. */
export async function settledValue(value: unknown, depth = 0): Promise<unknown> {
  if (depth > mostLevels) return undefined;
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
