import * as pulumi from "@pulumi/pulumi";
import { Refusal } from "../lifecycle/refusal";
import { programError } from "./programError";
import type { ProgramUnderTest } from "./underTest";

/** Throws if a value that became known later breaks a rule. The error lists all problems. */
export function assertNothingBroken({ broken }: ProgramUnderTest): void {
  if (broken.length > 0) throw programError(...broken);
}

/**
 * The value of an Output once the program has come to rest. Rejects if the Output fails, or if its value is unknown in
 * a preview.
 */
export async function resolvedOutput<T>(program: ProgramUnderTest, output: pulumi.Output<T>): Promise<T> {
  if (!pulumi.Output.isInstance(output)) {
    const given: unknown = output;
    const type = given === null ? "null" : typeof given;
    throw new Refusal(`resolved takes an Output, but this is not one (${type}): use it directly.`);
  }
  let known: { readonly value: T } | undefined;
  const seen = output.apply((value) => {
    known = { value };
  });
  // Each of these promises fails together with the Output, and Node.js would report unhandled rejections.
  const ends = await Promise.allSettled([output, seen].flatMap(promisesOf));
  await program.atRest();
  assertNothingBroken(program);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  if (known === undefined) throw new Refusal("the value of this Output is not known in a preview.");
  return known.value;
}

/** The promises inside an Output, which settle when it does. The SDK omits them from its types. */
function promisesOf(output: pulumi.Output<unknown>): unknown[] {
  const called = ["promise", "allResources"].map((name) => {
    const method: unknown = Reflect.get(output, name);
    return typeof method === "function" ? method.call(output) : undefined;
  });
  return [...called, ...["isKnown", "isSecret"].map((name) => Reflect.get(output, name))];
}
